// A county for tests: squares with fields, and a store that keeps what it is given in memory.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { emptyParcelFields, type ParcelFields } from '../contract/parcel-columns.ts';
import { decodeGeometry, encodeGeometry } from '../geo/geometry-code.ts';
import type { Projection } from '../import/coordinates/projection.ts';
import type { RowMapper } from '../import/fields/mapping.ts';
import type { SourceStore } from '../import/import-layer.ts';
import { type ImportOptions, importLayer } from '../import/import-layer.ts';
import {
  FEATURES_PER_BATCH,
  type Layer,
  type RawFeature,
  type RawGeometry,
  type RawValue,
} from '../import/layer.ts';
import type { ParcelRecord, ReplaceSource, SourceParcel } from '../store/parcel-store.ts';

/** The number of a square of a 100 by 100 plan, or a shape. */
type Place = number | RawGeometry | null;
export type Row = Partial<ParcelFields> & { at: Place; more?: Record<string, string> };

const SIDE = 0.001;

export function square(at: number, { side = SIDE * 0.9, start = 0, moveBy = 0 } = {}): RawGeometry {
  const west = -80.9 + (at % 100) * SIDE + moveBy;
  const south = 35.7 + Math.floor(at / 100) * SIDE + moveBy;
  const corners = [
    [west, south],
    [west + side, south],
    [west + side, south + side],
    [west, south + side],
  ];
  const ring = [...corners.slice(start), ...corners.slice(0, start + 1)].flat();
  return { kind: 'polygons', polygons: [[Float64Array.from(ring)]] };
}

export function featureOf({ at, more, ...fields }: Row, index: number): RawFeature {
  return {
    row: index + 1,
    properties: { ...(fields as Record<string, RawValue>), ...more },
    geometry: typeof at === 'number' ? square(at) : at,
  };
}

export function layerOf(rows: Iterable<Row>, count?: number): Layer {
  return {
    name: 'parcels',
    geometry: 'area',
    fields: [],
    crs: undefined,
    count,
    async *read() {
      let batch: RawFeature[] = [];
      let index = 0;
      for (const row of rows) {
        batch.push(featureOf(row, index++));
        if (batch.length < FEATURES_PER_BATCH) continue;
        yield batch;
        batch = [];
      }
      if (batch.length > 0) yield batch;
    },
  };
}

/** Fields by their own names; the rest are the county's. */
export const mapper: RowMapper = {
  notes: () => [],
  map(properties) {
    const fields: Record<string, unknown> = { ...emptyParcelFields };
    const more: [string, string][] = [];
    for (const [name, value] of Object.entries(properties)) {
      if (name in emptyParcelFields) fields[name] = value;
      else more.push([name, String(value)]);
    }
    return {
      fields: fields as ParcelFields,
      more,
      repairs: [],
      refusal: fields.pin === '' ? 'no PIN' : undefined,
    };
  },
};

export const degrees: Projection = { title: 'WGS 84', notes: [], toLngLat: () => {} };

export class MemoryStore implements SourceStore {
  parcels: ParcelRecord[] = [];
  loads = 0;
  #name: string | undefined;

  current() {
    if (this.#name === undefined) return undefined;
    return { sources: [{ name: this.#name, count: this.parcels.length }] };
  }

  async replaceSource({ name, parcels, expectedCount, signal, onProgress }: ReplaceSource) {
    const records: ParcelRecord[] = [];
    for await (const { geometry, ...parcel } of parcels) {
      records.push({
        ...parcel,
        geometry: geometry instanceof Uint8Array ? decodeGeometry(geometry) : geometry,
      });
    }
    onProgress?.({ stage: 'Drawing tiles', done: 1, total: 1 });
    signal?.throwIfAborted();
    if (records.length !== expectedCount) throw new Error('The count is not as expected.');
    this.parcels = records;
    this.#name = name;
    this.loads++;
  }

  async *readSource(): AsyncGenerator<SourceParcel[]> {
    for (const { geometry, units = [], more: _, ...parcel } of this.parcels) {
      const { centroid } = parcel;
      yield [
        { ...parcel, isUnit: false, shape: encodeGeometry(geometry) },
        ...units.map((unit) => ({ ...unit, centroid, isUnit: true, shape: undefined })),
      ];
    }
  }

  find(pin: string): ParcelRecord | undefined {
    return this.parcels.find((parcel) => parcel.pin === pin);
  }

  get pins(): string[] {
    return this.parcels.map(({ pin }) => pin).sort();
  }
}

/** Removed at the end of the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'platbook-import-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const about = {
  name: 'iredell',
  title: 'Iredell County',
  attribution: null,
  kind: 'imported' as const,
  dataDate: null,
  recipe: null,
};

export async function importRows(
  rows: Iterable<Row>,
  options: Partial<ImportOptions> & { store: SourceStore },
) {
  return importLayer({
    layer: layerOf(rows),
    mapper,
    projection: degrees,
    about,
    workFolder: options.workFolder ?? (await temporaryFolder()),
    dryRun: false,
    ...options,
  });
}
