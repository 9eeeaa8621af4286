import { expect, test } from 'vitest';
import { statePlaneZonesAt } from '../../geo/state-plane-zones.ts';
import { type CornerFormat, cornerLines, utmName, zonesFor } from './corner-coordinates.ts';

const numbers = (text: string) => text.split(', ').map(Number) as [number, number];

test('[S17] degrees are latitude first, to seven decimals, with an empty line between rings', async () => {
  const rings: [number, number][][] = [
    [
      [-80.86, 35.62],
      [-80.85, 35.62],
    ],
    [[-80.855, 35.625]],
  ];
  expect(await cornerLines(rings, { kind: 'degrees' })).toBe(
    '35.6200000, -80.8600000\n35.6200000, -80.8500000\n\n35.6250000, -80.8550000',
  );
});

test('[S17] UTM is northing and easting in meters', async () => {
  const [northing, easting] = numbers(await cornerLines([[[-81, 0]]], { kind: 'utm' }));
  expect([northing, easting]).toEqual([0, 500_000]);
  // On the central meridian the northing is the arc of the meridian times 0.9996: 45° are 4,984,944.378 m on GRS80.
  const [north] = numbers(await cornerLines([[[-81, 45]]], { kind: 'utm' }));
  expect(north).toBeCloseTo(4_984_944.378 * 0.9996, 2);
  expect(utmName({ lng: -80.86, lat: 35.62 })).toBe('UTM zone 17N');
  expect(utmName({ lng: 180, lat: -1 })).toBe('UTM zone 1S');
});

test('[S17] State Plane is northing and easting in the feet of the zone', async () => {
  // The origin of North Carolina's zone: 33°45′ N, 79° W is 609,601.22 m east, 0 m north.
  const [carolina] = statePlaneZonesAt({ lng: -80.86, lat: 35.62 });
  const origin = await cornerLines([[[-79, 33.75]]], { kind: 'state-plane', zone: carolina! });
  const [northing, easting] = numbers(origin);
  expect(northing).toBeCloseTo(0, 2);
  expect(easting).toBeCloseTo(609_601.22 / (1200 / 3937), 1);
});

// By PROJ 9: gdaltransform -s_srs EPSG:4269 -t_srs EPSG:2264 (26917, 2249, 2269, ESRI:102631).
test.each([
  ['UTM', -80.86, 35.62, 3_941_811.2557, 512_678.1262],
  ['North Carolina', -80.86, 35.62, 685_757.5965, 1_447_253.5587],
  ['Massachusetts Mainland', -71.11, 42.373, 2_961_191.6129, 761_551.3137],
  ['Oregon North', -122.68, 45.52, 683_217.1202, 7_643_409.3805],
  ['Alaska zone 1', -134.42, 58.3, 2_362_564.4216, 2_541_004.9541],
])('[S17] %s agrees with PROJ', async (name, lng, lat, north, east) => {
  const zone = statePlaneZonesAt({ lng, lat }).find((other) => other.name === name);
  const format: CornerFormat = zone ? { kind: 'state-plane', zone } : { kind: 'utm' };
  const [northing, easting] = numbers(await cornerLines([[[lng, lat]]], format));
  // Written to a hundredth. False origins are rounded in the table, by less than another.
  expect(Math.abs(northing - north)).toBeLessThan(0.015);
  expect(Math.abs(easting - east)).toBeLessThan(0.015);
});

test('[S17] zones of the source’s own state come first', async () => {
  const place = { lng: -94.63, lat: 39.11 };
  expect((await zonesFor(place, 'Wyandotte County, Kansas'))[0]!.name).toBe('Kansas North');
  expect((await zonesFor(place, 'Jackson County, Missouri'))[0]!.name).toBe('Missouri West');
  expect((await zonesFor(place, undefined)).length).toBeGreaterThan(1);
});
