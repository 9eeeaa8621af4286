// What lies on a parcel, in words.
import { FEET_PER_METER } from '../../contract/limits.ts';
import { NO_VALUE, type OverlayPart, type OverlaysOnParcel } from '../../contract/overlays.ts';
import { formatDistance } from '../land-size.ts';

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** 'AE: 34% (2.1 acres)', 'Sewer main: 120 ft', 'Hydrant: 2'. */
export const formatPart = (part: OverlayPart) => `${part.value || NO_VALUE}: ${partSize(part)}`;

export function partSize(part: OverlayPart): string {
  if ('share' in part) return `${formatShare(part.share)} (${acres(part.acres)})`;
  return 'feet' in part ? feet(part.feet) : whole.format(part.count);
}

type Nearest = NonNullable<OverlaysOnParcel['overlays'][number]['nearest']>;

export const formatNearest = (nearest: Nearest) =>
  `Nearest: ${nearest.value && `${nearest.value}, `}${feet(nearest.feet)} away`;

/** '612 to 684 ft, mean 640 ft; slope 6%'. */
export function formatGround(ground: NonNullable<OverlaysOnParcel['ground']>): string {
  const [lowest, highest] = [whole.format(ground.lowest_feet), whole.format(ground.highest_feet)];
  const heights =
    lowest === highest
      ? `${lowest} ft`
      : `${lowest} to ${highest} ft, mean ${whole.format(ground.mean_feet)} ft`;
  return `${heights}; slope ${whole.format(ground.slope_percent)}%`;
}

/** All is all: rounding alone must not make it 100%. */
const ALL = 0.9995;

function formatShare(share: number): string {
  if (share >= ALL) return '100%';
  return share < 0.01 ? '<1%' : `${Math.min(Math.round(share * 100), 99)}%`;
}

/** '0.04 acres', '1 acre', '2.1 acres', '640 acres'. */
function acres(size: number): string {
  if (size < 0.005) return '<0.01 acres';
  const number = size.toLocaleString('en-US', { maximumFractionDigits: size < 0.995 ? 2 : 1 });
  return number === '1' ? '1 acre' : `${number} acres`;
}

const feet = (length: number) => (length < 0.5 ? '<1 ft' : formatDistance(length / FEET_PER_METER));
