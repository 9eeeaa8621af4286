// The interface of a parcel store. It holds the parcels of one or more sources (counties) side by side. A source is
// replaced or removed as a whole; parcels are never edited one by one.

import type { SearchableBy } from '../contract/client-config.ts';
import type { CountyField, Parcel, ParcelMatch } from '../contract/parcel.ts';
import type { ParcelFields } from '../contract/parcel-columns.ts';
import type { AreaGeometry, Bounds, LngLat, TileAddress } from '../geo/geometry.ts';
import type { TileParcel } from '../geo/parcel-tile.ts';
import type { ParcelQueries } from './parcel-queries.ts';

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

/** The geometry may be encoded already (geometry-code.ts), as that of staged rows is. */
export type ParcelToLoad = Omit<ParcelRecord, 'geometry'> & {
  geometry: AreaGeometry | Uint8Array;
  /** A lot that the import has made up to hold its units: no row of the county. */
  isSummary?: boolean;
};

/** One of several holdings on one lot. It is found by its own PIN and owner, and has the shape of its lot. */
export type UnitRecord = ParcelFields & { more?: readonly CountyField[] };

/** The demo county can be generated again at any time; imported parcels cannot. */
export type ParcelSetKind = 'demo' | 'imported';

/** Where the parcels of a source are. */
export type Extent = {
  bounds: Bounds;
  /** Where they are densest. */
  center: LngLat;
  /** Closed lines of longitude and latitude, one around each part of the land. Sources that older versions loaded have none. */
  outline?: [number, number][][] | undefined;
};

/** Where some of the parcels come from, such as one county. */
export type ParcelSource = Extent & {
  /** See SOURCE_NAME: 'iredell'. */
  name: string;
  /** Shown to people: 'Iredell County, North Carolina'. */
  title: string;
  /** A credit that the publisher asks for. */
  attribution: string | null;
  kind: ParcelSetKind;
  /** Changes whenever the source is replaced. */
  version: string;
  /** ISO 8601, of the import. */
  loadedAt: string;
  /** The day of the data, YYYY-MM-DD, where known. */
  dataDate: string | null;
  /** Parcels, without units. */
  count: number;
  /** Units of lots that have several. Not known of sources that older versions loaded. */
  unitCount?: number | undefined;
  /** What its parcels can be searched by, besides their PINs. Not known of sources that older versions loaded. */
  searchable?: readonly SearchableBy[] | undefined;
  /** JSON of the options that the next refresh repeats. The store does not interpret it. */
  recipe: string | null;
};

/** What is known of parcels once they are loaded. */
export type LoadFacts = Pick<ParcelSource, 'count' | 'unitCount' | 'searchable'>;

/** What the importer knows about a source; the rest of ParcelSource follows from its parcels. */
export type SourceDescription = Pick<
  ParcelSource,
  'name' | 'title' | 'attribution' | 'kind' | 'dataDate' | 'recipe'
>;

/** The parcels that are loaded now. The version changes with every change of a source and is part of every tile's ETag. */
export type ParcelSet = {
  version: string;
  count: number;
  /** Where the parcels come from, as one line of text to be shown. */
  source: string;
  kind: ParcelSetKind;
  bounds: Bounds;
  /** Where the parcels of the largest source are densest. */
  center: LngLat;
  /** The one loaded first comes first, and keeps its place when it is replaced. */
  sources: readonly ParcelSource[];
  /** The source whose parcels are named by their PINs alone (contract/parcel-pin.ts), while it is loaded. */
  bareSource?: string | undefined;
};

/** What every format since FIRST_FORMAT_WITH_SOURCES tells of a source. */
export type OlderSource = Pick<
  ParcelSource,
  'name' | 'title' | 'attribution' | 'kind' | 'loadedAt' | 'dataDate' | 'count' | 'recipe'
> & { hasBarePins: boolean };

/** A set that an older version of Platbook has loaded, in a format that this version cannot read. It stays beside the set of this one. */
export type OlderSet = Pick<ParcelSet, 'version' | 'source' | 'kind'> & {
  format: number;
  sources: readonly OlderSource[];
};

export type ParcelShape = { pin: string; geometry: AreaGeometry };

/** The parcels, and the version of the set that they were read from. */
export type ParcelInBox = TileParcel & { siteAddress: string | null };
export type ParcelsInBox = { version: string; parcels: ParcelInBox[] };

/** A gzipped vector tile, and the version of its set. An empty tile has no bytes. */
export type StoredTile = { version: string; gzip: Uint8Array | undefined };

/** The stage of a load that counts parcels. The others count steps of different size. */
export const WRITING_PARCELS = 'Writing parcels';

/** The stage before one: only one process changes a set at a time. */
export const WAITING_TO_LOAD = 'Waiting for another import';

export type LoadProgress = { stage: string; done: number; total: number | undefined };

export type ChangeOptions = {
  /** Ends the change, or the wait for its turn, and leaves the set as it is. */
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: LoadProgress) => void) | undefined;
};

export type ReplaceSource = SourceDescription &
  ChangeOptions & {
    parcels: Iterable<ParcelToLoad> | AsyncIterable<ParcelToLoad>;
    /** Used only to report progress. */
    expectedCount: number;
    /** If any parcels are loaded when its turn has come, does nothing. */
    unlessLoaded?: boolean;
  };

/** A parcel or a unit as it was loaded, with the PIN that the county writes. */
export type SourceParcel = ParcelFields & {
  centroid: LngLat;
  isUnit: boolean;
  /** encodeGeometry bytes, where asked for. A unit has none of its own. */
  shape: Uint8Array | undefined;
};

export interface ParcelStore {
  /** Questions about sets of parcels. */
  readonly queries: ParcelQueries;
  /** Undefined until parcels have been loaded for the first time. Answered from memory. */
  current(): ParcelSet | undefined;
  /** Adopts at once what another process may have loaded, instead of noticing it a little later. */
  catchUp(): Promise<ParcelSet | undefined>;
  /** Set while all parcels there are have a format older than PARCEL_FORMAT: there is no current set then, until parcels are loaded. */
  outdated(): OlderSet | undefined;
  /** What the version before has left, also beside a current set. */
  older(): Promise<OlderSet | undefined>;
  /** Ends the way back. */
  removeOlder(): Promise<void>;
  /** When parcels of this format were first served, ISO 8601. Undefined before, and while an upgrade loads them. */
  liveSince(): string | undefined;
  /** Of a store that was opened for an upgrade: shows what it has loaded to everybody. */
  goLive(): Promise<void>;
  /** Whether parcels were loaded once, and the last source has been removed since. */
  isEmptied(): boolean;
  /** Counties that were imported, but are not in the current set, because a file of theirs is damaged. */
  damaged(): readonly ParcelSource[];
  /**
   * Takes PIN~source (contract/parcel-pin.ts), or a PIN alone. That is one of the source loaded first; while that is not loaded, the
   * first of the others that has it wins.
   */
  findByPin(pin: string): Promise<Parcel | undefined>;
  /**
   * A shared edge belongs to exactly one of the neighbors. Where parcels overlap, the source loaded first wins, then the
   * lowest PIN.
   */
  findAt(point: LngLat): Promise<Parcel | undefined>;
  /** A unit has the shape of its lot. */
  findShape(pin: string): Promise<ParcelShape | undefined>;
  search(query: { text: string; limit: number }): Promise<ParcelMatch[]>;
  /** The same as JSON text, for callers that only pass it on. */
  searchJson(query: { text: string; limit: number }): Promise<string>;
  /** Parcels whose bounds touch the box, in PIN order. Undefined until parcels have been loaded. */
  inBox(query: { bounds: Bounds; limit: number }): Promise<ParcelsInBox | undefined>;
  /** A tile drawn at load time (see STORED_TILE_ZOOM_MAX). Undefined until parcels have been loaded. */
  storedTile(address: TileAddress): Promise<StoredTile | undefined>;
  /** A deeper tile, drawn now, off this thread. Undefined until parcels have been loaded. */
  deepTile(address: TileAddress): Promise<StoredTile | undefined>;
  /**
   * Loads a source, in place of the one of the same name if there is one. Atomic: readers see the old set until the new
   * one is complete, then only the new one. Imported parcels also replace the demo county, in the same swap. While
   * another process changes the set, it waits.
   */
  replaceSource(replacement: ReplaceSource): Promise<ParcelSet>;
  /** Atomic likewise. Answers the set that is left. */
  removeSource(name: string, options?: ChangeOptions): Promise<ParcelSet | undefined>;
  /** All parcels and units of a source, in batches and in no certain order. */
  readSource(query: { name: string; withShapes: boolean }): AsyncIterable<SourceParcel[]>;
  /** Calls the listener after each change of the set, by this process or another. Returns a function that ends that. */
  onChange(listener: (set: ParcelSet | undefined) => void): () => void;
  /** A health check: resolves when the store answers, rejects when it cannot. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Tiles up to this zoom are drawn when parcels are loaded, deeper ones on demand. */
export const STORED_TILE_ZOOM_MAX = 16;
