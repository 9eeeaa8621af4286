// Parcels: read by everybody, replaced as a whole, never edited one by one.
import type { Parcel, ParcelMatch } from '../contract/parcel.ts';
import type { AreaGeometry, Bounds, LngLat, TileAddress } from '../geo/geometry.ts';
import type { TileParcel } from '../geo/parcel-tile.ts';
import type { ParcelRecord } from './parcel-record.ts';

/** What is loaded now. The version changes with every replacement and is part of every tile's ETag. */
export type ParcelSet = {
  version: string;
  count: number;
  /** Plain words on where the parcels come from. */
  source: string;
  bounds: Bounds;
};

/** A set that an older version of Platbook has loaded, in a format that is no longer read. */
export type OutdatedSet = Pick<ParcelSet, 'version' | 'source'>;

export type ParcelShape = { pin: string; geometry: AreaGeometry };

/** The version is that of the set they were read from. */
export type ParcelsInBox = { version: string; parcels: TileParcel[] };

/** A gzipped vector tile and the set it was made from; no bytes where the tile is empty. */
export type StoredTile = { version: string; gzip: Uint8Array | undefined };

export type LoadProgress = { stage: string; done: number; total: number };

export type ReplaceParcels = {
  parcels: Iterable<ParcelRecord> | AsyncIterable<ParcelRecord>;
  /** For the progress only. */
  expectedCount: number;
  source: string;
  /** Where somebody else has loaded parcels, or is loading them now, theirs are waited for and kept. */
  unlessLoaded?: boolean;
  onProgress?: (progress: LoadProgress) => void;
};

export interface ParcelStore {
  /** Undefined until parcels have been loaded for the first time. Cheap: answered from memory. */
  current(): ParcelSet | undefined;
  /** What stands there instead of a current set, until it is replaced. */
  outdated(): OutdatedSet | undefined;
  findByPin(pin: string): Promise<Parcel | undefined>;
  /** On a shared edge one of the neighbors answers, always the same one. */
  findAt(point: LngLat): Promise<Parcel | undefined>;
  findShape(pin: string): Promise<ParcelShape | undefined>;
  search(query: { text: string; limit: number }): Promise<ParcelMatch[]>;
  /** Parcels whose bounds touch the box, in PIN order. Undefined until parcels have been loaded. */
  inBox(query: { bounds: Bounds; limit: number }): Promise<ParcelsInBox | undefined>;
  /** Tiles of the zooms made at load time (see STORED_TILE_ZOOM_MAX). Undefined until parcels have been loaded. */
  storedTile(address: TileAddress): Promise<StoredTile | undefined>;
  /** All or nothing: readers see the old set until the new one is complete, then only the new one. */
  replaceAll(replacement: ReplaceParcels): Promise<ParcelSet>;
  /** Resolves when the store answers, rejects when it cannot. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Zooms up to this one are made when parcels are loaded; deeper ones on demand. */
export const STORED_TILE_ZOOM_MAX = 16;
