// INTERIM: what the other parts of the importer export, until they are merged. Each export here becomes one import line.
import type { CountyField } from '../../contract/parcel.ts';
import type { ParcelFields } from '../../contract/parcel-columns.ts';
import {
  type AreaGeometry,
  type Bounds,
  GRID_PER_DEGREE,
  type LngLat,
  type Position,
} from '../../geo/geometry.ts';
import type { LoadProgress, ParcelRecord, ParcelSetKind } from '../../store/parcel-store.ts';
import type { RawGeometry, RawRing, RawValue } from '../layer.ts';

// import type { Projection } from './coordinates/projection.ts';
export type Projection = { title: string; notes: readonly string[]; toLngLat(ring: Float64Array): void };

// import type { RowMapper } from './fields/mapping.ts';
export type MappedRow = {
  fields: ParcelFields;
  more: CountyField[];
  mends: readonly string[];
  refusal: string | undefined;
};
export type RowMapper = { map(properties: Record<string, RawValue>): MappedRow };

// import { cleanArea } from './geometry/clean-area.ts';
export type CleanedArea = { geometry: AreaGeometry; mends: readonly string[] } | { refusal: string };

/** Takes everything as it is. */
export function cleanArea({
  raw,
  projection,
}: {
  raw: RawGeometry | null;
  projection: Projection;
}): CleanedArea {
  if (raw === null) return { refusal: 'no shape' };
  if (raw.kind === 'other') return { refusal: 'a point or a line instead of an area' };
  if (raw.kind === 'unreadable') return { refusal: 'a shape that cannot be read' };
  const polygons = raw.kind === 'polygons' ? raw.polygons : raw.rings.map((ring) => [ring]);
  const coordinates = polygons.map((rings) => rings.map((ring) => positionsOf(ring, projection)));
  return coordinates.length === 1
    ? { geometry: { type: 'Polygon', coordinates: coordinates[0]! }, mends: [] }
    : { geometry: { type: 'MultiPolygon', coordinates }, mends: [] };
}

function positionsOf(ring: RawRing, projection: Projection): Position[] {
  projection.toLngLat(ring);
  const positions: Position[] = [];
  for (let i = 0; i < ring.length; i += 2) {
    positions.push([
      Math.round(ring[i]! * GRID_PER_DEGREE) / GRID_PER_DEGREE,
      Math.round(ring[i + 1]! * GRID_PER_DEGREE) / GRID_PER_DEGREE,
    ]);
  }
  return positions;
}

// import { createPlaceCheck } from './coordinates/place-check.ts';
export function createPlaceCheck(centers: readonly LngLat[]): (center: LngLat) => string | undefined {
  const middle = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
  const lng = middle(centers.map((center) => center.lng));
  const lat = middle(centers.map((center) => center.lat));
  return (center) =>
    Math.abs(center.lng - lng) + Math.abs(center.lat - lat) > 5 ? 'far from the other parcels' : undefined;
}

// import type { ParcelStore, SourceDescription, SourceParcel } from '../store/parcel-store.ts';
export type ParcelSource = {
  name: string;
  title: string;
  attribution: string | null;
  kind: ParcelSetKind;
  version: string;
  loadedAt: string;
  dataDate: string | null;
  count: number;
  bounds: Bounds;
  center: LngLat;
  recipe: string | null;
};
export type SourceDescription = Pick<
  ParcelSource,
  'name' | 'title' | 'attribution' | 'kind' | 'dataDate' | 'recipe'
>;
export type SourceParcel = ParcelFields & {
  centroid: LngLat;
  isUnit: boolean;
  shape: Uint8Array | undefined;
};
export type ReplaceSource = SourceDescription & {
  parcels: Iterable<ParcelRecord> | AsyncIterable<ParcelRecord>;
  expectedCount: number;
  unlessLoaded?: boolean;
  onProgress?: (progress: LoadProgress) => void;
};
/** Pick<ParcelStore, 'replaceSource' | 'readSource' | 'current'> */
export type SourceStore = {
  current(): { sources: readonly Pick<ParcelSource, 'name'>[] } | undefined;
  replaceSource(replacement: ReplaceSource): Promise<unknown>;
  readSource(o: { name: string; withShapes: boolean }): AsyncIterable<SourceParcel[]>;
};
