// A layer of a county's data, as every reader presents it: fields, a coordinate system, and features in batches.

export type FieldType = 'text' | 'number' | 'date' | 'boolean';

export type LayerField = {
  name: string;
  type: FieldType;
  /** A longer name for people, where the source has one. */
  alias?: string;
};

/** Dates of a typed date column are text of the form YYYY-MM-DD. Everything else is as the source has it. */
export type RawValue = string | number | boolean | null;

/** Coordinates of one ring: x0, y0, x1, y1, … in the layer's own system, closed or not. Z and M are dropped. */
export type RawRing = Float64Array;

export type RawGeometry =
  /** Polygons, each with its outer ring first. */
  | { kind: 'polygons'; polygons: RawRing[][] }
  /** Rings of outer boundaries and holes in one list, as Shapefiles and ArcGIS write them: the reader of this nests them. */
  | { kind: 'rings'; rings: RawRing[] }
  /** Each line as x0, y0, x1, y1, … */
  | { kind: 'lines'; lines: RawRing[] }
  /** x0, y0, x1, y1, … */
  | { kind: 'points'; points: Float64Array }
  /** What is none of these, such as lines and points in one collection. */
  | { kind: 'other'; type: string }
  /** A geometry that could not be read, and why: completes the sentence "The geometry …". */
  | { kind: 'unreadable'; reason: string };

/** Rings, lines or points of a geometry, without regard to what they are. */
export function coordinateLists(geometry: RawGeometry | null): readonly Float64Array[] {
  switch (geometry?.kind) {
    case 'polygons':
      return geometry.polygons.flat();
    case 'rings':
      return geometry.rings;
    case 'lines':
      return geometry.lines;
    case 'points':
      return [geometry.points];
    default:
      return [];
  }
}

/** Feet and meters of a county have more digits. What is not a number, as of an empty point, says nothing. */
export function areDegrees(list: Float64Array): boolean {
  return !list.some((value, at) => Math.abs(value) > (at % 2 === 0 ? 180 : 90));
}

export type RawFeature = {
  /** As the source counts its rows, from 1. */
  row: number;
  /** By the names of the layer's fields. A missing key is the same as null. */
  properties: Record<string, RawValue>;
  geometry: RawGeometry | null;
};

/** A coordinate system as a source names it. */
export type CrsName =
  | { kind: 'epsg'; code: number }
  /** Well-known text, version 1 (also Esri's) or 2. */
  | { kind: 'wkt'; text: string }
  | { kind: 'projjson'; value: unknown }
  | { kind: 'proj4'; text: string };

export type ReadOptions = {
  /** Aborting ends the iteration with the signal's reason. */
  signal?: AbortSignal;
  /** Starts over with every call; only the first features are wanted where it is set. */
  limit?: number;
};

export type Layer = {
  name: string;
  /** `area` also where other shapes are among the areas; `none` for a table without shapes. */
  geometry: 'area' | 'line' | 'point' | 'other' | 'none' | 'unknown';
  fields: readonly LayerField[];
  /** Undefined where the source does not say. */
  crs: CrsName | undefined;
  /** Undefined where the source does not say. */
  count: number | undefined;
  /** A credit that the source asks for, as plain text. */
  attribution?: string;
  /** What the operator should know before this layer is imported, in sentences. */
  notes?: readonly string[];
  /** Why a layer that may be meant as parcels has no shapes, in a sentence. */
  noShapesReason?: string;
  /** Of a layer whose rows share shapes, because a table was joined to it: whether a field has another value in each row. */
  isUnique?: (field: string) => boolean;
  /** The day of its newest file, YYYY-MM-DD; undefined where that is not known. */
  day?: string;
  /**
   * All features in the order of the source, in batches of at most FEATURES_PER_BATCH. Can be called again. Throws an
   * OperatorError in words for a broken source: nothing is then imported.
   */
  read(options?: ReadOptions): AsyncIterable<RawFeature[]>;
};

export const FEATURES_PER_BATCH = 500;

/** A source that has been opened: a file, an archive of files, or a service. */
export type OpenSource = {
  layers: readonly Layer[];
  /** The requests that reading would send, in words, for a dry run. */
  plan?: readonly string[];
  /** To be said to the operator. Reading a layer may add to it. */
  notes?: readonly string[];
  /** Removes temporary files. */
  close(): Promise<void>;
};

/** How far a long step is, for the progress bar. `total` is undefined where it is not known. */
export type StepProgress = {
  stage: string;
  done: number;
  total: number | undefined;
  /** Steps differ in size, so their number means nothing to people. */
  unit: 'rows' | 'bytes' | 'requests' | 'steps';
};
