// Tests streets from parcels on plans of a few blocks whose streets are known.
import { expect, test } from 'vitest';
import { boundsOf, boxesTouch } from '../geo/bounds-of.ts';
import type { Bounds, Position } from '../geo/geometry.ts';
import type { ParcelInBox } from '../store/parcel-store.ts';
import { groundOfParcels } from './ground-of-parcels.ts';
import { type ParcelStreet, streetsFromParcels } from './streets-from-parcels.ts';

const ORIGIN = { lng: -71.1, lat: 42.37 };
const METERS = 111_195;
const SHRINK = Math.cos((ORIGIN.lat * Math.PI) / 180);
const position = (x: number, y: number): Position => [
  ORIGIN.lng + x / METERS / SHRINK,
  ORIGIN.lat + y / METERS,
];

type Box = { x: number; y: number; width: number; height: number; address: string | null };

function parcelOf({ x, y, width, height, address }: Box, at: number): ParcelInBox {
  const ring = [
    position(x, y),
    position(x + width, y),
    position(x + width, y + height),
    position(x, y + height),
    position(x, y),
  ];
  const geometry = { type: 'Polygon', coordinates: [ring] } as const;
  return {
    properties: { PIN: String(at) },
    lng: ring[0]![0],
    lat: ring[0]![1],
    geometry,
    siteAddress: address,
  };
}

async function streetsOf(boxes: readonly Box[]): Promise<ParcelStreet[]> {
  const { bounds, parcels } = storeOf(boxes);
  return (await allOf(streetsFromParcels({ land: [bounds], parcels }))).flat();
}

async function allOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

function storeOf(boxes: readonly Box[]) {
  const list = boxes.map(parcelOf);
  const bounds = boundsOf({
    type: 'MultiPolygon',
    coordinates: list.map(({ geometry }) => geometry.coordinates as Position[][]),
  });
  return { bounds, parcels: { inBox: async () => ({ version: '1', parcels: list }) } };
}

/** Distances of all corners of a street from a straight line x = … or y = …, in meters. */
const ys = ({ line }: ParcelStreet) => line.map(([, lat]) => (lat - ORIGIN.lat) * METERS);
const xs = ({ line }: ParcelStreet) => line.map(([lng]) => (lng - ORIGIN.lng) * METERS * SHRINK);

/** Two rows of ten lots on both sides of a street along y = 0, 16 m wide, and the same beyond a cross street at x = 208. */
function blocks(): Box[] {
  const boxes: Box[] = [];
  for (const west of [0, 216]) {
    for (let i = 0; i < 10; i++) {
      const number = 2 * (i + (west > 0 ? 20 : 0)) + 2;
      const x = west + 20 * i;
      // Corner lots have their address on the cross street.
      const isCorner = (west === 0 && i === 9) || (west > 0 && i === 0);
      boxes.push({ x, y: 8, width: 20, height: 40, address: isCorner ? `${i} ELM ST` : `${number} MAIN ST` });
      boxes.push({
        x,
        y: -48,
        width: 20,
        height: 40,
        address: isCorner ? `${i} ELM ST` : `${number + 1} Main Street`,
      });
    }
  }
  return boxes;
}

test('[LAY-3] a street runs through the middle of the gap between lots, under the name of their addresses', async () => {
  const streets = await streetsOf(blocks());
  const main = streets.filter(({ name }) => name === 'Main Street');
  expect(main).toHaveLength(1);
  expect(Math.max(...ys(main[0]!).map(Math.abs))).toBeLessThan(2.5);
  expect(main[0]!.lengthMeters).toBeGreaterThan(380);
});

test('[LAY-3] corner lots name the cross street, not the street they also face', async () => {
  const streets = await streetsOf(blocks());
  const elm = streets.filter(({ name }) => name === 'Elm Street');
  expect(elm).toHaveLength(1);
  expect(Math.max(...xs(elm[0]!).map((x) => Math.abs(x - 208)))).toBeLessThan(4);
});

test('[LAY-3] a street goes on under its name along a short block of corner lots of other streets', async () => {
  // Between Elm at x = 208 and Oak at x = 272 all lots have their addresses on those two.
  const corners = [
    { x: 216, street: 'ELM ST' },
    { x: 240, street: 'OAK ST' },
  ].flatMap(({ x, street }) => [
    { x, y: 8, width: 24, height: 40, address: `21 ${street}` },
    { x, y: -48, width: 24, height: 40, address: `19 ${street}` },
  ]);
  const moved = blocks().map((box) => (box.x < 216 ? box : { ...box, x: box.x + 64 }));
  const streets = await streetsOf([...moved, ...corners]);
  const main = streets.filter(({ name }) => name === 'Main Street');
  expect(main).toHaveLength(1);
  expect(main[0]!.lengthMeters).toBeGreaterThan(450);
  expect(
    streets.filter((one) => one.name !== 'Main Street' && ys(one).every((y) => Math.abs(y) < 5)),
  ).toEqual([]);
});

test('[LAY-3] where lots end in the middle of the street, their common border is the street', async () => {
  const boxes = Array.from({ length: 10 }, (_, i): Box[] => [
    { x: 20 * i, y: 0, width: 20, height: 40, address: `${2 * i + 2} OAK AVE` },
    { x: 20 * i, y: -40, width: 20, height: 40, address: `${2 * i + 1} OAK AVE` },
  ]).flat();
  const streets = await streetsOf(boxes);
  expect(streets.map(({ name }) => name)).toEqual(['Oak Avenue']);
  expect(Math.max(...ys(streets[0]!).map(Math.abs))).toBeLessThan(0.5);
  expect(streets[0]!.lengthMeters).toBeGreaterThan(150);
});

test('[LAY-3] lots without addresses have no streets', async () => {
  expect(await streetsOf(blocks().map((box) => ({ ...box, address: null })))).toEqual([]);
});

test('[LAY-3] counties far from each other are read one by one, and neither the land between them nor any block twice', async () => {
  const { bounds, parcels } = storeOf(blocks());
  const angeles = { west: -118.3, south: 34, east: -118.29, north: 34.01 };
  const asked: Bounds[] = [];
  const inBox = async ({ bounds: box }: { bounds: Bounds }) => {
    asked.push(box);
    return boxesTouch(box, bounds) ? parcels.inBox() : { version: '1', parcels: [] };
  };
  const progress: number[] = [];
  const counties = await allOf(
    streetsFromParcels({
      land: [bounds, angeles, bounds],
      parcels: { inBox },
      onProgress: (share) => progress.push(share),
    }),
  );
  expect(counties.map((streets) => streets.length > 0)).toEqual([true, false, false]);
  expect(new Set(asked.map(({ west, north }) => `${west} ${north}`)).size).toBe(asked.length);
  expect(asked.length).toBeLessThan(10);
  expect(progress.at(-1)).toBe(1);
});

test('[LAY-3] the ground of parcels is their land, their streets and the towns among them', async () => {
  const { bounds, parcels } = storeOf(blocks());
  const around = { ...bounds, west: bounds.west - 0.02, north: bounds.north + 0.02 };
  const outline: [number, number][][] = [
    [
      [bounds.west, bounds.south],
      [bounds.east, bounds.south],
      [bounds.east, bounds.north],
      [bounds.west, bounds.south],
    ],
  ];
  const set = { sources: [{ bounds: around, outline }] } as never;
  const features = (await allOf(groundOfParcels({ set, parcels }))).flat();
  expect(features.find(({ layer }) => layer === 'earth')?.geometry).toEqual({
    type: 'Polygon',
    coordinates: outline,
  });
  const names = (layer: string) =>
    features.flatMap((one) => (one.layer === layer ? one.properties.name : []));
  expect(new Set(names('roads'))).toEqual(new Set(['Main Street', 'Elm Street']));
  expect(names('places')).toContain('Cambridge');
});
