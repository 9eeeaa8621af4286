// The dots of a plot: where they stand, how far its axes reach, and which of them somebody means.
import { dayOf } from '../../contract/format-field.ts';
import type { SetParcel } from '../../contract/parcel-set.ts';

export type Dot = { x: number; price: number; parcel: SetParcel };

/** By tax acres, or by those of the shape where there are none, as the server compares them. */
export function acresOf({ taxacres, shape_acres: shape }: SetParcel): number | undefined {
  return taxacres ?? shape ?? undefined;
}

/** In seconds, as the library counts. */
function secondsOf({ sale_date: date }: SetParcel): number | undefined {
  const day = date ? dayOf(date) : undefined;
  return day && day.getTime() / 1000;
}

/** `acresEach`: how many acres a unit of the axis is. */
export const dotsOverLand = (sales: readonly SetParcel[], acresEach: number) =>
  dotsOver(sales, (sale) => {
    const acres = acresOf(sale);
    return acres === undefined ? undefined : acres / acresEach;
  });
export const dotsOverTime = (sales: readonly SetParcel[]) => dotsOver(sales, secondsOf);

/** From left to right. */
function dotsOver(sales: readonly SetParcel[], xOf: (sale: SetParcel) => number | undefined): Dot[] {
  const dots = sales.flatMap((parcel) => {
    const x = xOf(parcel);
    const price = parcel.sales_price;
    return x === undefined || price === null ? [] : [{ x, price, parcel }];
  });
  return dots.sort((a, b) => a.x - b.x || a.price - b.price);
}

/** Of what there is to see. */
const MARGIN = 0.06;

type Reach = {
  values: readonly number[];
  /** Where all values are the same, or there is none. */
  least: number;
};

/** With a margin, so that no dot is cut off at an edge. Amounts have no axis below 0. */
export function rangeOf({ values, least }: Reach): [number, number] {
  const low = values.reduce((min, value) => Math.min(min, value), Number.POSITIVE_INFINITY);
  const high = values.reduce((max, value) => Math.max(max, value), Number.NEGATIVE_INFINITY);
  if (low > high) return [0, least];
  const margin = low === high ? least / 2 : (high - low) * MARGIN;
  return [low >= 0 ? Math.max(0, low - margin) : low - margin, high + margin];
}

export type Place = { x: number; y: number };

/** A finger, or a mouse that is nearly there. */
const REACH_PX = 24;

/** The index of the nearest place, if one is within reach. */
export function nearestTo(pointer: Place, places: readonly Place[], reachPx = REACH_PX): number | undefined {
  let nearest: number | undefined;
  let best = reachPx;
  places.forEach(({ x, y }, index) => {
    const distance = Math.hypot(x - pointer.x, y - pointer.y);
    if (distance > best || (distance === best && nearest !== undefined)) return;
    best = distance;
    nearest = index;
  });
  return nearest;
}
