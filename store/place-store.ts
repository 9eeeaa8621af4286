// Places with names, for finding them by their words or by a point: read by everybody, replaced as a whole.
import type { PlaceType } from '../contract/geocoding.ts';
import type { AreaGeometry, Bounds, LngLat } from '../geo/geometry.ts';

/** The kinds of place that others lie in, the narrowest first. */
export const WITHIN_TYPES = ['place', 'postcode', 'district', 'region', 'country'] as const;
export type WithinType = (typeof WITHIN_TYPES)[number];
/** The ids of what a place lies in. */
export type Within = { [Type in WithinType]?: number | undefined };

/** Anything with a name of its own. A street is one, of type address; its houses are not. */
export type PlaceRecord = {
  /** Counts up from 1 in the order of the records. */
  id: number;
  type: PlaceType;
  name: string;
  /** Other names that it goes by, such as NC. */
  aliases?: readonly string[];
  /** As ISO 3166 writes it: 'us', 'US-NC'. */
  shortCode?: string;
  at: LngLat;
  bounds?: Bounds;
  /** For telling what a point lies in. */
  area?: AreaGeometry;
  within: Within;
  /** What decides between equal matches: 0 for a street, about 1 for a hamlet, 9 for a metropolis, more for a state. */
  importance: number;
};

export type HouseRecord = {
  streetId: number;
  number: number;
  /** What follows the number, such as A; empty for most. */
  suffix: string;
  at: LngLat;
};

export type CrossingRecord = { streetIds: readonly [number, number]; at: LngLat };

export type ReplacePlaces = {
  places: Iterable<PlaceRecord>;
  houses: Iterable<HouseRecord>;
  crossings: Iterable<CrossingRecord>;
  /** What they were made from, so that it can be told later whether they still fit. */
  madeFrom: string;
  /** Whom to thank for them, in words to be shown. */
  attribution: string;
};

export type PlaceSet = { madeFrom: string; attribution: string };

export type PlaceQuery = {
  text: string;
  /** Undefined for all. */
  types: readonly PlaceType[] | undefined;
  /** Of equal matches the nearest to this comes first. */
  near: LngLat | undefined;
  bounds: Bounds | undefined;
  limit: number;
  /** Whether the last word may be the beginning of one. */
  isBeingTyped: boolean;
  forgivesErrors: boolean;
};

export type PointQuery = {
  point: LngLat;
  types: readonly PlaceType[] | undefined;
  /** Of each type. */
  limit: number;
};

/** How well a position is known, in Mapbox's words. */
export type Accuracy = 'parcel' | 'interpolated' | 'intersection' | 'street';

export type NamedPlace = { id: string; type: PlaceType; name: string; shortCode?: string };

export type FoundPlace = NamedPlace & {
  houseNumber?: string;
  /** For type address only. */
  accuracy?: Accuracy;
  at: LngLat;
  bounds?: Bounds;
  /** 0 to 1. */
  relevance: number;
  /** The narrowest first. */
  within: NamedPlace[];
};

export interface PlaceStore {
  /** Undefined until places have been loaded, by a version of Platbook whose places this one can read. */
  current(): PlaceSet | undefined;
  /** The best match first. */
  search(query: PlaceQuery): Promise<FoundPlace[]>;
  /** What is at or around a point, the narrowest first. */
  findAt(query: PointQuery): Promise<FoundPlace[]>;
  /** All or nothing: the old places answer until the new ones are complete. */
  replaceAll(replacement: ReplacePlaces): Promise<void>;
  close(): Promise<void>;
}
