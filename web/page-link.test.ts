import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAP_ZOOM_MAX, MAP_ZOOM_MIN } from '../contract/limits.ts';
import { MAP_STYLES } from '../contract/map-styles.ts';
import { fitsIntoLink, formatLink, type PageLink, readLink } from './page-link.ts';
import { SHADINGS } from './shading-classes.ts';

const read = (address: string) => readLink(new URL(address, 'https://atlas.example.org'));
const blank: PageLink = {
  camera: undefined,
  styleId: 'streets-v12',
  pin: undefined,
  overlays: undefined,
  shade: undefined,
};

const camera = fc.record({
  center: fc.record({
    lng: fc.double({ min: -180, max: 180, noNaN: true }),
    lat: fc.double({ min: -85, max: 85, noNaN: true }),
  }),
  zoom: fc.double({ min: MAP_ZOOM_MIN, max: MAP_ZOOM_MAX, noNaN: true }),
});
const pageLink: fc.Arbitrary<PageLink> = fc.record({
  camera: fc.option(camera, { nil: undefined }),
  styleId: fc.constantFrom(...MAP_STYLES.map(({ id }) => id)),
  pin: fc.option(
    fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => text === text.trim()),
    { nil: undefined },
  ),
  overlays: fc.option(
    fc.uniqueArray(
      fc.record(
        { name: fc.stringMatching(/^[a-z0-9-]+$/), opacity: fc.integer({ min: 0, max: 100 }) },
        { requiredKeys: ['name'] },
      ),
      { selector: ({ name }) => name, minLength: 1 },
    ),
    { nil: undefined },
  ),
  shade: fc.constantFrom(undefined, ...SHADINGS.map(({ id }) => id)),
});

describe('a link', () => {
  test('leaves out what is as always', () => {
    expect(formatLink(blank)).toBe('/');
    expect(formatLink({ ...blank, pin: '4631' })).toBe('/?pin=4631');
  });

  test('[LAY-5] names the view, the style, the parcel and the overlays', () => {
    const link: PageLink = {
      camera: { center: { lng: -80.860004, lat: 35.62 }, zoom: 15.254 },
      styleId: 'satellite-streets-v12',
      pin: '4631 A&B#1+%~rowan',
      overlays: [{ name: 'zoning' }, { name: 'flood', opacity: 40 }],
      shade: undefined,
    };
    expect(formatLink(link)).toBe(
      '/?style=satellite-streets-v12&pin=4631%20A%26B%231%2B%25~rowan&overlays=zoning,flood:40#15.25/35.62/-80.860004',
    );
  });

  test('writes a hair beside the equator in digits, not with an exponent', () => {
    const center = { lng: 0.0000001, lat: -0.00000001 };
    expect(formatLink({ ...blank, camera: { center, zoom: 19 } })).toBe('/#19/0/0.0000001');
  });

  test('survives the way through an address, to less than half a pixel', () => {
    fc.assert(
      fc.property(pageLink, (link) => {
        const { camera: found, viewIsBroken, unknownStyle, unknownShade, ...rest } = read(formatLink(link));
        const { styleId, pin, overlays, shade } = link;
        expect(rest).toEqual({ styleId, pin, overlays, shade });
        expect({ viewIsBroken, unknownStyle, unknownShade }).toEqual({ viewIsBroken: false });
        expect(found === undefined).toBe(link.camera === undefined);
        if (!link.camera) return;
        const { center, zoom } = link.camera;
        const pixelDegrees = 360 / (512 * 2 ** zoom);
        expect(Math.abs(found!.zoom - zoom)).toBeLessThanOrEqual(0.005 + 1e-9);
        expect(Math.abs(found!.center.lng - center.lng)).toBeLessThan(pixelDegrees / 2);
        expect(Math.abs(found!.center.lat - center.lat)).toBeLessThan(pixelDegrees / 2);
      }),
    );
  });

  test('stays the same when it is read and written again: a page that is reloaded does not drift', () => {
    fc.assert(
      fc.property(pageLink, (link) => {
        const once = formatLink(link);
        expect(formatLink(read(once))).toBe(once);
      }),
    );
  });

  test('is read whatever it holds, and what cannot be read is named', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (query, hash) => {
        const found = readLink({
          search: `?pin=${query}&style=${query}&overlays=${query}&shade=${query}`,
          hash: `#${hash}`,
        });
        expect(() => formatLink(found)).not.toThrow();
        expect(found.camera === undefined).toBe(found.viewIsBroken || hash === '');
      }),
    );
  });

  test('half of a surrogate pair in a PIN does not break it', () => {
    expect(formatLink({ ...blank, pin: 'a\ud800b' })).toBe('/?pin=a%EF%BF%BDb');
  });
});

test.each([
  '#',
  '#15',
  '#15/35.62',
  '#15/91/-80.86',
  '#15/35.62/-361',
  '#NaN/35.62/-80.86',
  '#15/1e9/-80',
  '#a/b/c',
  '#15,35.62,-80.86',
])('%s is not a view', (hash) => {
  expect(readLink({ search: '', hash })).toMatchObject({ camera: undefined, viewIsBroken: hash !== '#' });
});

test('a view with bearing and pitch, with encoded slashes, or zoomed in too far is understood', () => {
  const center = { lng: -80.86, lat: 35.62 };
  expect(read('/#15/35.62/-80.86/20/45').camera).toEqual({ center, zoom: 15 });
  expect(read('/#15%2F35.62%2F-80.86').camera).toEqual({ center, zoom: 15 });
  expect(read('/#22/35.62/-80.86').camera).toEqual({ center, zoom: MAP_ZOOM_MAX });
});

test('spaces that a copied PIN brought along are left out', () => {
  expect(read('/?pin=%204631-12%20').pin).toBe('4631-12');
  expect(read('/?pin=%20').pin).toBeUndefined();
});

test('[N7] a shading that there is not is named, and left out', () => {
  expect(read('/?shade=acres')).toMatchObject({ shade: 'acres', unknownShade: undefined });
  expect(read('/?shade=moon')).toMatchObject({ unknownShade: 'moon' });
  expect(read('/?shade=moon').shade).toBeUndefined();
  expect(formatLink({ ...blank, shade: 'price-per-acre' })).toBe('/?shade=price-per-acre');
});

test('an unknown style is named, and the default one stands in', () => {
  expect(read('/?style=moon-v1')).toMatchObject({ styleId: 'streets-v12', unknownStyle: 'moon-v1' });
  expect(read('/?style=&pin=')).toMatchObject({
    styleId: 'streets-v12',
    unknownStyle: undefined,
    pin: undefined,
  });
});

test.each([
  ['/?overlays=zoning,flood:40', [{ name: 'zoning' }, { name: 'flood', opacity: 40 }]],
  // As a mail program writes it, with an empty place, one twice, and more than there is.
  ['/?overlays=zoning%2C%20,flood%3A400,zoning:5', [{ name: 'zoning' }, { name: 'flood', opacity: 100 }]],
  ['/?overlays=flood:half,:40', [{ name: 'flood:half' }, { name: ':40' }]],
  ['/?overlays=', []],
  ['/', undefined],
])('[LAY-5] the overlays of %s', (address, overlays) => {
  expect(read(address).overlays).toEqual(overlays);
});

test('[F7] a filter in a link is read as it was written, whatever it holds', () => {
  const filter = "owner LIKE 'o''brien & sons%' AND acres >= 10";
  expect(read(formatLink({ ...blank, filter })).filter).toBe(filter);
});

test('[F7] a filter that is too long for an address is left out of it', () => {
  const filter = `pin IN (${Array(1000).fill("'4631-12-0001'").join(', ')})`;
  expect(fitsIntoLink(filter)).toBe(false);
  expect(formatLink({ ...blank, pin: '1', filter })).toBe('/?pin=1');
});
