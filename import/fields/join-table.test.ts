import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FEATURES_PER_BATCH, type Layer, type RawFeature, type RawValue } from '../layer.ts';
import { type JoinedLayer, joinTable } from './join-table.ts';

let workFolder: string;
let opened: JoinedLayer[];
beforeEach(async () => {
  workFolder = await mkdtemp(join(tmpdir(), 'platbook-join-'));
  opened = [];
});
afterEach(async () => {
  for (const layer of opened) await layer.close();
  await rm(workFolder, { recursive: true, force: true });
});

function layerOf(name: string, rows: readonly Record<string, RawValue>[]): Layer {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return {
    name,
    geometry: 'area',
    fields: names.map((field) => ({
      name: field,
      type: rows.some((row) => typeof row[field] === 'number') ? ('number' as const) : ('text' as const),
    })),
    crs: { kind: 'epsg', code: 26986 },
    count: rows.length,
    async *read({ limit = rows.length } = {}) {
      yield rows.slice(0, limit).map((properties, at) => ({
        row: at + 1,
        properties,
        geometry: { kind: 'other' as const, type: `shape ${at + 1}` },
      }));
    },
  };
}

async function joined(o: { layer: Layer; table: Layer; on: string }): Promise<JoinedLayer> {
  const layer = await joinTable({ ...o, workFolder });
  opened.push(layer);
  return layer;
}

async function readAll(layer: Layer, limit?: number): Promise<RawFeature[]> {
  const features: RawFeature[] = [];
  for await (const batch of layer.read(limit === undefined ? {} : { limit })) {
    expect(batch.length).toBeLessThanOrEqual(FEATURES_PER_BATCH);
    features.push(...batch);
  }
  return features;
}

const lots = layerOf('L3_TAXPAR', [
  { LOC_ID: 'f_1', CITY: 'A' },
  { LOC_ID: 'F_2 ', CITY: 'B' },
  { LOC_ID: null, CITY: 'C' },
]);
const owners = layerOf('L3_ASSESS', [
  { LOC_ID: 'F_1', OWNER1: 'SMITH', CITY: 'BOSTON' },
  { LOC_ID: 'F_1', OWNER1: 'JONES', CITY: null },
  { LOC_ID: 'F_9', OWNER1: 'NOBODY', CITY: null },
]);

describe('attributes in a second table', () => {
  test('several rows for one lot yield several features with the same shape and row number', async () => {
    const layer = await joined({ layer: lots, table: owners, on: 'LOC_ID' });
    expect(layer.fields.map(({ name }) => name)).toEqual(['LOC_ID', 'CITY', 'OWNER1', 'L3_ASSESS.CITY']);
    expect(layer.count).toBeUndefined();
    expect(layer.crs).toEqual({ kind: 'epsg', code: 26986 });
    const features = await readAll(layer);
    expect(features.map(({ row, properties }) => [row, properties])).toEqual([
      [1, { LOC_ID: 'f_1', CITY: 'A', OWNER1: 'SMITH', 'L3_ASSESS.CITY': 'BOSTON' }],
      [1, { LOC_ID: 'f_1', CITY: 'A', OWNER1: 'JONES', 'L3_ASSESS.CITY': null }],
      [2, { LOC_ID: 'F_2 ', CITY: 'B' }],
      [3, { LOC_ID: null, CITY: 'C' }],
    ]);
    expect(features[0]!.geometry).toBe(features[1]!.geometry);
  });

  test('rows without a lot and lots without a row are counted, afresh with every reading', async () => {
    const layer = await joined({ layer: lots, table: owners, on: 'LOC_ID' });
    await readAll(layer);
    await readAll(layer);
    expect(layer.counts()).toEqual({ tableRows: 3, tableRowsWithoutFeature: 1, featuresWithoutRow: 2 });
  });

  test('numbers and texts are the same key, with zeros in front or without', async () => {
    const layer = await joined({
      layer: layerOf('parcels', [{ ID: 42 }, { ID: 7 }]),
      table: layerOf('owners', [
        { KEY: ' 0042', OWNER: 'SMITH' },
        { KEY: '7.0', OWNER: 'JONES' },
      ]),
      on: 'id = key',
    });
    expect(layer.count).toBe(2);
    const features = await readAll(layer);
    expect(features.map(({ properties }) => properties.OWNER)).toEqual(['SMITH', 'JONES']);
  });

  test('only so many features are read as asked for', async () => {
    const layer = await joined({ layer: lots, table: owners, on: 'LOC_ID' });
    expect(await readAll(layer, 1)).toHaveLength(1);
  });

  test('a condominium with more units than a batch arrives in several', async () => {
    const units = Array.from({ length: FEATURES_PER_BATCH * 2 + 1 }, (_, unit) => ({
      LOC_ID: 'F_1',
      UNIT: unit,
    }));
    const layer = await joined({ layer: lots, table: layerOf('units', units), on: 'LOC_ID' });
    expect(await readAll(layer)).toHaveLength(FEATURES_PER_BATCH * 2 + 1 + 2);
  });

  test('an unknown key field is refused with the likeliest names', async () => {
    await expect(joined({ layer: lots, table: owners, on: 'LOCID2' })).rejects.toThrow(
      'There is no field LOCID2 for --on in the layer L3_TAXPAR: do you mean LOC_ID or CITY?',
    );
    await expect(joined({ layer: lots, table: owners, on: 'LOC_ID=OWNER' })).rejects.toThrow(
      /no field OWNER for --on in the table L3_ASSESS: if it is called otherwise there, write --on \w+=FIELD, with one of its fields: .*OWNER1/,
    );
    await expect(joined({ layer: lots, table: owners, on: 'A=B=C' })).rejects.toThrow(
      /--on A=B=C is not understood/,
    );
  });

  test('nothing is left in the work folder', async () => {
    const layer = await joined({ layer: lots, table: owners, on: 'LOC_ID' });
    await readAll(layer);
    await layer.close();
    await layer.close();
    expect(await readdir(workFolder)).toEqual([]);
    const broken: Layer = {
      ...owners,
      // biome-ignore lint/correctness/useYield: it fails before the first batch
      async *read() {
        throw new Error('cut');
      },
    };
    await expect(joined({ layer: lots, table: broken, on: 'LOC_ID' })).rejects.toThrow('cut');
    expect(await readdir(workFolder)).toEqual([]);
  });
});
