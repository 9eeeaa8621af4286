// One street map out of a whole one, a county's own layers, and what its parcels say.
import { expect, test } from 'vitest';
import type { ZoomedFeature } from '../../basemap/zoomed-feature.ts';
import type { Bounds, TileAddress } from '../../geo/geometry.ts';
import { mapTiles } from '../../geo/map-tiles.ts';
import { tileAt } from '../../geo/tile-address.ts';
import { decodeTile } from '../../test/geo/decode-tile.ts';
import { mergeBasemap } from './merged-basemap.ts';
import type { TileArchive } from './tile-archive.ts';

const COUNTY: Bounds = { west: -71.2, south: 42.3, east: -71, north: 42.5 };
const INSIDE = { lng: -71.1, lat: 42.4 };

type Named = { layer: string; name: string; at?: { lng: number; lat: number } };

/** A point for each name. */
function archiveOf(names: readonly Named[], facts: Partial<TileArchive> = {}): TileArchive {
  const features = names.map(
    ({ layer, name, at = INSIDE }): ZoomedFeature => ({
      layer,
      minZoom: 0,
      properties: { name },
      geometry: { type: 'Point', coordinates: [at.lng, at.lat] },
    }),
  );
  const findUnpacked = async ({ z, x, y }: TileAddress) =>
    z > (facts.zoomMax ?? 15)
      ? undefined
      : mapTiles({ z, features, tolerance: 0, smallestArea: 0 }).find(
          ({ address }) => address.x === x && address.y === y,
        )?.bytes;
  return {
    version: names.map(({ name }) => name).join('-'),
    name: 'Test',
    zoomMin: 0,
    zoomMax: 15,
    bounds: COUNTY,
    layers: new Set(names.map(({ layer }) => layer)),
    attribution: '',
    mediaType: undefined,
    isGzipped: false,
    find: findUnpacked,
    findUnpacked,
    close: async () => {},
    ...facts,
  };
}

async function namesIn(map: TileArchive | undefined, zoom: number, at = INSIDE): Promise<string[]> {
  const tile = await map!.findUnpacked(tileAt(at, zoom));
  return decodeTile(tile ?? new Uint8Array())
    .flatMap(({ name: layer, features }) => features.map(({ properties }) => `${layer}: ${properties.name}`))
    .sort();
}

const osm = archiveOf(
  [
    { layer: 'roads', name: 'Elm (OSM)' },
    { layer: 'water', name: 'Pond (OSM)' },
    { layer: 'landuse', name: 'Park (OSM)' },
  ],
  { bounds: { west: -180, south: -85, east: 180, north: 85 } },
);
const streets = { kind: 'roads', archive: archiveOf([{ layer: 'roads', name: 'Elm' }]) } as const;
const parks = { kind: 'parks', archive: archiveOf([{ layer: 'landuse', name: 'Park' }]) } as const;
const derived = archiveOf([
  { layer: 'earth', name: 'Land' },
  { layer: 'roads', name: 'Elm (by addresses)' },
  { layer: 'places', name: 'Town' },
]);

test('[LAY-3] own streets replace those of a whole map inside their bounds, and parks add to it', async () => {
  const map = mergeBasemap({ whole: [osm], own: [streets, parks], derived });
  expect(await namesIn(map, 14)).toEqual([
    'landuse: Park',
    'landuse: Park (OSM)',
    'roads: Elm',
    'water: Pond (OSM)',
  ]);
});

test('[LAY-3] a tile that reaches beyond the county keeps what the whole map knows', async () => {
  const map = mergeBasemap({ whole: [osm], own: [streets], derived: undefined });
  expect(await namesIn(map, 6)).toEqual([
    'landuse: Park (OSM)',
    'roads: Elm',
    'roads: Elm (OSM)',
    'water: Pond (OSM)',
  ]);
});

test('[LAY-3] where a county has no tile of its own, the whole map stays, also inside the box around it', async () => {
  const elsewhere = archiveOf([{ layer: 'roads', name: 'Far Road', at: { lng: -71.19, lat: 42.31 } }]);
  const map = mergeBasemap({
    whole: [osm],
    own: [{ kind: 'roads', archive: elsewhere }],
    derived: undefined,
  });
  expect(await namesIn(map, 14)).toContain('roads: Elm (OSM)');
});

test('[LAY-3] what the parcels say fills only what no other archive has', async () => {
  expect(await namesIn(mergeBasemap({ whole: [], own: [], derived }), 14)).toEqual([
    'earth: Land',
    'places: Town',
    'roads: Elm (by addresses)',
  ]);
  expect(await namesIn(mergeBasemap({ whole: [], own: [streets], derived }), 14)).toEqual([
    'earth: Land',
    'places: Town',
    'roads: Elm',
  ]);
  expect(await namesIn(mergeBasemap({ whole: [osm], own: [], derived }), 14)).not.toContain('places: Town');
});

/** In another state, and right beyond the county's border. */
const FAR = { lng: -118.2, lat: 34 };
const NEAR = { lng: -71.21, lat: 42.4 };
const oneCounty = (archive: TileArchive) => [
  { whole: [archive], own: [] },
  { whole: [], own: [{ kind: 'roads', archive } as const] },
];

test('[LAY-3] ground of a county without a map stays, whatever another county has', async () => {
  const both = archiveOf(
    [INSIDE, NEAR, FAR].map((at) => ({ layer: 'roads', name: `by addresses ${at.lng}`, at })),
  );
  for (const parts of oneCounty(archiveOf([{ layer: 'roads', name: 'Elm' }]))) {
    const map = mergeBasemap({ ...parts, derived: both });
    expect(await namesIn(map, 14)).toEqual(['roads: Elm']);
    expect(await namesIn(map, 14, FAR)).toEqual(['roads: by addresses -118.2']);
    // A tile with both of them.
    expect(await namesIn(map, 9, NEAR)).toEqual(['roads: Elm', 'roads: by addresses -71.21']);
  }
});

test('[LAY-3] a tile that was cut out of a larger map has all its streets, also beyond the bounds of the cut', async () => {
  const cut = archiveOf([
    { layer: 'roads', name: 'Elm' },
    { layer: 'roads', name: 'Beyond', at: { lng: -71.22, lat: 42.41 } },
  ]);
  const map = mergeBasemap({
    whole: [cut],
    own: [],
    derived: archiveOf([{ layer: 'roads', name: 'Oak', at: NEAR }]),
  });
  expect(await namesIn(map, 9, NEAR)).toEqual(['roads: Beyond', 'roads: Elm']);
});

test('[LAY-4] two whole maps side by side are both shown where a tile has both', async () => {
  const other = archiveOf([{ layer: 'roads', name: 'Oak', at: NEAR }], {
    bounds: { west: -71.3, south: 42.3, east: -71.2, north: 42.5 },
  });
  const map = mergeBasemap({
    whole: [archiveOf([{ layer: 'roads', name: 'Elm' }]), other],
    own: [],
    derived,
  });
  expect(await namesIn(map, 9, NEAR)).toEqual(['roads: Elm', 'roads: Oak']);
});

test('[LAY-4] a shallow map is enlarged, and hides no streets at deeper zooms', async () => {
  const shallow = archiveOf(
    [
      { layer: 'roads', name: 'Interstate' },
      { layer: 'roads', name: 'Elsewhere', at: { lng: -71.2, lat: 42.45 } },
    ],
    { zoomMax: 10, bounds: osm.bounds },
  );
  const map = mergeBasemap({ whole: [shallow, archiveOf([], { bounds: COUNTY })], own: [], derived })!;
  expect(map.zoomMax).toBe(15);
  expect(await namesIn(map, 10)).toEqual(['roads: Elsewhere', 'roads: Interstate']);
  const deep = ['earth: Land', 'places: Town', 'roads: Elm (by addresses)', 'roads: Interstate'];
  expect(await namesIn(map, 14)).toEqual(deep);
  // In its place, to half a meter.
  const at = tileAt(INSIDE, 15);
  const places = decodeTile((await map.findUnpacked(at))!)
    .filter(({ name }) => name === 'roads')
    .flatMap(({ features }) => features.flatMap(({ closedRings }) => closedRings[0]));
  expect(Math.abs(places[0]![0] - places[1]![0])).toBeLessThanOrEqual(32);
  expect(Math.abs(places[0]![1] - places[1]![1])).toBeLessThanOrEqual(32);
});

test('[LAY-3] the version changes with every part', () => {
  const one = mergeBasemap({ whole: [osm], own: [streets], derived: undefined })!;
  const other = mergeBasemap({ whole: [osm], own: [parks], derived: undefined })!;
  expect(one.version).not.toBe(other.version);
  expect(one.bounds).toEqual({ west: -180, south: -85, east: 180, north: 85 });
});

test('nothing to merge is no map, and a single archive comes through as it is', () => {
  expect(mergeBasemap({ whole: [], own: [], derived: undefined })).toBeUndefined();
  expect(mergeBasemap({ whole: [osm], own: [], derived: undefined })).toBe(osm);
});
