// The interface of the place store: geocoding by words or by a point. Places are replaced as a whole.
import type { PlaceType } from '../contract/place-types.ts';
import type { AreaGeometry, Bounds, LngLat } from '../geo/geometry.ts';

/** The types of places that contain others, the narrowest first. */
export const WITHIN_TYPES = ['place', 'postcode', 'district', 'region', 'country'] as const;
export type WithinType = (typeof WITHIN_TYPES)[number];
/** The ids of the parents of a place: the places that it lies in. */
export type Within = { [Type in WithinType]?: number | undefined };

/** Anything with a name. Streets are places of type address; houses are not places. */
export type PlaceRecord = {
  /** Ids run from 1 in the order of the records. */
  id: number;
  type: PlaceType;
  name: string;
  /** Other names, such as NC. */
  aliases?: readonly string[];
  /** As ISO 3166 writes it: 'us', 'US-NC'. */
  shortCode?: string;
  at: LngLat;
  bounds?: Bounds;
  /** For finding the places that contain a point. */
  area?: AreaGeometry;
  within: Within;
  /** What it is, where its type does not say: 'park', 'lake'. */
  category?: string;
  /** Whether it lies on the land of the loaded parcels, or around it. Such places come before all others. */
  isLocal?: boolean;
  /** Decides between equal matches: 0 for a street, about 1 for a hamlet, 9 for a metropolis, more for a state. */
  importance: number;
};

export type HouseRecord = {
  streetId: number;
  number: number;
  /** The letter after the number, such as A; usually empty. */
  suffix: string;
  at: LngLat;
};

export type CrossingRecord = { streetIds: readonly [number, number]; at: LngLat };

export type ReplacePlaces = {
  places: Iterable<PlaceRecord>;
  houses: Iterable<HouseRecord>;
  crossings: Iterable<CrossingRecord>;
  /**
   * The version of the parcel set that the places belong to: with another set, the places are made again. A promise if those parcels
   * are still being imported.
   */
  parcelVersion: string | Promise<string>;
  /** The attribution of the data, as text to be shown. */
  attribution: string;
};

export type PlaceSet = { parcelVersion: string; attribution: string };

export type PlaceQuery = {
  text: string;
  /** Undefined for all. */
  types: readonly PlaceType[] | undefined;
  /** Of equal matches, the nearest to this point comes first. */
  near: LngLat | undefined;
  bounds: Bounds | undefined;
  limit: number;
  /** Whether the last word may be incomplete. */
  isBeingTyped: boolean;
  forgivesErrors: boolean;
};

export type PointQuery = {
  point: LngLat;
  types: readonly PlaceType[] | undefined;
  /** The largest number of answers for each type. */
  limit: number;
};

/** The accuracy of a position, in Mapbox's terms. */
type Accuracy = 'parcel' | 'interpolated' | 'intersection' | 'street';

export type NamedPlace = { id: string; type: PlaceType; name: string; shortCode?: string };

export type FoundPlace = NamedPlace & {
  category?: string;
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
  /** Undefined until places have been loaded in a format that this version can read. */
  current(): PlaceSet | undefined;
  /** The best match first. */
  search(query: PlaceQuery): Promise<FoundPlace[]>;
  /** Reverse geocoding: the places at or around a point, the narrowest first. */
  findAt(query: PointQuery): Promise<FoundPlace[]>;
  /** Atomic: queries use the old places until the new ones are complete. */
  replaceAll(replacement: ReplacePlaces): Promise<void>;
  /** A health check: resolves if places can be read, or if there are none to be read. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
