// What lies on a parcel, in words.
import { NO_VALUE, type OverlayPart, type OverlaysOnParcel } from '../../contract/overlays.ts';
import { METERS_PER_FOOT } from '../../geo/local-plane.ts';
import type { Sizes } from '../sizes.ts';

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** 'AE: 34% (2.1 acres)', 'Sewer main: 120 ft', 'Hydrant: 2'. */
export const formatPart = (part: OverlayPart, sizes: Sizes) =>
  `${part.value || NO_VALUE}: ${partSize(part, sizes)}`;

export function partSize(part: OverlayPart, sizes: Sizes): string {
  if ('share' in part) return `${formatShare(part.share)} (${sizes.roughAcres(part.acres)})`;
  return 'feet' in part ? distance(part.feet, sizes) : whole.format(part.count);
}

type Nearest = NonNullable<OverlaysOnParcel['overlays'][number]['nearest']>;

export const formatNearest = (nearest: Nearest, sizes: Sizes) =>
  `Nearest: ${nearest.value && `${nearest.value}, `}${distance(nearest.feet, sizes)} away`;

/** '612 to 684 ft, mean 640 ft; slope 6%'. */
export function formatGround(ground: NonNullable<OverlaysOnParcel['ground']>, { short }: Sizes): string {
  const rounded = (feet: number) => whole.format((feet * METERS_PER_FOOT) / short.meters);
  const [lowest, highest] = [rounded(ground.lowest_feet), rounded(ground.highest_feet)];
  const heights =
    lowest === highest
      ? `${lowest} ${short.unit}`
      : `${lowest} to ${highest} ${short.unit}, mean ${rounded(ground.mean_feet)} ${short.unit}`;
  return `${heights}; slope ${whole.format(ground.slope_percent)}%`;
}

/** All is all: rounding alone must not make it 100%. */
const ALL = 0.9995;

function formatShare(share: number): string {
  if (share >= ALL) return '100%';
  return share < 0.01 ? '<1%' : `${Math.min(Math.round(share * 100), 99)}%`;
}

function distance(feet: number, { length, short }: Sizes): string {
  const meters = feet * METERS_PER_FOOT;
  return meters < short.meters / 2 ? `<1 ${short.unit}` : length(meters);
}
