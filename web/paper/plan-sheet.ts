// What a sheet will show: its scale, its land, and in words whether all that was asked for is on it.
import {
  type Box,
  centerOf,
  fittingScale,
  landInFrame,
  layoutOf,
  type SheetLayout,
  sizeInFeet,
} from '../../contract/map-sheet.ts';
import type { Bounds, LngLat } from '../../geo/geometry.ts';
import type { SheetSubject } from '../map-store.ts';
import type { SheetChoices } from './sheet-choices.ts';

export type SheetPlan = {
  layout: SheetLayout;
  feetPerInch: number;
  center: LngLat;
  /** In the frame. */
  land: Bounds;
  words: string;
  isCut: boolean;
};

type Wanted = Pick<SheetChoices, 'paper' | 'isAcross' | 'scale'>;

export function planSheet(
  { bounds, count }: Pick<SheetSubject, 'bounds' | 'count'>,
  wanted: Wanted,
): SheetPlan {
  const layout = layoutOf(wanted);
  const { map: frame } = layout;
  const center = centerOf(bounds);
  const feetPerInch = wanted.scale === 'fit' ? fittingScale(bounds, frame) : wanted.scale;
  const shown = { width: frame.width * feetPerInch, height: frame.height * feetPerInch };
  const size = sizeInFeet(bounds);
  const isCut = size.width > shown.width || size.height > shown.height;
  return {
    layout,
    feetPerInch,
    center,
    land: landInFrame({ center, feetPerInch, frame }),
    isCut,
    words: inWords({ feetPerInch, shown, size, isCut, isOne: count === 1 }),
  };
}

type Size = Pick<Box, 'width' | 'height'>;
type InWords = { feetPerInch: number; shown: Size; size: Size; isCut: boolean; isOne: boolean };

function inWords({ feetPerInch, shown, size, isCut, isOne }: InWords): string {
  const scale = `At ${scaleInWords(feetPerInch)} the sheet shows ${distance(shown.width)} by ${distance(shown.height)}.`;
  const all = isOne ? 'All of the parcel' : 'All of the parcels';
  if (!isCut) return `${scale} ${all} will be on it.`;
  const sides = [
    ...(size.width > shown.width ? [`${distance(size.width)} wide`] : []),
    ...(size.height > shown.height ? [`${distance(size.height)} high`] : []),
  ];
  return `${scale} ${isOne ? 'The parcel is' : 'The parcels are'} ${sides.join(' and ')} and will be cut off.`;
}

export const scaleInWords = (feetPerInch: number) => `1 in = ${feetPerInch.toLocaleString('en-US')} ft`;

const FEET_PER_MILE = 5280;

function distance(feet: number): string {
  if (feet < 2 * FEET_PER_MILE) return `${Math.round(feet).toLocaleString('en-US')} ft`;
  return `${(feet / FEET_PER_MILE).toLocaleString('en-US', { maximumFractionDigits: 1 })} mi`;
}
