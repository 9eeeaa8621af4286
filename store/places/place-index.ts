// The index that a place search reads, its parsed query, and its hits.
import type { AreaGeometry, LngLat } from '../../geo/geometry.ts';
import type { PlaceQuery } from '../place-store.ts';
import type { QueryWord } from '../place-words.ts';
import type { PlaceTable } from './place-table.ts';
import type { Ranked } from './score.ts';
import type { WordMatcher } from './word-matcher.ts';

export type PlaceIndex = { places: PlaceTable; matcher: WordMatcher; details: PlaceDetails };

export type House = { number: number; suffix: string; at: LngLat };
export type HouseOnStreet = House & { streetId: number };
type Crossing = { otherId: number; at: LngLat };

/** Data that is too large to keep in memory. It is read from disk for the best candidates only. */
export type PlaceDetails = {
  /** The houses with this number: one, or several with suffixes. */
  housesNumbered(query: { streetId: number; number: number }): House[];
  /** The houses with the next lower and the next higher number, on one side of the street or on both. */
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

export type ParsedQuery = PlaceQuery & { words: readonly QueryWord[] };

export type FoundHouse = { text: string; at: LngLat; accuracy: 'parcel' | 'interpolated' };

export type PlaceHit = Ranked & {
  at: LngLat;
  /** On the loaded land, or around it. */
  isLocal: boolean;
  /** The query is its whole name, perhaps with where it lies. */
  isExact: boolean;
  /** How many words of the query it does not match, not counting a house number. */
  missingWords: number;
  house?: FoundHouse;
  /** The other street, if the hit is a crossing. */
  otherId?: number;
};

/** How many candidates are examined closely. Each costs a read from disk. */
export const CANDIDATES_MAX = 30;
