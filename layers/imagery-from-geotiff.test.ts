// Imagery from GeoTIFFs of known colors.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PMTiles } from 'pmtiles';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { tileAt } from '../geo/tile-address.ts';
import { openProjection } from '../import/coordinates/projection.ts';
import { writeGeoTiff } from '../test/geotiff-bytes.ts';
import { fileSource } from '../test/pmtiles-file-source.ts';
import { emptyFolder } from '../test/test-folder.ts';
import { makeImagery } from './imagery-from-geotiff.ts';
import { openGeoTiff } from './terrain/open-geotiff.ts';

const folder = emptyFolder();
const at = (name: string) => join(folder, name);
const place = { epsg: 26_917, west: 500_000, north: 3_950_000, pixelSize: 1 };
const SIDE = 300;

/** Red in the western half, green in the eastern. */
function writePicture(name: string, bands: number, alpha = 255): string {
  const values = new Uint8Array(SIDE * SIDE * bands);
  for (let i = 0; i < SIDE * SIDE; i++) {
    values[i * bands + (i % SIDE < SIDE / 2 ? 0 : 1)] = 200;
    if (bands === 4) values[i * bands + 3] = i < (SIDE * SIDE) / 2 ? alpha : 255;
  }
  writeGeoTiff(at(name), { ...place, values, bands, width: SIDE, height: SIDE });
  return at(name);
}

/** Red, green, blue and opacity at meters from the north-western corner. */
async function colorAt(z: number, east: number, south: number): Promise<number[]> {
  const { toLngLat } = await openProjection({ kind: 'epsg', code: place.epsg });
  const pair = Float64Array.from([place.west + east, place.north - south]);
  toLngLat(pair);
  const point = { lng: pair[0]!, lat: pair[1]! };
  const { x, y } = tileAt(point, z);
  const tile = await new PMTiles(fileSource(at('imagery.pmtiles'))).getZxy(z, x, y);
  if (!tile) return [0, 0, 0, 0];
  const inner = tileAt(point, z + 9);
  const { data, info } = await sharp(Buffer.from(tile.data))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixel = (inner.y - y * 512) * 512 + inner.x - x * 512;
  return [...data.subarray(pixel * info.channels, (pixel + 1) * info.channels)];
}

const nearly = (color: number[], wanted: number[]) =>
  expect(Math.max(...color.map((value, i) => Math.abs(value - wanted[i]!)))).toBeLessThan(25);

test('[LAY-2] a GeoTIFF of three bands becomes imagery, transparent around it', async () => {
  const made = await makeImagery({ sources: [writePicture('rgb.tif', 3)], path: at('imagery.pmtiles') });
  expect(made.zoomMax).toBe(16);
  for (const z of [16, 15, 14]) {
    nearly(await colorAt(z, 75, 150), [200, 0, 0, 255]);
    nearly(await colorAt(z, 225, 150), [0, 200, 0, 255]);
  }
  expect((await colorAt(15, -100, 150))[3]).toBe(0);
});

test('[LAY-2] a fourth band is its opacity', async () => {
  await makeImagery({ sources: [writePicture('rgba.tif', 4, 0)], path: at('imagery.pmtiles') });
  expect((await colorAt(16, 75, 50))[3]).toBe(0);
  nearly(await colorAt(16, 75, 250), [200, 0, 0, 255]);
});

test('[LAY-2] bands beyond the colors are not shown, and opacity may follow them', async () => {
  // Red, infrared and an opacity of 0 in the northern half.
  const values = Uint8Array.from({ length: SIDE * SIDE * 5 }, (_, i) => [200, 0, 0, 99, 255][i % 5]!);
  for (let i = 4; i < values.length / 2; i += 5) values[i] = 0;
  const image = { ...place, values, bands: 5, width: SIDE, height: SIDE, photometric: 2 };
  writeGeoTiff(at('five.tif'), { ...image, extraSamples: [0, 2] });
  const made = await makeImagery({ sources: [at('five.tif')], path: at('imagery.pmtiles') });
  expect(made.notes.join()).toContain('not shown');
  expect((await colorAt(16, 75, 50))[3]).toBe(0);
  nearly(await colorAt(16, 75, 250), [200, 0, 0, 255]);
});

test('[LAY-2] a scan whose white is zero is white', async () => {
  const values = new Uint8Array(SIDE * SIDE);
  writeGeoTiff(at('scan.tif'), { ...place, values, width: SIDE, height: SIDE, photometric: 0 });
  await makeImagery({ sources: [at('scan.tif')], path: at('imagery.pmtiles') });
  nearly(await colorAt(16, 75, 50), [255, 255, 255, 255]);
});

test('[LAY-bad] bands that are no colors are refused in a sentence, and leave nothing behind', async () => {
  const path = at('multispectral.tif');
  const values = new Uint8Array(SIDE * SIDE * 6);
  writeGeoTiff(path, { ...place, values, bands: 6, width: SIDE, height: SIDE, photometric: 1 });
  const sentence = 'is multispectral (6 bands)';
  await expect(openGeoTiff(path)).rejects.toThrow(sentence);
  await expect(makeImagery({ sources: [path], path: at('imagery.pmtiles') })).rejects.toThrow(sentence);
  expect(readdirSync(folder)).toEqual(['multispectral.tif']);
});
