// Imagery from elsewhere through the whole server: beside an archive, in place of painted imagery, and without its address.

import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openPmtilesWriter } from '../../basemap/pmtiles-writer.ts';
import { tileAt } from '../../geo/tile-address.ts';
import { mapsFolderOf } from '../../store/format-folder.ts';
import { writeLayers } from '../../store/layer-folder.ts';
import { type AppUnderTest, openAppUnderTest } from '../../test/app-under-test.ts';
import { drawTestMaps, TEST_COUNTY } from '../../test/draw-test-maps.ts';
import { testFolder } from '../../test/test-folder.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const dataDir = testFolder();
const HERE = tileAt({ lng: -80.85, lat: 35.65 }, 14);
const half = (left: string, right: string) =>
  sharp({ create: { width: 256, height: 256, channels: 3, background: left } })
    .composite([
      { input: { create: { width: 128, height: 256, channels: 3, background: right } }, left: 128, top: 0 },
    ])
    .webp({ lossless: true })
    .toBuffer();

let under: AppUnderTest;
let isRefusing = false;
const asked: string[] = [];
const host = createServer(async (request, response) => {
  asked.push(request.url!);
  if (isRefusing) response.writeHead(429, { 'retry-after': '90' }).end();
  else response.end(await half('#ff0000', '#880000'));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  await drawTestMaps(mapsFolderOf({ dataDir }));
  const folder = join(dataDir, 'layers');
  await mkdir(folder);
  const writer = await openPmtilesWriter({ path: join(folder, 'flight-00000001.pmtiles'), type: 'webp' });
  await writer.add({ address: HERE, bytes: await half('#0000ff', '#000088') });
  const { bytes, tiles } = await writer.finish({
    bounds: TEST_COUNTY,
    metadata: { attribution: 'The flight' },
  });
  const common = {
    kind: 'imagery' as const,
    title: 'Imagery',
    source: 'somewhere',
    recipe: '{}',
    addedAt: '2026-01-01T00:00:00Z',
    dataDate: null,
    bounds: TEST_COUNTY,
  };
  const { port } = host.address() as AddressInfo;
  await writeLayers(folder, [
    {
      ...common,
      name: 'flight',
      count: tiles,
      bytes,
      credit: null,
      files: { tiles: 'flight-00000001.pmtiles' },
    },
    {
      ...common,
      name: 'photos',
      count: 0,
      bytes: 0,
      credit: 'Photos <of> us',
      files: {},
      remote: {
        url: `http://127.0.0.1:${port}/{z}/{x}/{y}?token=sesame`,
        zoomMin: 10,
        zoomMax: 19,
        tileSizePx: 256,
      },
    },
  ]);
  under = await openAppUnderTest({ dataDir, records: [] });
});
afterAll(async () => {
  await under?.close();
  host.closeAllConnections();
  await new Promise((resolve) => host.close(resolve));
});

const get = ({ z, x, y }: typeof HERE) => under.app.inject({ url: `/maps/aerial/${z}/${x}/${y}.webp` });
const leftColor = async (picture: Buffer) => [
  ...(await sharp(picture).removeAlpha().raw().toBuffer()).subarray(0, 3),
];

test('[LAY-2] the archive has its pictures, the host the others, and painted imagery none', async () => {
  expect(await leftColor((await get(HERE)).rawPayload)).toEqual([0, 0, 255]);
  expect(asked).toEqual([]);
  const beside = await get({ ...HERE, x: HERE.x + 1 });
  expect(beside.headers['content-type']).toBe('image/webp');
  const [red, green, blue] = await leftColor(beside.rawPayload);
  expect([red! > 230, green! < 25, blue! < 25]).toEqual([true, true, true]);
  expect(asked).toEqual([`/14/${HERE.x + 1}/${HERE.y}?token=sesame`]);
  // Far away nothing is fetched.
  expect((await get({ z: 14, x: 1, y: 1 })).statusCode).toBe(204);
  expect(asked).toHaveLength(1);
});

test('[LAY-2] no page or style tells the address, and the credit is text', async () => {
  const config = await under.app.inject({ url: '/config.json' });
  const style = await under.app.inject({ url: '/styles/v1/platbook/satellite-streets-v12' });
  expect(config.body).toContain('Photos &lt;of&gt; us');
  expect(style.json().sources.aerial).toMatchObject({ tileSize: 256, maxzoom: 19 });
  for (const { statusCode, body } of [config, style]) {
    expect(statusCode).toBe(200);
    expect(body).not.toMatch(/sesame|127\.0\.0\.1:\d+\/\{z\}/);
  }
});

test('[LAY-bad] a host that asks for patience: 503 with its Retry-After, and the pictures that are here', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  isRefusing = true;
  for (const dy of [-1, 1]) {
    const answer = await get({ ...HERE, y: HERE.y + dy });
    expect(answer.statusCode).toBe(503);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(60);
    expect(answer.headers['cache-control']).toBe('no-store');
  }
  expect((await get(HERE)).statusCode).toBe(200);
  expect((await get({ ...HERE, x: HERE.x + 1 })).statusCode).toBe(200);
  expect(said).toHaveBeenCalledOnce();
  expect(String(said.mock.lastCall)).not.toContain('sesame');
});
