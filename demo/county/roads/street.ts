// A street of the plan: its line, its class, and the setting that its name depends on.
import type { RoadClass } from '../county.ts';
import type { Point } from '../plane/point.ts';

type StreetSetting =
  | { kind: 'grid'; town: number; isAlong: boolean; index: number }
  | { kind: 'subdivision'; subdivision: number }
  | { kind: 'highway' }
  | { kind: 'country' };

export type Street = {
  class: RoadClass;
  line: Point[];
  setting: StreetSetting;
  /** Whether its dead ends have a cul-de-sac bulb. */
  hasBulb: boolean;
};

/** Half the right-of-way, in meters. */
export const HALF_WIDTH: Record<RoadClass, number> = {
  motorway: 40,
  arterial: 15,
  collector: 10,
  country: 9,
  local: 7.5,
  ramp: 7,
  trail: 0,
};

export const BULB_RADIUS = 14;
