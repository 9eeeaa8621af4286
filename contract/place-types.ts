// The types of places in Mapbox's geocoding API, apart from its schemas: the thread that searches places needs no others.

/** From the largest to the smallest. Streets and intersections have the type address, like houses. */
export const PLACE_TYPES = [
  'country',
  'region',
  'district',
  'postcode',
  'place',
  'locality',
  'neighborhood',
  'address',
  'poi',
] as const;
export type PlaceType = (typeof PLACE_TYPES)[number];
