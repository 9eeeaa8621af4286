// What the browser reads from outside: files of drawings, stored drawings, links, coordinates, text to search.
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { drawingBounds } from '../../../web/draw/drawing-bounds.ts';
import { sizeLines } from '../../../web/draw/drawing-size.ts';
import { readDrawings, toGeoJson, validDrawings } from '../../../web/draw/drawings-geojson.ts';
import { formatLink, readLink } from '../../../web/page-link.ts';
import { parseCoordinates } from '../../../web/search/parse-coordinates.ts';
import { returnPlace } from '../../../web/session/return-place.ts';
import { readSignInLink } from '../../../web/session/sign-in-link.ts';
import { SIZES } from '../../../web/sizes.ts';
import { jsonChanges, withChanges } from '../fuzz/change-json.ts';
import { fuzz } from '../fuzz/fuzz.ts';
import { damage, damagedText } from '../fuzz/mutate-bytes.ts';
import { text } from '../fuzz/texts.ts';
import { FAULT_TIMEOUT_MS } from '../size.ts';

const collection = {
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      id: '1',
      properties: { name: 'Pond' },
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [-80, 35],
            [-79, 35],
            [-79, 36],
            [-80, 35],
          ],
        ],
      },
    },
    {
      type: 'Feature',
      properties: null,
      geometry: {
        type: 'LineString',
        coordinates: [
          [-80, 35],
          [-79, 35],
        ],
      },
    },
    { type: 'Feature', properties: {}, geometry: { type: 'MultiPoint', coordinates: [[-80, 35]] } },
    {
      type: 'Feature',
      properties: {},
      geometry: {
        type: 'MultiPolygon',
        coordinates: [
          [
            [
              [-80, 35],
              [-79, 35],
              [-79, 36],
              [-80, 35],
            ],
          ],
        ],
      },
    },
    { type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [-80, 35] } },
  ],
};

/** What is taken can be drawn, measured and stored again. */
function expectUsable(file: string): void {
  const read = readDrawings(file);
  if ('problem' in read) {
    expect(read.problem).toMatch(/./);
    return;
  }
  for (const line of sizeLines(read.drawings, SIZES.us)) expect(line).not.toMatch(/NaN|Infinity/);
  const bounds = drawingBounds(read.drawings);
  if (bounds) for (const edge of Object.values(bounds)) expect(edge).toSatisfy(Number.isFinite);
  expect(validDrawings(toGeoJson(read.drawings))).toHaveLength(read.drawings.length);
}

test(
  'files of drawings',
  () =>
    fuzz({
      what: 'files of drawings in the browser',
      cases: { short: 150, long: 6000 },
      input: fc.record({
        changes: jsonChanges,
        edits: fc.option(damage, { freq: 3 }),
        other: fc.option(text, { freq: 8 }),
      }),
      property: ({ changes, edits, other }) => {
        const json = JSON.stringify(withChanges(collection, changes)) ?? '';
        expectUsable(other ?? (edits ? damagedText(json, edits) : json));
      },
    }),
  FAULT_TIMEOUT_MS,
);

const angle = fc.constantFrom(
  '35.62',
  '-80.86',
  "35°38'01",
  'N',
  'W',
  '°',
  "'",
  '"',
  ',',
  ' ',
  '   ',
  ...'lat lng : 1e5 ( ) / geo: https://x/@ #15/ !3d !4d 12 .5 35. − d m s'.split(' '),
);
const near = { lng: -80.86, lat: 35.62 };

test(
  'coordinates in the search box',
  () =>
    fuzz({
      what: 'coordinates in the search box',
      cases: { short: 150, long: 6000 },
      input: fc.oneof(
        text,
        fc.array(angle, { maxLength: 14 }).map((parts) => parts.join('')),
      ),
      property: (typed) => {
        const startMs = performance.now();
        const point = parseCoordinates(typed, near);
        expect(performance.now() - startMs).toBeLessThan(1500);
        if (!point) return;
        expect(Math.abs(point.lat)).toBeLessThanOrEqual(90);
        expect(Math.abs(point.lng)).toBeLessThanOrEqual(180);
      },
    }),
  FAULT_TIMEOUT_MS,
);

test(
  'links to the page',
  () =>
    fuzz({
      what: 'links to the page',
      cases: { short: 150, long: 6000 },
      input: fc.record({
        search: fc.oneof(
          text,
          text.map((pin) => `?pin=${pin}&style=${pin}`),
          text.map((token) => `?stytch_token_type=magic_links&token=${token}`),
        ),
        hash: fc.oneof(
          text,
          fc.tuple(fc.double(), fc.double(), fc.double()).map(([z, lat, lng]) => `#${z}/${lat}/${lng}`),
        ),
      }),
      property: ({ search, hash }) => {
        const startMs = performance.now();
        const link = readLink({ search, hash });
        readSignInLink(search);
        expect(performance.now() - startMs).toBeLessThan(1500);
        if (link.camera)
          for (const number of [link.camera.zoom, link.camera.center.lat, link.camera.center.lng])
            expect(number).toSatisfy(Number.isFinite);
        // What was read is written and read again as the same.
        const [, writtenSearch = '', writtenHash = ''] = /^\/(\?[^#]*)?(#.*)?$/.exec(formatLink(link))!;
        expect(readLink({ search: writtenSearch, hash: writtenHash }).styleId).toBe(link.styleId);
      },
    }),
  FAULT_TIMEOUT_MS,
);

test(
  'a stored place to return to',
  async () => {
    let stored = '';
    vi.stubGlobal('localStorage', { getItem: () => stored });
    await fuzz({
      what: 'a stored place to return to',
      cases: { short: 60, long: 2000 },
      input: fc.record({ changes: jsonChanges, other: fc.option(text) }),
      property: ({ changes, other }) => {
        stored =
          other ??
          JSON.stringify(withChanges({ search: '?pin=1', hash: '#1/2/3', at: Date.now() }, changes)) ??
          '';
        const { pathname, search, hash } = returnPlace();
        expect(pathname).toBe('/');
        expect(search).toMatch(/^(\?[\s\S]*)?$/);
        expect(hash).toMatch(/^(#[\s\S]*)?$/);
      },
    });
    vi.unstubAllGlobals();
  },
  FAULT_TIMEOUT_MS,
);
