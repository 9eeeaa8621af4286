// How far ZIP codes reach: from parcels where that is known, else about as far as the next one.
import type { Bounds, LngLat } from '../geo/geometry.ts';
import { boxAround, kilometersBetween } from '../geo/kilometers-between.ts';
import type { PlaceRecord } from '../store/place-store.ts';

/** Of the parcels, on each side: one with a mistake in its ZIP code must not stretch it over the county. */
const TRIMMED_SHARE = 0.01;
/** Fewer tell nothing of a ZIP code. */
const PARCELS_MIN = 20;

/** Gathers where parcels with a ZIP code lie. */
export class ZipReach {
  readonly #spots = new Map<string, LngLat[]>();

  add(zip: string, at: LngLat): void {
    const code = zip.slice(0, 5);
    const spots = this.#spots.get(code);
    if (spots) spots.push(at);
    else this.#spots.set(code, [at]);
  }

  widen(places: readonly PlaceRecord[]): void {
    for (const place of places) {
      const spots = place.type === 'postcode' ? this.#spots.get(place.name) : undefined;
      if (spots && spots.length >= PARCELS_MIN) place.bounds = trimmedBounds(spots);
    }
  }
}

function trimmedBounds(spots: readonly LngLat[]): Bounds {
  const [west, east] = trimmed(spots.map(({ lng }) => lng));
  const [south, north] = trimmed(spots.map(({ lat }) => lat));
  return { west, south, east, north };
}

function trimmed(values: number[]): [number, number] {
  values.sort((a, b) => a - b);
  const left = Math.floor(values.length * TRIMMED_SHARE);
  return [values[left]!, values[values.length - 1 - left]!];
}

/** Post offices that share a building have the same point, or nearly. */
const SAME_KILOMETERS = 0.3;
const REACH_MAX_KILOMETERS = 30;
const CELL_DEGREES = 0.25;

/** Around each point, as far as the next one. */
export function boxesBetween(points: readonly LngLat[]): Bounds[] {
  const cells = new Map<string, LngLat[]>();
  for (const at of points) {
    const key = cellOf(at);
    const cell = cells.get(key);
    if (cell) cell.push(at);
    else cells.set(key, [at]);
  }
  return points.map((at) => {
    let nearest = REACH_MAX_KILOMETERS;
    for (const right of [-1, 0, 1]) {
      for (const up of [-1, 0, 1]) {
        const around = { lng: at.lng + right * CELL_DEGREES, lat: at.lat + up * CELL_DEGREES };
        for (const other of cells.get(cellOf(around)) ?? []) {
          const kilometers = kilometersBetween(at, other);
          if (kilometers > SAME_KILOMETERS && kilometers < nearest) nearest = kilometers;
        }
      }
    }
    return boxAround(at, nearest);
  });
}

function cellOf({ lng, lat }: LngLat): string {
  return `${Math.floor(lng / CELL_DEGREES)} ${Math.floor(lat / CELL_DEGREES)}`;
}
