import type { Map as MapLibreMap } from 'maplibre-gl';
import { afterEach, expect, test } from 'vitest';
import type { Position, Ring } from '../geo/geometry.ts';
import { latOfWorldY, lngOfWorldX } from '../geo/mercator.ts';
import { TILE_BUFFER, TILE_EXTENT } from '../geo/tile-address.ts';
import { exampleParcel } from '../test/example-parcel.ts';
import { openDrawings, recordDrawings } from './draw/drawings-store.ts';
import { keepSwitch, useKeptSwitches } from './kept-switches.ts';
import { useMapStore } from './map-store.ts';
import { snapAt } from './snap-to-parcels.ts';

const DEGREES_PER_PX = 1e-5;
const place = (x: number, y: number): Position => [-80.86 + x * DEGREES_PER_PX, 35.62 - y * DEGREES_PER_PX];
const spotOf = ([lng, lat]: Position) => ({
  x: (lng + 80.86) / DEGREES_PER_PX,
  y: (35.62 - lat) / DEGREES_PER_PX,
});
const square = (x: number, y: number, size: number): Ring => [
  place(x, y),
  place(x + size, y),
  place(x + size, y + size),
  place(x, y + size),
  place(x, y),
];

type Tile = { ring: Ring; _x?: number; _y?: number; _z?: number };

/** A map of straight pixels, with parcels from tiles. */
const mapWith = (tiles: Tile[], zoom = 17) =>
  ({
    style: {},
    getZoom: () => zoom,
    getLayer: () => ({}),
    project: (at: Position) => spotOf(at),
    unproject: ([x, y]: [number, number]) => ({ lng: place(x, y)[0], lat: place(x, y)[1] }),
    queryRenderedFeatures: () =>
      tiles.map(({ ring, _x = 0, _y = 0, _z = 0 }) => ({
        geometry: { type: 'Polygon', coordinates: [ring] },
        _x,
        _y,
        _z,
      })),
  }) as unknown as MapLibreMap;

const lot = mapWith([{ ring: square(100, 100, 200) }]);
const snap = (map: MapLibreMap, x: number, y: number, altKey = false) =>
  snapAt({ map, point: { x, y }, originalEvent: { altKey } });

afterEach(() => {
  useMapStore.setState(useMapStore.getInitialState());
  useKeptSwitches.setState({}, true);
  openDrawings('nobody');
});

test('[W4] a corner within 12 pixels is taken exactly, before an edge that is nearer', () => {
  expect(snap(lot, 108, 101)).toEqual({ at: place(100, 100), kind: 'corner', of: 'parcel' });
  expect(snap(lot, 104, 96)).toMatchObject({ kind: 'corner' });
});

test('[W4] farther along, the nearest place on the edge is taken', () => {
  const found = snap(lot, 180, 109)!;
  expect(found).toMatchObject({ kind: 'edge', of: 'parcel' });
  expect(spotOf(found.at)).toEqual({ x: expect.closeTo(180, 3), y: expect.closeTo(100, 3) });
});

test('[W4] nothing is taken where nothing is near, with Alt held, switched off, or where no parcels are drawn', () => {
  expect(snap(lot, 180, 180)).toBeUndefined();
  expect(snap(lot, 100, 87)).toBeUndefined();
  expect(snap(lot, 101, 101, true)).toBeUndefined();
  expect(snap(mapWith([{ ring: square(100, 100, 200) }], 12.9), 101, 101)).toBeUndefined();
  keepSwitch('snap-to-parcels', false);
  expect(snap(lot, 101, 101)).toBeUndefined();
});

test('[W4] the exact corner of the selected parcel wins over its rounded one in the tile', () => {
  const exact = [place(99, 101), place(300, 100), place(300, 300), place(100, 300), place(99, 101)];
  const parcel = exampleParcel();
  useMapStore.setState({
    selection: {
      status: 'loaded',
      pin: parcel.pin,
      parcel,
      geometry: { type: 'Polygon', coordinates: [exact] },
    },
  });
  expect(snap(lot, 101, 100)?.at).toEqual(place(99, 101));
});

test('[W4] drawn shapes are snapped to, but not the one that is being changed', () => {
  const [from, to] = [place(500, 500), place(600, 500)];
  const line = {
    type: 'Feature' as const,
    id: 'way',
    properties: {},
    geometry: { type: 'LineString' as const, coordinates: [[...from], [...to]] },
  };
  recordDrawings([line]);
  const map = mapWith([]);
  expect(snap(map, 503, 503)).toEqual({ at: [...from], kind: 'corner', of: 'drawing' });
  expect(snap(map, 550, 505)).toMatchObject({ kind: 'edge', of: 'drawing' });
  expect(snapAt({ map, point: { x: 503, y: 503 } }, 'way')).toBeUndefined();
});

test('[W4] where a tile has cut a parcel there is neither a corner nor an edge', () => {
  const [_z, _x, _y] = [16, 18045, 25754];
  const size = TILE_EXTENT * 2 ** _z;
  const inTile = (x: number, y: number): Position => [
    lngOfWorldX((_x * TILE_EXTENT + x) / size),
    latOfWorldY((_y * TILE_EXTENT + y) / size),
  ];
  const cut = TILE_EXTENT + TILE_BUFFER;
  const ring = [inTile(4000, 100), inTile(cut, 100), inTile(cut, 400), inTile(4000, 400), inTile(4000, 100)];
  const map = mapWith([{ ring, _x, _y, _z }]);
  const at = (x: number, y: number) => {
    const spot = spotOf(inTile(x, y));
    return snap(map, spot.x, spot.y);
  };
  expect(at(4000, 100)).toMatchObject({ kind: 'corner' });
  // The side goes on in the next tile.
  expect(at(cut, 100)).toMatchObject({ kind: 'edge' });
  expect(at(cut, 250)).toBeUndefined();
});

/** The ends of a cul-de-sac's arc lie 100 px apart, its chords are 10 px long. */
const pear: Ring = [
  place(100, 100),
  place(200, 100),
  ...Array.from({ length: 13 }, (_, step) => {
    const angle = (Math.PI * step) / 14;
    return place(200 + 50 * Math.sin(angle + Math.PI / 14), 150 - 50 * Math.cos(angle + Math.PI / 14));
  }),
  place(200, 200),
  place(100, 200),
  place(100, 100),
];

test('[W4] corners and sides of a parcel are taken once they lie 24 pixels apart on the screen', () => {
  const far = mapWith([{ ring: square(100, 100, 23) }], 13);
  expect(snap(far, 101, 101)).toBeUndefined();
  expect(snap(far, 112, 99)).toBeUndefined();
  const near = mapWith([{ ring: square(100, 100, 25) }], 14);
  expect(snap(near, 101, 101)).toMatchObject({ kind: 'corner' });
  expect(snap(near, 112, 99)).toMatchObject({ kind: 'edge' });
});

test('[W4] where two corners of a parcel lie close together its long sides are taken, and neither corner', () => {
  const ring = [
    place(100, 100),
    place(300, 100),
    place(300, 200),
    place(290, 200),
    place(290, 300),
    place(100, 300),
    place(100, 100),
  ];
  const jogged = mapWith([{ ring }]);
  expect(snap(jogged, 301, 199)).toMatchObject({ kind: 'edge' });
  expect(snap(jogged, 301, 101)).toMatchObject({ kind: 'corner' });
});

test('[W4] along a curve, however short its chords, its line is taken; its ends are corners', () => {
  const map = mapWith([{ ring: pear }]);
  expect(snap(map, 252, 148)).toMatchObject({ kind: 'edge' });
  expect(snap(map, 101, 201)).toMatchObject({ kind: 'corner' });
});

test('[W4] a parcel that a tile has cut is as large as it is in both tiles', () => {
  const [_z, _x, _y] = [16, 18045, 25754];
  const size = TILE_EXTENT * 2 ** _z;
  const inTile = (x: number, y: number): Position => [
    lngOfWorldX((_x * TILE_EXTENT + x) / size),
    latOfWorldY((_y * TILE_EXTENT + y) / size),
  ];
  const pxWide = (units: number) => spotOf(inTile(units, 0)).x - spotOf(inTile(0, 0)).x;
  const unitsOf = (px: number) => Math.round((px / pxWide(1000)) * 1000);
  const cut = TILE_EXTENT + TILE_BUFFER;
  const atCorner = (widthPx: number) => {
    const west = cut - unitsOf(widthPx);
    const ring = [
      inTile(west, 100),
      inTile(cut, 100),
      inTile(cut, 900),
      inTile(west, 900),
      inTile(west, 100),
    ];
    const { x, y } = spotOf(inTile(west, 100));
    return snap(mapWith([{ ring, _x, _y, _z }]), x, y);
  };
  expect(atCorner(18)).toMatchObject({ kind: 'corner' });
  expect(atCorner(10)).not.toMatchObject({ kind: 'corner' });
});
