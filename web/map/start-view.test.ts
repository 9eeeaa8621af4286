import { describe, expect, test } from 'vitest';
import { titlesInView } from './counties-in-view.ts';
import { isAway, startView } from './start-view.ts';

const screen = { widthPx: 1440, heightPx: 900 };
const county = { west: -81.2, south: 35.5, east: -80.7, north: 36.1 };
const center = { lng: -80.89, lat: 35.78 };
const at = (bounds: typeof county, zoom = 13) => ({ center, zoom, bounds });

describe('the map starts', () => {
  test('[M1] where the specification puts it, if the server names no place', () => {
    expect(startView(null, screen)).toEqual({ center: { lng: -80.86, lat: 35.62 }, zoom: 13 });
  });

  test('at the place that the server names, if not all parcels fit into the view', () => {
    expect(startView(at(county), screen)).toEqual({ center, zoom: 13 });
  });

  test('with all parcels in view, if they fit at a higher zoom', () => {
    const village = { west: -80.87, south: 35.613, east: -80.85, north: 35.617 };
    const { center: middle, zoom } = startView(at(village), screen);
    expect(middle.lng).toBeCloseTo(-80.86, 9);
    expect(middle.lat).toBeCloseTo(35.615, 5);
    // 0.02 degrees of 360 on 1440 px less the margins.
    expect(zoom).toBeCloseTo(Math.log2((1440 - 112) / 512 / (0.02 / 360)), 9);
    // A phone is too narrow for them at that zoom.
    expect(startView(at(village, 14), { widthPx: 360, heightPx: 640 })).toEqual({ center, zoom: 14 });
  });

  test('at the zoom of the parcels, if all but fit there', () => {
    // 0.18 degrees of 360 in 1440 px less the margins: zoom 12.34; 0.12: zoom 12.92.
    const town = (width: number) => ({ west: -80.9, south: 35.61, east: -80.9 + width, north: 35.62 });
    expect(startView(at(town(0.18), 12), screen).zoom).toBeCloseTo(12.34, 2);
    expect(startView(at(town(0.12), 12), screen).zoom).toBe(13);
  });

  test('no closer than a single parcel with its neighbors needs', () => {
    const point = { west: -80.86, south: 35.62, east: -80.86, north: 35.62 };
    expect(startView(at(point), screen)).toMatchObject({ zoom: 17 });
  });

  test('across the date line', () => {
    const islands = { west: 179.99, south: 51.9, east: -179.99, north: 51.91 };
    const { center: middle, zoom } = startView(at(islands, 5), screen);
    expect(Math.abs(middle.lng)).toBeCloseTo(180, 6);
    expect(zoom).toBeGreaterThan(13);
  });

  test('at the named place, if the container has no size yet', () => {
    const point = { west: -80.86, south: 35.62, east: -80.86, north: 35.62 };
    for (const bounds of [county, point]) {
      expect(startView(at(bounds), { widthPx: 0, heightPx: 0 })).toEqual({ center, zoom: 13 });
    }
  });
});

test('[IMP-7] of several counties, those in view are named', () => {
  const of = (title: string, west: number) => ({
    name: title.toLowerCase(),
    title: `${title} County`,
    hasBarePins: false,
    center,
    bounds: { west, south: 35, east: west + 0.5, north: 36 },
  });
  const [alpha, beta] = [of('Alpha', -81), of('Beta', -80.5)];
  const shown = (west: number, east: number) => ({ west, south: 35.4, east, north: 35.6 });
  expect(titlesInView([alpha, beta], shown(-80.9, -80.8))).toBe('Alpha County');
  expect(titlesInView([alpha, beta], shown(-80.9, -80.2))).toBe('Alpha County and Beta County');
  expect(titlesInView([alpha, beta], shown(-90, -89))).toBeUndefined();
  expect(titlesInView([alpha], shown(-80.9, -80.8))).toBeUndefined();
});

describe('somebody is away from the parcels', () => {
  const view = (west: number, south: number) => ({ west, south, east: west + 0.2, north: south + 0.2 });

  test.each([
    ['within them', view(-81, 35.6), false],
    ['over their edge', view(-81.3, 35.4), false],
    ['north of them', view(-81, 37), true],
    ['south of them', view(-81, 34), true],
    ['west of them', view(-83, 35.6), true],
    ['east of them', view(-79, 35.6), true],
    ['looking at the whole world', { west: -200, south: -80, east: 200, north: 80 }, false],
    ['in the next copy of the world', view(-81 + 360, 35.6), false],
    ['in the copy before, west of them', view(-83 - 360, 35.6), true],
  ])('%s: %j', (_, shown, away) => {
    expect(isAway(county, shown)).toBe(away);
  });
});
