// Archives drawn from features: the same tiles as drawn all at once, in flat memory, none too large.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PMTiles } from 'pmtiles';
import { describe, expect, test } from 'vitest';
import { ringOfBounds } from '../geo/bounds-of.ts';
import type { MapGeometry, Position, TileAddress } from '../geo/geometry.ts';
import { mapTiles } from '../geo/map-tiles.ts';
import type { StepProgress } from '../import/layer.ts';
import { eventually } from '../test/eventually.ts';
import { decodedFeatures } from '../test/geo/decode-tile.ts';
import { fileSource } from '../test/pmtiles-file-source.ts';
import { emptyFolder } from '../test/test-folder.ts';
import { usedBytes } from '../test/used-bytes.ts';
import { type DrawFeaturesOptions, drawFeatures } from './draw-features.ts';
import type { ZoomedFeature } from './zoomed-feature.ts';

const folder = emptyFolder();
const path = () => join(folder, 'streets.pmtiles');

async function draw(
  features: readonly ZoomedFeature[],
  o: Partial<DrawFeaturesOptions> & { maxZoom: number },
) {
  const drawn = await drawFeatures({
    path: path(),
    workFolder: folder,
    name: 'Streets',
    attribution: 'Nobody',
    features: [features],
    ...o,
  });
  return { ...drawn, archive: new PMTiles(fileSource(o.path ?? path())) };
}

/** Numbers from 0 to 1, the same in every run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const grid = (degrees: number) => Math.round(degrees * 1e7) / 1e7;

function box(lng: number, lat: number, size: number): MapGeometry {
  const bounds = { west: grid(lng), south: grid(lat), east: grid(lng + size), north: grid(lat + size) };
  return { type: 'Polygon', coordinates: [ringOfBounds(bounds)] };
}

function circle(lng: number, lat: number, o: { radius: number; corners: number }): MapGeometry {
  const ring = Array.from({ length: o.corners }, (_, i): Position => {
    const angle = (2 * Math.PI * i) / o.corners;
    return [grid(lng + o.radius * Math.cos(angle)), grid(lat + o.radius * Math.sin(angle))];
  });
  return { type: 'Polygon', coordinates: [[...ring, ring[0]!]] };
}

/** Streets, houses, points, and a lake so jagged and a river so long that they are cut while they are staged. */
function city(): ZoomedFeature[] {
  const random = randomNumbers(7);
  const features: ZoomedFeature[] = [];
  const lake: Position[] = Array.from({ length: 9000 }, (_, i) => {
    const angle = (2 * Math.PI * i) / 9000;
    const reach = 0.12 + 1e-5 * random() + 0.01 * Math.sin(angle * 40);
    return [grid(-71.1 + reach * Math.cos(angle)), grid(42.4 + reach * Math.sin(angle))];
  });
  const island = Array.from(
    { length: 60 },
    (_, i): Position => [
      grid(-71.1 + 0.03 * Math.cos((-2 * Math.PI * i) / 60)),
      grid(42.4 + 0.03 * Math.sin((-2 * Math.PI * i) / 60)),
    ],
  );
  features.push({
    layer: 'water',
    minZoom: 4,
    properties: { kind: 'lake', name: 'Größter See' },
    geometry: {
      type: 'Polygon',
      coordinates: [
        [...lake, lake[0]!],
        [...island, island[0]!],
      ],
    },
  });
  const river = Array.from(
    { length: 12_000 },
    (_, i): Position => [grid(-71.4 + i * 5e-5), grid(42.35 + 0.01 * Math.sin(i / 300) + 1e-5 * random())],
  );
  features.push({
    layer: 'water',
    minZoom: 6,
    properties: { kind: 'river' },
    geometry: { type: 'LineString', coordinates: river },
  });
  for (let i = 0; i < 1500; i++) {
    const lng = -71.3 + 0.4 * random();
    const lat = 42.3 + 0.2 * random();
    const end: Position = [grid(lng + 0.02 * random()), grid(lat + 0.02 * random())];
    const start: Position = [grid(lng), grid(lat)];
    features.push(
      {
        layer: 'roads',
        minZoom: 6 + (i % 8),
        ...(i % 50 === 0 && { maxZoom: 12 }),
        properties: { kind: 'minor_road', name: `Street ${i % 90}`, sort_rank: i, oneway: i % 3 === 0 },
        geometry:
          i % 5 === 0
            ? {
                type: 'MultiLineString',
                coordinates: [
                  [start, end],
                  [end, [start[0], end[1]]],
                ],
              }
            : { type: 'LineString', coordinates: [start, end] },
      },
      { layer: 'buildings', minZoom: 11, properties: { height: i / 4 }, geometry: box(lng, lat, 3e-4) },
    );
    if (i % 10 === 0) {
      features.push({
        layer: 'places',
        minZoom: 8,
        properties: { name: `Place ${i}` },
        geometry: { type: 'Point', coordinates: start },
      });
    }
  }
  return features;
}

async function* inBatches(features: readonly ZoomedFeature[]) {
  for (let i = 0; i < features.length; i += 100) yield features.slice(i, i + 100);
}

/** All tiles of a zoom, drawn at once. */
function drawnAtOnce(features: readonly ZoomedFeature[], z: number, maxZoom: number) {
  return mapTiles({
    z,
    features: features.filter((feature) => feature.minZoom <= z && z <= (feature.maxZoom ?? maxZoom)),
    tolerance: z === maxZoom ? 0.75 : 4,
    smallestArea: z === maxZoom ? 0 : 256,
  });
}

/** What a tile shows, in order; undefined where there is none. */
async function shown(archive: PMTiles, { z, x, y }: TileAddress) {
  const found = await archive.getZxy(z, x, y);
  return found && JSON.stringify(decodedFeatures(new Uint8Array(found.data)));
}

describe('[LAY-3] features', () => {
  test.each([
    ['threads', 1],
    ['one thread, as there is little to draw', 0.02],
  ])('drawn block by block by %s make the tiles that they make drawn at once', async (_, share) => {
    const features = city().filter((_feature, i) => i < 3 || i % 100 < 100 * share);
    const {
      archive,
      tiles,
      bounds,
      features: count,
    } = await draw([], {
      maxZoom: 14,
      features: inBatches(features),
    });
    expect(count).toBe(features.length);
    let compared = 0;
    for (let z = 4; z <= 14; z++) {
      for (const { address, bytes } of drawnAtOnce(features, z, 14)) {
        expect(await shown(archive, address)).toBe(JSON.stringify(decodedFeatures(bytes)));
        compared++;
      }
    }
    expect(compared).toBe(tiles);
    const header = await archive.getHeader();
    expect(header).toMatchObject({ minZoom: 4, maxZoom: 14, numAddressedTiles: tiles });
    expect(bounds.west).toBeCloseTo(-71.4, 3);
    expect(header.minLon).toBeCloseTo(bounds.west, 6);
    expect(await archive.getMetadata()).toMatchObject({
      name: 'Streets',
      attribution: 'Nobody',
      vector_layers: expect.arrayContaining([
        {
          id: 'roads',
          fields: { kind: 'String', name: 'String', sort_rank: 'Number', oneway: 'Boolean' },
        },
      ]),
    });
    expect(await readdir(folder)).toEqual(['streets.pmtiles']);
  });

  test('of a square that is too much at once are drawn in quarters, with the same tiles', async () => {
    // Without the lake, whose ring may begin elsewhere when it is clipped in other steps.
    const features = city().slice(1);
    const { tiles, archive } = await draw(features, { maxZoom: 13 });
    const quartered = await draw(features, {
      maxZoom: 13,
      path: join(folder, 'quartered.pmtiles'),
      limits: { load: { records: 600, bytes: 100_000 } },
    });
    expect(quartered.tiles).toBe(tiles);
    for (let z = 12; z <= 13; z++) {
      for (const { address } of drawnAtOnce(features, z, 13)) {
        expect(await shown(quartered.archive, address)).toBe(await shown(archive, address));
      }
    }
    // A single tile of the whole city has more.
    expect(quartered.thinned.tiles).toBeGreaterThan(0);
  });

  test('too dense for a tile lose their shortest lines and smallest areas, and it is told how many', async () => {
    const random = randomNumbers(3);
    const features = Array.from({ length: 20_000 }, (_, i): ZoomedFeature => {
      const [lng, lat] = [-71.3 + 0.4 * random(), 42.3 + 0.2 * random()];
      const size = 0.002 * (1 + (i % 100));
      return {
        layer: 'roads',
        minZoom: 8,
        properties: { size: i % 100, number: i },
        geometry:
          i % 2 === 0
            ? {
                type: 'LineString',
                coordinates: [
                  [lng, lat],
                  [lng + size, lat + size / 2],
                ],
              }
            : box(lng, lat, size),
      };
    });
    const label = { ...features[0]!, layer: 'places', properties: { name: 'Boston' } };
    const all: ZoomedFeature[] = [
      ...features,
      { ...label, geometry: { type: 'Point', coordinates: [-71.2, 42.4] } },
    ];
    const limits = { tileBytes: 50_000 };
    const { archive, thinned } = await draw(all, { maxZoom: 9, limits });
    const address = { z: 8, x: 77, y: 94 };
    const tile = (await archive.getZxy(address.z, address.x, address.y))!;
    const found = decodedFeatures(new Uint8Array(tile.data));
    const sizes = found.flatMap(({ properties }) =>
      typeof properties.size === 'number' ? [properties.size] : [],
    );
    expect(sizes.length).toBeGreaterThan(1000);
    expect(sizes.length).toBeLessThan(20_000);
    expect(Math.min(...sizes)).toBeGreaterThan(20);
    expect(found.some(({ properties }) => properties.name === 'Boston')).toBe(true);
    const numbers = found.flatMap(({ properties }) =>
      typeof properties.number === 'number' ? [properties.number] : [],
    );
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    expect(thinned.tiles).toBeGreaterThan(0);
    expect(thinned.leftOut).toBeGreaterThan(20_000 - sizes.length - 1);
    const { tileDataLength, numAddressedTiles } = await archive.getHeader();
    expect(tileDataLength).toBeLessThanOrEqual(numAddressedTiles * limits.tileBytes);
  });

  test('are not held in memory', async () => {
    // What is loaded with the first drawing stays.
    const first: ZoomedFeature = {
      layer: 'buildings',
      minZoom: 12,
      properties: { kind: 'tank' },
      geometry: circle(-75, 42, { radius: 5e-4, corners: 120 }),
    };
    await draw([first], { maxZoom: 12 });
    const before = usedBytes();
    let most = 0;
    async function* many() {
      for (let batch = 0; batch < 50; batch++) {
        yield Array.from({ length: 500 }, (_, i): ZoomedFeature => {
          const geometry = circle(-75 + batch * 0.02, 42 + i * 0.002, { radius: 5e-4, corners: 120 });
          return { layer: 'buildings', minZoom: 12, properties: { kind: 'tank' }, geometry };
        });
        if (batch % 10 === 9) most = Math.max(most, usedBytes() - before);
      }
    }
    const { features } = await draw([], { maxZoom: 12, features: many() });
    expect(features).toBe(25_000);
    // As objects they have 200 MB; 32 MB wait to be written at most, in buffers that may be half empty.
    expect(most).toBeLessThan(80e6);
    // What threads handed over is freed a moment after they have ended.
    await eventually(() => expect(usedBytes() - before).toBeLessThan(20e6));
  });
});

describe('[LAY-bad] a drawing', () => {
  test.each<[when: string, features: ZoomedFeature[], sentence: string]>([
    ['of nothing', [], 'Streets has no shapes that can be drawn.'],
    [
      'of shapes all over the world, street by street',
      [{ layer: 'roads', minZoom: 14, properties: {}, geometry: box(-170, -80, 160) }],
      'The shapes cover too wide an area: are their coordinates right?',
    ],
  ])('%s says so, and leaves nothing behind', async (_, features, sentence) => {
    await expect(draw(features, { maxZoom: 15 })).rejects.toThrow(sentence);
    expect(await readdir(folder)).toEqual([]);
  });

  test('that is aborted ends, and leaves nothing behind', async () => {
    for (const when of ['Reading shapes', 'Drawing tiles']) {
      const stop = new AbortController();
      const onProgress = ({ stage }: StepProgress) => {
        if (stage === when) stop.abort(new Error('stopped'));
      };
      const drawing = draw([], { maxZoom: 14, features: inBatches(city()), signal: stop.signal, onProgress });
      await expect(drawing).rejects.toThrow('stopped');
      expect(await readdir(folder)).toEqual([]);
    }
  });

  test('whose features cannot be read fails with that reason, and leaves nothing behind', async () => {
    async function* broken() {
      yield city().slice(0, 10);
      throw new Error('the file is cut');
    }
    await expect(draw([], { maxZoom: 14, features: broken() })).rejects.toThrow('the file is cut');
    expect(await readdir(folder)).toEqual([]);
  });
});
