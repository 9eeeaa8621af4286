// The interface of a parcel store. Parcels are replaced as a whole and never edited one by one.
import type { CountyField, Parcel, ParcelMatch } from '../contract/parcel.ts';
import type { ParcelFields } from '../contract/parcel-columns.ts';
import type { AreaGeometry, Bounds, LngLat, TileAddress } from '../geo/geometry.ts';
import type { TileParcel } from '../geo/parcel-tile.ts';

/** A parcel as it is loaded into a store. */
export type ParcelRecord = ParcelFields & {
  /** A point inside the geometry. */
  centroid: LngLat;
  /** On the grid of GRID_PER_DEGREE; outer rings counter-clockwise, holes clockwise (RFC 7946). */
  geometry: AreaGeometry;
  /** The county's own fields that have no column here, in its order. */
  more?: readonly CountyField[];
  /** The holdings on this lot, if it has several. Their PINs differ from those of all parcels and other units. */
  units?: readonly UnitRecord[];
};

/** One of several holdings on one lot. It is found by its own PIN and owner, and has the shape of its lot. */
export type UnitRecord = ParcelFields & { more?: readonly CountyField[] };

/** The demo county can be generated again at any time; imported parcels cannot. */
export type ParcelSetKind = 'demo' | 'imported';

/** The parcels that are loaded now. The version changes with every replacement and is part of every tile's ETag. */
export type ParcelSet = {
  version: string;
  count: number;
  /** Where the parcels come from, as text to be shown. */
  source: string;
  kind: ParcelSetKind;
  bounds: Bounds;
};

/** A set that an older version of Platbook has loaded, in a format that this version cannot read. */
export type OutdatedSet = Pick<ParcelSet, 'version' | 'source' | 'kind'>;

/** Older formats store no kind. */
export const SET_KIND_SINCE_FORMAT = 3;

/** In formats without a kind, the source that the demo county was loaded with is the only evidence of it. */
export function kindOfOldSet(source: string): ParcelSetKind {
  return source === 'Demo county (fictional)' ? 'demo' : 'imported';
}

export type ParcelShape = { pin: string; geometry: AreaGeometry };

/** The parcels, and the version of the set that they were read from. */
export type ParcelsInBox = { version: string; parcels: TileParcel[] };

/** A gzipped vector tile, and the version of its set. An empty tile has no bytes. */
export type StoredTile = { version: string; gzip: Uint8Array | undefined };

export type LoadProgress = { stage: string; done: number; total: number };

export type ReplaceParcels = {
  parcels: Iterable<ParcelRecord> | AsyncIterable<ParcelRecord>;
  /** Used only to report progress. */
  expectedCount: number;
  source: string;
  kind: ParcelSetKind;
  /** If parcels are loaded, does nothing. If another process is loading them, waits for it to finish. */
  unlessLoaded?: boolean;
  onProgress?: (progress: LoadProgress) => void;
};

export interface ParcelStore {
  /** Undefined until parcels have been loaded for the first time. Answered from memory. */
  current(): ParcelSet | undefined;
  /** Set when the stored format is older than PARCEL_FORMAT: there is no current set then, until parcels are loaded. */
  outdated(): OutdatedSet | undefined;
  findByPin(pin: string): Promise<Parcel | undefined>;
  /** A shared edge belongs to exactly one of the neighbors. Where parcels overlap, the lowest PIN wins. */
  findAt(point: LngLat): Promise<Parcel | undefined>;
  findShape(pin: string): Promise<ParcelShape | undefined>;
  search(query: { text: string; limit: number }): Promise<ParcelMatch[]>;
  /** Parcels whose bounds touch the box, in PIN order. Undefined until parcels have been loaded. */
  inBox(query: { bounds: Bounds; limit: number }): Promise<ParcelsInBox | undefined>;
  /** A tile drawn at load time (see STORED_TILE_ZOOM_MAX). Undefined until parcels have been loaded. */
  storedTile(address: TileAddress): Promise<StoredTile | undefined>;
  /** Atomic: readers see the old set until the new one is complete, then only the new one. */
  replaceAll(replacement: ReplaceParcels): Promise<ParcelSet>;
  /** A health check: resolves when the store answers, rejects when it cannot. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Tiles up to this zoom are drawn when parcels are loaded, deeper ones on demand. */
export const STORED_TILE_ZOOM_MAX = 16;
