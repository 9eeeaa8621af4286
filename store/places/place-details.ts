// What is too much to hold in memory, and is asked for the few places that a question comes down to.
import type { AreaGeometry, LngLat } from '../../geo/geometry.ts';

export type House = { number: number; suffix: string; at: LngLat };
export type HouseOnStreet = House & { streetId: number };
export type Crossing = { otherId: number; at: LngLat };

export type PlaceDetails = {
  /** Those with this number: one, or several with suffixes. */
  housesNumbered(query: { streetId: number; number: number }): House[];
  /** The houses of a street with the next lower and the next higher number; of one side of the street, or of both. */
  housesAround(query: {
    streetId: number;
    number: number;
    sameSide: boolean;
  }): [House | undefined, House | undefined];
  crossingsOf(streetId: number): Crossing[];
  /** The nearest first. */
  housesNear(query: { point: LngLat; limit: number }): HouseOnStreet[];
  areaOf(placeId: number): AreaGeometry | undefined;
};
