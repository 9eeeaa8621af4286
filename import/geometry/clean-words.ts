// What the report says about geometries that were repaired or refused: closed lists, for counting.

/** Completes "Repaired: …". Turned windings and doubled points are repaired without a word: they harm nobody. */
export const REPAIRS = {
  closed: 'unclosed ring closed',
  spike: 'spike cut off',
  noAreaRing: 'ring without area dropped',
  crossing: 'crossing boundary untangled',
  overlapping: 'overlapping or touching rings put in order',
  antimeridian: 'joined across the 180th meridian',
  noLengthLine: 'line without length dropped',
} as const;

/** No parcel has as many. Each tile of the map that it reaches into would take seconds to draw, for everybody. */
export const CORNERS_MAX = 500_000;

/** Completes "Refused: …". Where a reader could not read a geometry: `a geometry that …`. */
export const REFUSALS = {
  none: 'no geometry',
  empty: 'an empty geometry',
  notAnArea: 'a point or a line, not an area',
  noArea: 'no area',
  noLength: 'a line without length',
  mixed: 'lines and points in one geometry',
  neither: 'neither an area nor a line nor a point',
  zero: 'coordinates that are both 0',
  notNumbers: 'coordinates that are not numbers',
  outsideWorld: 'a place outside the map of the world',
  outsideSystem: 'coordinates outside the coordinate system',
  tangled: 'a boundary too tangled to repair',
  tooManyCorners: `a boundary of more than ${CORNERS_MAX.toLocaleString('en-US')} corners`,
  tooManyPoints: `a line of more than ${CORNERS_MAX.toLocaleString('en-US')} points`,
  farAway: 'a place far away from the rest',
} as const;
