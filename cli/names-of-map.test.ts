// Tests that a street map made to hang or to fill the memory costs its own names and nothing else.
import { join } from 'node:path';
import { PbfWriter } from 'pbf';
import { expect, test } from 'vitest';
import { openPmtilesWriter } from '../basemap/pmtiles-writer.ts';
import { tileAt } from '../geo/tile-address.ts';
import { temporaryFolder } from '../test/small-county.ts';
import { namesOfMap } from './names-of-map.ts';

const [lng, lat] = [-78.69, 35.8];
const address = tileAt({ lng, lat }, 15);
const bounds = { west: lng - 1e-4, south: lat - 1e-4, east: lng + 1e-4, north: lat + 1e-4 };
const [MOVE_TO, LINE_TO, CLOSE] = [1, 2, 7];
const POINT = 1;
const LINE = 2;
const AREA = 3;

type Feature = { type: number; tags: number[]; geometry: number[] };

async function mapOf(layer: string, features: Feature[]): Promise<string> {
  const tile = new PbfWriter();
  tile.writeMessage(3, writeLayer, { layer, features });
  const path = join(await temporaryFolder(), `${layer}.pmtiles`);
  const writer = await openPmtilesWriter({ path, type: 'mvt' });
  await writer.add({ address, bytes: tile.finish() });
  await writer.finish({ bounds, metadata: { name: layer, vector_layers: [{ id: layer, fields: {} }] } });
  return path;
}

function writeLayer({ layer, features }: { layer: string; features: Feature[] }, pbf: PbfWriter): void {
  pbf.writeStringField(1, layer);
  for (const feature of features) pbf.writeMessage(2, writeFeature, feature);
  for (const key of ['name', 'kind']) pbf.writeStringField(3, key);
  for (const value of ['LONG LAKE', 'lake'])
    pbf.writeMessage(4, (text: string, inner: PbfWriter) => inner.writeStringField(1, text), value);
  pbf.writeVarintField(5, 4096);
  pbf.writeVarintField(15, 2);
}

function writeFeature({ type, tags, geometry }: Feature, pbf: PbfWriter): void {
  pbf.writePackedVarint(2, tags);
  pbf.writeVarintField(3, type);
  pbf.writePackedVarint(4, geometry);
}

const command = (id: number, count: number) => count * 8 + id;
const named = [0, 0, 1, 1];

async function namesIn(path: string, limits: { heapMbMax: number; tileMsMax: number }) {
  const names = namesOfMap(path, [bounds], limits);
  const found: string[] = [];
  for (;;) {
    const { done, value } = await names.next();
    if (done) return { found, isWhole: value };
    found.push(...value.lines.map(({ name }) => name!), ...value.grounds.map(({ name }) => name));
  }
}

test('[LAY-3] what a map names comes out of the thread, and that all was read', async () => {
  const line = [command(MOVE_TO, 1), 10, 10, command(LINE_TO, 1), 20, 20];
  const path = await mapOf('roads', [{ type: LINE, tags: named, geometry: line }]);
  const limits = { heapMbMax: 256, tileMsMax: 60_000 };
  expect(await namesIn(path, limits)).toEqual({ found: ['LONG LAKE'], isWhole: true });
});

test('[LAY-bad] a line of 74 bytes that closes 268 million times ends the thread, and no more', async () => {
  const line = [command(MOVE_TO, 1), 10, 10, command(CLOSE, 2 ** 28 - 1), command(MOVE_TO, 1), 0, 0];
  const path = await mapOf('roads', [{ type: LINE, tags: named, geometry: line }]);
  const limits = { heapMbMax: 256, tileMsMax: 60_000 };
  expect(await namesIn(path, limits)).toEqual({ found: [], isWhole: false });
}, 60_000);

test('[LAY-bad] labels times corners without end: the tile is given up after its time', async () => {
  const corners = 100_000;
  const ring = [command(MOVE_TO, 1), 0, 0, command(LINE_TO, corners)];
  for (let at = 0; at < corners; at++) ring.push(at % 2 === 0 ? 2 : 1, 2);
  const lake = { type: AREA, tags: [1, 1], geometry: [...ring, command(CLOSE, 1)] };
  const label = { type: POINT, tags: named, geometry: [command(MOVE_TO, 1), 10, 1400] };
  const path = await mapOf('water', [lake, ...Array.from({ length: 100_000 }, () => label)]);
  const limits = { heapMbMax: 1024, tileMsMax: 3000 };
  expect(await namesIn(path, limits)).toEqual({ found: [], isWhole: false });
}, 60_000);
