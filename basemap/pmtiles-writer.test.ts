// PMTiles archives, read back with the reference library.
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Compression, PMTiles, TileType } from 'pmtiles';
import { describe, expect, test } from 'vitest';
import type { MapTile } from '../geo/map-tiles.ts';
import { fileSource } from '../test/pmtiles-file-source.ts';
import { emptyFolder } from '../test/test-folder.ts';
import { usedBytes } from '../test/used-bytes.ts';
import { openPmtilesWriter, type TileType as Type } from './pmtiles-writer.ts';

const folder = emptyFolder();

const bounds = { west: -81.25, south: 35.5, east: -80.75, north: 36 };
const metadata = {
  name: 'Test',
  attribution: 'Nobody',
  vector_layers: [{ id: 'roads', fields: { name: 'String' as const } }],
};

function tile(z: number, x: number, y: number, text: string): MapTile {
  return { address: { z, x, y }, bytes: new TextEncoder().encode(text) };
}

function randomText(length: number): string {
  return randomBytes(length).toString('base64');
}

async function archiveOf(name: string, tiles: Iterable<MapTile>, type: Type = 'mvt'): Promise<PMTiles> {
  const path = join(folder, name);
  const writer = await openPmtilesWriter({ path, type });
  for (const tile of tiles) await writer.add(tile);
  await writer.finish({ bounds, metadata });
  return new PMTiles(fileSource(path));
}

async function textAt(archive: PMTiles, { z, x, y }: MapTile['address']): Promise<string | undefined> {
  const found = await archive.getZxy(z, x, y);
  return found && new TextDecoder().decode(found.data);
}

describe('an archive', () => {
  const tiles = [tile(3, 7, 1, 'c'), tile(2, 0, 0, 'a'), tile(3, 0, 0, 'b'.repeat(5000)), tile(3, 1, 0, 'a')];

  test('gives back every tile that was written, and no other', async () => {
    const archive = await archiveOf('small.pmtiles', tiles);
    for (const { address, bytes } of tiles) {
      expect(await textAt(archive, address)).toBe(new TextDecoder().decode(bytes));
    }
    expect(await textAt(archive, { z: 3, x: 5, y: 5 })).toBeUndefined();
    expect(await textAt(archive, { z: 4, x: 0, y: 0 })).toBeUndefined();
  });

  test('has the metadata and bounds that were given', async () => {
    const archive = await archiveOf('said.pmtiles', tiles);
    expect(await archive.getHeader()).toMatchObject({
      specVersion: 3,
      clustered: true,
      tileType: TileType.Mvt,
      numAddressedTiles: 4,
      numTileContents: 3,
      minZoom: 2,
      maxZoom: 3,
      minLon: -81.25,
      minLat: 35.5,
      maxLon: -80.75,
      maxLat: 36,
      centerLon: -81,
      centerLat: 35.75,
    });
    expect(await archive.getMetadata()).toEqual(metadata);
  });

  test('is identical byte for byte, whatever order the tiles come in', async () => {
    await archiveOf('once.pmtiles', tiles);
    await archiveOf('twice.pmtiles', tiles.toReversed());
    expect(await readFile(join(folder, 'twice.pmtiles'))).toEqual(
      await readFile(join(folder, 'once.pmtiles')),
    );
  });

  test('stores identical tiles once', async () => {
    const sea = Array.from({ length: 64 * 64 }, (_, i) => tile(6, i % 64, Math.floor(i / 64), 'sea'));
    const archive = await archiveOf('sea.pmtiles', sea);
    expect(await archive.getHeader()).toMatchObject({
      numAddressedTiles: 4096,
      numTileEntries: 1,
      numTileContents: 1,
    });
    expect(await textAt(archive, { z: 6, x: 63, y: 0 })).toBe('sea');
  });

  test('that is too large for one directory has leaf directories, and all tiles are still found', async () => {
    // Scattered tiles of all sizes: their directory compresses badly, so it needs leaves.
    const scattered = (i: number, modulus: number) => ((i * 48_271) % 2_147_483_647) % modulus;
    const many = Array.from({ length: 7000 }, (_, i) =>
      tile(14, scattered(i + 1, 16_384), scattered(i + 9001, 16_381), randomText(scattered(i + 1, 401))),
    );
    const archive = await archiveOf('large.pmtiles', many);
    const header = await archive.getHeader();
    expect(header.leafDirectoryLength).toBeGreaterThan(0);
    expect(header.rootDirectoryOffset + header.rootDirectoryLength).toBeLessThanOrEqual(16_384);
    for (const { address, bytes } of many.filter((_, i) => i % 199 === 0)) {
      expect(await textAt(archive, address)).toBe(new TextDecoder().decode(bytes));
    }
  }, 30_000);

  test.each([
    ['png', TileType.Png],
    ['jpeg', TileType.Jpeg],
    ['webp', TileType.Webp],
  ] as const)('keeps %s tiles as they are', async (type, tileType) => {
    const archive = await archiveOf('pictures.pmtiles', tiles, type);
    expect(await archive.getHeader()).toMatchObject({ tileType, tileCompression: Compression.None });
    expect(await textAt(archive, tiles[2]!.address)).toBe('b'.repeat(5000));
  });

  test('does not gzip vector tiles twice', async () => {
    const [{ address, bytes }] = tiles as [MapTile];
    const archive = await archiveOf('gzipped.pmtiles', [{ address, bytes: gzipSync(bytes) }]);
    expect(await textAt(archive, address)).toBe('c');
  });

  test('refuses a second tile at the same address', async () => {
    await expect(archiveOf('twice.pmtiles', [...tiles, tile(2, 0, 0, 'other')])).rejects.toThrow('Two tiles');
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('a writer', () => {
  test('leaves the old archive in place until the new one is complete, and nothing else beside it', async () => {
    const path = join(folder, 'county.pmtiles');
    await archiveOf('county.pmtiles', [tile(0, 0, 0, 'old')]);
    const writer = await openPmtilesWriter({ path, type: 'mvt' });
    for (let x = 0; x < 1000; x++) await writer.add(tile(10, x, 0, randomText(3000)));
    expect(await readdir(folder)).toEqual(['county.pmtiles']);
    expect(await textAt(new PMTiles(fileSource(path)), { z: 0, x: 0, y: 0 })).toBe('old');
    await writer.finish({ bounds, metadata });
    expect(await readdir(folder)).toEqual(['county.pmtiles']);
    expect(await textAt(new PMTiles(fileSource(path)), { z: 0, x: 0, y: 0 })).toBeUndefined();
  });

  test('that is aborted leaves nothing behind', async () => {
    const writer = await openPmtilesWriter({ path: join(folder, 'county.pmtiles'), type: 'png' });
    await writer.add(tile(0, 0, 0, randomText(2_000_000)));
    await writer.abort();
    await writer.abort();
    expect(await readdir(folder)).toEqual([]);
  });

  test('that cannot write its archive leaves nothing behind', async () => {
    await mkdir(join(folder, 'county.pmtiles', 'a folder in its place'), { recursive: true });
    await expect(archiveOf('county.pmtiles', [tile(0, 0, 0, 'new')])).rejects.toThrow();
    expect(await readdir(folder)).toEqual(['county.pmtiles']);
  });

  test('[LAY-2] holds no tiles in memory', async () => {
    const before = usedBytes();
    let most = 0;
    function* pictures(): Generator<MapTile> {
      for (let i = 1; i <= 1200; i++) {
        if (i % 200 === 0) most = Math.max(most, usedBytes() - before);
        yield { address: { z: 13, x: i, y: 4000 }, bytes: randomBytes(50_000) };
      }
    }
    const archive = await archiveOf('pictures.pmtiles', pictures(), 'webp');
    expect(await archive.getHeader()).toMatchObject({ numTileContents: 1200 });
    // 60 MB went through.
    expect(most).toBeLessThan(20e6);
    expect(usedBytes() - before).toBeLessThan(20e6);
  });
});
