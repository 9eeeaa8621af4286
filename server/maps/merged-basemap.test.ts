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
    mapTiles({ z, features, tolerance: 0, smallestArea: 0 }).find(
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

async function namesIn(map: TileArchive | undefined, zoom: number): Promise<string[]> {
  const tile = await map!.findUnpacked(tileAt(INSIDE, zoom));
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

test('[LAY-3] the version changes with every part, and the last zoom is one that all of them have', () => {
  const shallow = archiveOf([{ layer: 'roads', name: 'Oak' }], { zoomMax: 14 });
  const one = mergeBasemap({ whole: [osm], own: [streets], derived: undefined })!;
  const other = mergeBasemap({
    whole: [osm],
    own: [{ kind: 'roads', archive: shallow }],
    derived: undefined,
  })!;
  expect(one.version).not.toBe(other.version);
  expect([one.zoomMax, other.zoomMax]).toEqual([15, 14]);
  expect(one.bounds).toEqual({ west: -180, south: -85, east: 180, north: 85 });
});

test('nothing to merge is no map, and a single archive comes through as it is', () => {
  expect(mergeBasemap({ whole: [], own: [], derived: undefined })).toBeUndefined();
  expect(mergeBasemap({ whole: [osm], own: [], derived: undefined })).toBe(osm);
});
