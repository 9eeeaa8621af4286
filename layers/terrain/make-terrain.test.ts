// Terrain and contour lines from GeoTIFFs of known ground, and from elevation tiles.
import { cpSync, readdirSync, readlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PMTiles } from 'pmtiles';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { decodeHeights, encodeHeights } from '../../basemap/terrarium.ts';
import type { Bounds, Position, TileAddress } from '../../geo/geometry.ts';
import { latOfWorldY, lngOfWorldX } from '../../geo/mercator.ts';
import { tileAt, tileRange } from '../../geo/tile-address.ts';
import { projectorOf } from '../../import/coordinates/project.ts';
import { openProjection } from '../../import/coordinates/projection.ts';
import { decodeTile } from '../../test/geo/decode-tile.ts';
import { type TestGeoTiff, writeGeoTiff } from '../../test/geotiff-bytes.ts';
import { fileSource } from '../../test/pmtiles-file-source.ts';
import { emptyFolder, testFolder } from '../../test/test-folder.ts';
import { makeTerrain } from './make-terrain.ts';
import { openGeoTiff } from './open-geotiff.ts';

const folder = emptyFolder();
const at = (name: string) => join(folder, name);
const UTM = 26_917;
const WEST = 500_000;
const NORTH = 3_950_000;

/** Meters by the coordinates of UTM zone 17. */
type Height = (x: number, y: number) => number;
const plane: Height = (x, y) => 200 + (x - WEST) * 0.03 + (NORTH - y) * 0.02;
const hills: Height = (x, y) => 250 + 40 * Math.sin((x - WEST) / 300) * Math.cos((NORTH - y) / 260);

type Ground = Partial<TestGeoTiff> & {
  height?: number;
  width?: number;
  pixels?: typeof Int16Array;
};

function writeGround(name: string, height: Height, { pixels, ...more }: Ground = {}): string {
  const image = { epsg: UTM, west: WEST, north: NORTH, pixelSize: 10, width: 300, height: 300, ...more };
  const shift = image.isPoint ? 0 : 0.5;
  const values = Float32Array.from({ length: image.width * image.height }, (_, i) =>
    height(
      image.west + ((i % image.width) + shift) * image.pixelSize,
      image.north - (Math.floor(i / image.width) + shift) * image.pixelSize,
    ),
  );
  writeGeoTiff(at(name), { values: pixels ? pixels.from(values, Math.round) : values, ...image });
  return at(name);
}

async function make(sources: string[], more: Partial<Parameters<typeof makeTerrain>[0]> = {}) {
  const paths = { path: at('terrain.pmtiles'), contoursPath: at('contours.pmtiles') };
  return makeTerrain({ sources, ...paths, workFolder: at('work'), ...more });
}

async function tileOf(file: string, { z, x, y }: TileAddress): Promise<Uint8Array | undefined> {
  const tile = await new PMTiles(fileSource(at(file))).getZxy(z, x, y);
  return tile && new Uint8Array(tile.data);
}

async function placeOf(x: number, y: number) {
  const { toLngLat } = await openProjection({ kind: 'epsg', code: UTM });
  const pair = Float64Array.from([x, y]);
  toLngLat(pair);
  return { lng: pair[0]!, lat: pair[1]! };
}

/** The heights of a tile beside what the ground has at the same places. */
async function compare(address: TileAddress, height: Height) {
  const { heights, size } = await decodeHeights((await tileOf('terrain.pmtiles', address))!, {
    keepsFilled: true,
  });
  const { system } = await openProjection({ kind: 'epsg', code: UTM });
  const project = projectorOf(system!.proj4);
  return Array.from(heights, (made, i) => {
    const lng = lngOfWorldX((address.x + ((i % size) + 0.5) / size) / 2 ** address.z);
    const lat = latOfWorldY((address.y + (Math.floor(i / size) + 0.5) / size) / 2 ** address.z);
    const { x, y } = project({ lng, lat });
    return { made, real: height(x, y), x, y };
  });
}

const largestError = (points: readonly { made: number; real: number }[]) =>
  points.reduce((most, { made, real }) => Math.max(most, Math.abs(made - real)), 0);

const isInside = ({ x, y }: { x: number; y: number }, margin = 20) =>
  x > WEST + margin && x < WEST + 3000 - margin && y < NORTH - margin && y > NORTH - 3000 + margin;

type Lines = { ele: number; index: number; line: Position[] }[];

async function linesOf(address: TileAddress): Promise<Lines> {
  const bytes = await tileOf('contours.pmtiles', address);
  const features = bytes ? decodeTile(bytes).flatMap((layer) => layer.features) : [];
  return features.flatMap(({ properties, closedRings }) =>
    closedRings.map((line) => ({ ele: Number(properties.ele), index: Number(properties.index), line })),
  );
}

describe('terrain from a GeoTIFF', () => {
  test('[LAY-2] has the heights of the ground at every zoom, to the centimeter', async () => {
    const made = await make([writeGround('plane.tif', plane)]);
    expect(made).toMatchObject({ zoomMin: 5, zoomMax: 13 });
    expect(made.notes.join()).toContain('meters are assumed');
    const middle = await placeOf(WEST + 1500, NORTH - 1500);
    for (const z of [13, 12, 10]) {
      const points = (await compare(tileAt(middle, z), plane)).filter((point) => isInside(point, 150));
      expect(points.length).toBeGreaterThan(300);
      expect(largestError(points)).toBeLessThan(z === 13 ? 0.02 : 0.1);
    }
  });

  test('[LAY-2] does not depend on the type of its pixels, on its unit, or on what a pixel stands for', async () => {
    const feet: Height = (x, y) => plane(x, y) / 0.3048;
    // Three files side by side, each a kilometer wide.
    const third = (at: number) => ({ west: WEST + at * 1000, width: 100 });
    const files = [
      writeGround('feet.tif', feet, { ...third(0), verticalUnits: 9002 }),
      writeGround('point.tif', plane, { ...third(1), isPoint: true }),
      writeGround('short.tif', plane, { ...third(2), pixels: Int16Array }),
    ];
    await make(files);
    const middle = await placeOf(WEST + 1500, NORTH - 1500);
    const points = await compare(tileAt(middle, 13), plane);
    // Whole meters are half a meter off at most, and a little more between them.
    for (const [at, error] of [0.02, 0.02, 0.7].entries()) {
      const { west } = third(at);
      const inside = points.filter((point) => isInside(point) && point.x > west + 20 && point.x < west + 980);
      expect(inside.length).toBeGreaterThan(5000);
      expect(largestError(inside)).toBeLessThan(error);
    }
  });

  test('[LAY-2] a unit that the file does not say is guessed and named', async () => {
    const facts = await openGeoTiff(
      writeGround('feet.tif', plane, { epsg: 2264, west: 1_500_000, north: 600_000 }),
    );
    expect(facts).toMatchObject({ kind: 'terrain', units: 'feet' });
    expect(await openGeoTiff(at('feet.tif'), { units: 'meters' })).toMatchObject({
      units: 'meters',
      notes: [],
    });
  });

  test('[LAY-2] the coordinate system may stand in the file beside it, and the heights in the first of two bands', async () => {
    const wkt =
      'PROJCS["UTM 17N",GEOGCS["NAD83",DATUM["North_American_Datum_1983",SPHEROID["GRS 1980",6378137,298.257222101]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",-81],PARAMETER["scale_factor",0.9996],PARAMETER["false_easting",500000],PARAMETER["false_northing",0],UNIT["metre",1]]';
    const values = Float32Array.from({ length: 200 }, (_, i) => (i % 2 === 0 ? 100 : 7));
    const image = { values, width: 10, height: 10, bands: 2, extraSamples: [0] };
    const path = writeGround('two.tif', plane, { ...image, epsg: undefined });
    const srs = wkt.replaceAll('"', '&quot;');
    writeFileSync(
      `${path}.aux.xml`,
      `<PAMDataset><SRS dataAxisToSRSAxisMapping="1,2">${srs}</SRS></PAMDataset>`,
    );
    const tiff = await openGeoTiff(path);
    expect(tiff).toMatchObject({ kind: 'terrain', crsTitle: 'UTM 17N' });
    expect(tiff.notes.join()).toContain('second band');
    expect((await tiff.read({ left: 0, top: 0, right: 2, bottom: 1 }))[0]).toEqual(
      new Float32Array([100, 100]),
    );
    await tiff.close();
  });

  test('[LAY-2] files side by side, of different pixels and with an overlap, have no seam', async () => {
    const west = writeGround('west.tif', plane, { width: 151, height: 300 });
    const east = writeGround('east.tif', plane, { west: WEST + 1500, pixelSize: 5, width: 300, height: 600 });
    await make([west, east]);
    const address = tileAt(await placeOf(WEST + 1500, NORTH - 1500), 14);
    const points = (await compare(address, plane)).filter((point) => isInside(point));
    expect(points.some(({ x }) => x < WEST + 1450) && points.some(({ x }) => x > WEST + 1550)).toBe(true);
    expect(largestError(points)).toBeLessThan(0.1);
  });

  test('[LAY-2] of a large file only what lies on the land of the parcels is drawn', async () => {
    const file = writeGround('large.tif', plane, { width: 1200, height: 1200 });
    const corner = await placeOf(WEST + 2000, NORTH - 2000);
    const land = [{ west: corner.lng, east: corner.lng + 0.01, south: corner.lat - 0.01, north: corner.lat }];
    const beside = writeGround('beside.tif', plane, { west: WEST + 50_000, width: 10, height: 10 });
    const made = await make([file, beside], { land });
    expect(made.notes.join()).toContain('1 of 2 files lie beside');
    expect(made.bounds).toEqual(land[0]);
    expect(await tileOf('terrain.pmtiles', tileAt(corner, 13))).toBeDefined();
    const far = tileAt(await placeOf(WEST + 11_000, NORTH - 11_000), 13);
    expect(await tileOf('terrain.pmtiles', far)).toBeUndefined();
    expect(await tileOf('contours.pmtiles', far)).toBeUndefined();
  });

  test('[LAY-bad] holes are filled without a cliff, and no contour goes through them', async () => {
    const isHole = (x: number, y: number, margin = 0) =>
      [750, 2250].some((east) => Math.hypot(x - WEST - east, y - NORTH + 1500) < 300 - margin);
    const holed: Height = (x, y) => (isHole(x, y) ? -9999 : hills(x, y));
    await make([
      writeGround('declared.tif', holed, { width: 150, noData: '-9999' }),
      writeGround('undeclared.tif', holed, { west: WEST + 1500, width: 150 }),
    ]);
    const address = tileAt(await placeOf(WEST + 1500, NORTH - 1500), 13);
    const { heights, size } = await decodeHeights((await tileOf('terrain.pmtiles', address))!, {
      keepsFilled: true,
    });
    expect(Math.min(...heights)).toBeGreaterThan(200);
    let steepest = 0;
    for (let i = 1; i < heights.length; i++) {
      if (i % size !== 0) steepest = Math.max(steepest, Math.abs(heights[i]! - heights[i - 1]!));
    }
    expect(steepest).toBeLessThan(10);
    const points = await compare(address, hills);
    const world = 4096 / size;
    for (const { line } of await linesOf(address)) {
      for (const [x, y] of line) {
        const pixel = points[Math.floor(y / world) * size + Math.floor(x / world)];
        if (x >= 0 && x < 4096 && y >= 0 && y < 4096) expect(isHole(pixel!.x, pixel!.y, 30)).toBe(false);
      }
    }
  });
});

describe('contour lines of a GeoTIFF', () => {
  const made = testFolder();
  let bounds: Bounds;
  beforeAll(async () => {
    ({ bounds } = await make([writeGround('hills.tif', hills)]));
    for (const name of ['terrain.pmtiles', 'contours.pmtiles']) cpSync(at(name), join(made, name));
  });
  beforeEach(() => cpSync(made, folder, { recursive: true }));

  test('[LAY-2] lie at their height, every 20 feet, every fifth heavier', async () => {
    const address = tileAt(await placeOf(WEST + 1500, NORTH - 1500), 13);
    const lines = await linesOf(address);
    const points = await compare(address, hills);
    expect(new Set(lines.map(({ index }) => index))).toEqual(new Set([5, 6, 10]));
    for (const { ele, index, line } of lines) {
      const feet = ele * 3.28084;
      expect(feet / 20).toBeCloseTo(Math.round(feet / 20), 6);
      if (index === 10) expect(Math.round(feet) % 100).toBe(0);
      for (const [x, y] of line) {
        if (!(x > 0 && x < 4096 && y > 0 && y < 4096)) continue;
        const { real } = points[Math.floor(y / 8) * 512 + Math.floor(x / 8)]!;
        // A pixel is 8 m wide, and the hills are up to 15 % steep.
        expect(Math.abs(real - ele)).toBeLessThan(2);
      }
    }
  });

  test('[LAY-2] meet at the edges of tiles, to the unit, at every zoom', async () => {
    /** Where lines cross the eastern or western edge of a tile. */
    const crossings = async (address: TileAddress, edge: number) => {
      const found: string[] = [];
      for (const { ele, index, line } of await linesOf(address)) {
        line.forEach(([x, y]) => {
          if (x === edge && y >= 0 && y <= 4096 && index !== 5) found.push(`${Math.round(ele * 100)} ${y}`);
        });
      }
      return [...new Set(found)].sort();
    };
    let edges = 0;
    for (const z of [12, 13, 14, 16]) {
      const { minX, maxX, minY, maxY } = tileRange(bounds, z);
      for (let y = minY; y <= maxY; y++) {
        for (let x = minX; x < maxX; x++) {
          // Within a tile that was traced at once, edges are cut afterwards, without a point on them.
          if (z > 13 && (x + 1) % 2 ** (z - 13) !== 0) continue;
          const west = await crossings({ z, x, y }, 4096);
          expect(west).toEqual(await crossings({ z, x: x + 1, y }, 0));
          edges += west.length;
        }
      }
    }
    expect(edges).toBeGreaterThan(20);
  });
});

test('[LAY-2] elevation tiles give the same terrain', async () => {
  const size = 256;
  const height = (lng: number) => 200 + (lng + 81) * 1000;
  const bounds = { west: -80.99, south: 35.6, east: -80.95, north: 35.63 };
  const asked: TileAddress[] = [];
  const far = { ...bounds, west: -118.3, east: -118.29 };
  await make([], {
    sources: {
      bounds: [bounds, far],
      zoomMax: 13,
      tileSizePx: 256,
      tile: async (address) => {
        asked.push(address);
        const heights = Float32Array.from({ length: size * size }, (_, i) =>
          height(lngOfWorldX((address.x + ((i % size) + 0.5) / size) / 2 ** address.z)),
        );
        return sharp(await encodeHeights(heights, heights, { size }))
          .png()
          .toBuffer();
      },
    },
  });
  expect(new Set(asked.map(({ z }) => z))).toEqual(new Set([13]));
  // Nothing is asked for between the two.
  expect(asked.length).toBeLessThan(50);
  const address = tileAt({ lng: -80.97, lat: 35.61 }, 12);
  const { heights } = await decodeHeights((await tileOf('terrain.pmtiles', address))!, {
    keepsFilled: false,
  });
  for (const column of [0, 200, 511]) {
    const lng = lngOfWorldX((address.x + (column + 0.5) / 512) / 2 ** 12);
    expect(heights[100 * 512 + column]).toBeCloseTo(height(lng), 1);
  }
  expect((await linesOf(address)).length).toBeGreaterThan(0);
});

describe('what cannot become terrain', () => {
  const writeText = (text: string) => {
    writeFileSync(at('a.tif'), text);
    return at('a.tif');
  };

  test.each<[string, string, () => string]>([
    ['an empty file', 'is empty', () => writeText('')],
    ['a file of another kind', 'is not a TIFF', () => writeText('hello')],
    [
      'no coordinate system',
      'says no coordinate system',
      () => writeGround('a.tif', plane, { epsg: undefined }),
    ],
    ['a place off the map', 'nowhere on the map', () => writeGround('a.tif', plane, { epsg: 4326 })],
    [
      'no heights at all',
      'every pixel is empty',
      () => writeGround('a.tif', () => -9999, { noData: '-9999' }),
    ],
    [
      'a compression that cannot be undone',
      'Unknown compression method identifier: 50002',
      () => writeGround('a.tif', plane, { compression: 50_002 }),
    ],
    [
      'a file that was cut off',
      'cannot be read',
      () => {
        const path = writeGround('a.tif', plane);
        truncateSync(path, 50_000);
        return path;
      },
    ],
  ])('[LAY-bad] %s is refused in a sentence, and nothing is left behind', async (_, sentence, write) => {
    await expect(make([write()])).rejects.toThrow(sentence);
    expect(readdirSync(folder).filter((name) => name !== 'work')).toEqual(['a.tif']);
    expect(readdirSync(folder).includes('work') ? readdirSync(at('work')) : []).toEqual([]);
  });

  test('[LAY-bad] one of another county does not cover the parcels', async () => {
    const land = [{ west: -71.2, south: 42.3, east: -71, north: 42.4 }];
    const sentence = 'hills.tif does not cover the loaded parcels.';
    await expect(make([writeGround('hills.tif', hills)], { land })).rejects.toThrow(sentence);
    expect(readdirSync(folder).filter((name) => name !== 'work')).toEqual(['hills.tif']);
  });

  test('[LAY-bad] a folder that cannot be made leaves no file open', async () => {
    const sources = [writeGround('hills.tif', hills)];
    writeFileSync(at('work'), 'a file');
    await expect(make(sources)).rejects.toThrow();
    const open = readdirSync('/proc/self/fd').filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`) === sources[0];
      } catch {
        // The folder's own descriptor is closed by now.
        return false;
      }
    });
    expect(open).toEqual([]);
  });

  test('[LAY-bad] one that is interrupted leaves nothing behind', async () => {
    const stop = new AbortController();
    const onProgress = ({ stage }: { stage: string }) => {
      if (stage === 'Drawing contours') stop.abort(new Error('Interrupted'));
    };
    const sources = [writeGround('hills.tif', hills)];
    await expect(make(sources, { signal: stop.signal, onProgress })).rejects.toThrow('Interrupted');
    expect(readdirSync(folder).sort()).toEqual(['hills.tif', 'work']);
    expect(readdirSync(at('work'))).toEqual([]);
  });
});
