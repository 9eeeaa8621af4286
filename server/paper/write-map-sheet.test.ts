import { buffer } from 'node:stream/consumers';
import { Geodesic } from 'geographiclib-geodesic';
import { describe, expect, test } from 'vitest';
import { mapSheetRequest } from '../../contract/map-sheet.ts';
import type { Position } from '../../geo/geometry.ts';
import { pdfTexts } from '../../test/pdf-texts.ts';
import { frameOf } from './sheet-frame.ts';
import { type MapSheet, writeMapSheet } from './write-map-sheet.ts';

const FEET = 0.3048;

/** A four-sided lot, some 400 by 250 feet, turned by 20 degrees. */
function lotAt(lng: number, lat: number): Position[] {
  const corner = (azimuth: number, meters: number): Position => {
    const { lat2, lon2 } = Geodesic.WGS84.Direct(lat, lng, azimuth, meters);
    return [lon2!, lat2!];
  };
  const ring = [corner(52, 72), corner(118, 70), corner(236, 71), corner(300, 69)];
  return [...ring, ring[0]!];
}

function sheetOf({ lng, lat, ...asked }: { lng: number; lat: number; [key: string]: unknown }): MapSheet {
  const request = mapSheetRequest.parse({
    filter: "pin = '1'",
    title: 'Lot 1',
    paper: 'letter',
    feetPerInch: 100,
    center: { lng, lat },
    ...asked,
  });
  const parcel = {
    pin: '1',
    name: 'ADA LOVELACE',
    geometry: { type: 'Polygon' as const, coordinates: [lotAt(lng, lat)] },
    inside: [lng, lat] as const,
  };
  return {
    request,
    texts: {
      subtitle: 'PIN 1',
      date: 'November 18, 2026',
      facts: [['Owner', 'ADA LOVELACE']],
      source: 'Parcels: Test county.',
      chosen: 'This parcel',
      note: undefined,
    },
    around: [],
    chosen: [parcel],
    rows: [],
    count: 1,
  };
}

/** The closed paths of a page, in points. */
async function pathsOf(sheet: MapSheet): Promise<[number, number][][]> {
  const pdf = (await buffer(writeMapSheet(sheet, { compress: false }))).toString('latin1');
  const paths: [number, number][][] = [];
  for (const [, x, y, operator] of pdf.matchAll(/^(-?[\d.]+) (-?[\d.]+) ([ml])$/gm)) {
    if (operator === 'm') paths.push([]);
    paths.at(-1)!.push([Number(x), Number(y)]);
  }
  return paths;
}

const sidesOf = (path: readonly (readonly [number, number])[]) =>
  path.map(([x, y], at) => {
    const [nextX, nextY] = path[(at + 1) % path.length]!;
    return Math.hypot(nextX - x, nextY - y);
  });

describe('a ruler on the sheet', () => {
  test.each([
    [35.62, 100, 'letter', false],
    [64.8, 50, 'a3', true],
    [21.3, 2000, 'tabloid', false],
    [42.37, 200, 'a4', true],
  ] as const)(
    'at latitude %d, 1 inch = %d feet on %s, sides are right',
    async (lat, feetPerInch, paper, isAcross) => {
      const sheet = sheetOf({ lng: -80.86, lat, feetPerInch, paper, isAcross });
      const ring = lotAt(-80.86, lat);
      const [path] = (await pathsOf(sheet)).filter(({ length }) => length === 4);
      const meters = ring
        .slice(0, -1)
        .map(([lng, lat], at) => Geodesic.WGS84.Inverse(lat, lng, ring[at + 1]![1], ring[at + 1]![0]).s12!);
      for (const [at, points] of sidesOf(path!).entries()) {
        const feet = (points / 72) * feetPerInch;
        expect(feet / (meters[at]! / FEET)).toBeCloseTo(1, 3);
      }
    },
  );

  test('also a mile from the center', async () => {
    const sheet = sheetOf({ lng: -80.86, lat: 42.37, feetPerInch: 2000, paper: 'tabloid' });
    const frame = frameOf(sheet.request);
    const [from, to] = [frame.toPage([-80.84, 42.38]), frame.toPage([-80.83, 42.385])];
    const feet = (Math.hypot(to[0] - from[0], to[1] - from[1]) / 72) * 2000;
    const { s12 } = Geodesic.WGS84.Inverse(42.38, -80.84, 42.385, -80.83);
    expect(feet / (s12! / FEET)).toBeCloseTo(1, 3);
  });
});

test('the legend names only what is drawn', async () => {
  const sheet = sheetOf({ lng: -80.86, lat: 35.62 });
  const legendOf = async (note: string | undefined) => {
    const texts = { ...sheet.texts, note };
    return pdfTexts(await buffer(writeMapSheet({ ...sheet, texts }, { compress: false }))).map(
      ({ text }) => text,
    );
  };
  expect(await legendOf(undefined)).toEqual(expect.arrayContaining(['This parcel', 'Other parcels']));
  expect(await legendOf('Lines of other parcels are left out.')).not.toContain('Other parcels');
});

test('the page has the size of its paper, upright and across', async () => {
  for (const isAcross of [false, true]) {
    const sheet = sheetOf({ lng: -80.86, lat: 35.62, paper: 'legal', isAcross });
    const pdf = (await buffer(writeMapSheet(sheet))).toString('latin1');
    expect(pdf).toContain(isAcross ? '/MediaBox [0 0 1008 612]' : '/MediaBox [0 0 612 1008]');
  }
});
