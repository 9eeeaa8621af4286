import { describe, expect, test } from 'vitest';
import { MAP_CENTER } from '../../contract/limits.ts';
import { mapsLink } from '../parcel/copy-link.ts';
import { coordinatesSuggestion, parseCoordinates } from './parse-coordinates.ts';

const read = (text: string) => parseCoordinates(text, MAP_CENTER);

const POINT = { lat: 35.6335, lng: -80.872 };

describe('the same point is read from', () => {
  test.each([
    '35.6335, -80.872',
    '35.6335,-80.872',
    ' 35.6335  -80.872 ',
    '35.6335; -80.872',
    '+35.6335, −80.872',
    '35.6335°, -80.872°',
    '35.6335N 80.872W',
    '35.6335° N, 80.872° W',
    'N35.6335 W80.872',
    'n 35.6335, w 80.872',
    '80.872W 35.6335N',
    "35°38.01'N 80°52.32'W",
    '35° 38.01′ N 80° 52.32′ W',
    "N 35° 38.01' W 80° 52.32'",
    '35 38.01 N 80 52.32 W',
    '35°38\'0.6"N 80°52\'19.2"W',
    '35°38’0.6”N, 80°52’19.2”W',
    "35°38'0.6''N 80°52'19.2''W",
    '35 38 0.6 N, 80 52 19.2 W',
    'N35°38\'0.6" W80°52\'19.2"',
    '35° 38\' 0.6", -80° 52\' 19.2"',
    '35°38\'0.6" -80°52\'19.2"',
    'https://www.google.com/maps?q=35.6335,-80.872',
    'https://www.google.com/maps/search/?api=1&query=35.6335%2C-80.872',
    'https://www.google.com/maps/@35.6335,-80.872,17z',
    'https://www.google.com/maps/place/X/@35.7,-80.9,17z/data=!3m1!4b1!3d35.6335!4d-80.872',
    'https://maps.apple.com/?ll=35.6335,-80.872&z=16',
    'https://www.openstreetmap.org/#map=15/35.6335/-80.872',
    'http://localhost:4400/?pin=46-1#15.25/35.6335/-80.872',
    'geo:35.6335,-80.872',
    '(35.6335, -80.872)',
    '[-80.872, 35.6335]',
    '(35.6335° N, 80.872° W)',
    '35.6335,-80.872,',
    '35.6335, -80.872.',
    '35.6335，-80.872',
    '35.6335/-80.872',
    'lat 35.6335 lng -80.872',
    'Latitude: 35.6335, Longitude: -80.872',
    'lon=-80.872 lat=35.6335',
    '35.6335 north, 80.872 west',
    '35d38m0.6sN 80d52m19.2sW',
    '35 deg 38.01 min N 80 deg 52.32 min W',
    '35 38 0.6 -80 52 19.2',
    mapsLink(POINT),
  ])('%s', (text) => {
    const point = read(text);
    expect(point?.lat).toBeCloseTo(POINT.lat, 6);
    expect(point?.lng).toBeCloseTo(POINT.lng, 6);
  });
});

test('[G6] longitude first is understood too, where that point is the nearer one or the only possible', () => {
  expect(read('-80.872, 35.6335')).toEqual(POINT);
  expect(read('-122.4, 37.8')).toEqual({ lng: -122.4, lat: 37.8 });
  expect(read('37.8, -122.4')).toEqual({ lng: -122.4, lat: 37.8 });
});

test('without its minus a longitude is taken for the nearby one, else as it stands', () => {
  expect(read('35.6335, 80.872')).toEqual(POINT);
  expect(read('47.3769, 8.5417')).toEqual({ lat: 47.3769, lng: 8.5417 });
  expect(parseCoordinates('35.6335, 80.872', { lat: 30, lng: 78 })).toEqual({ lat: 35.6335, lng: 80.872 });
  // Not in the Arctic.
  expect(parseCoordinates('35.6335, 80.872', { lat: 60, lng: 10 })).toEqual({ lat: 35.6335, lng: 80.872 });
});

test('whole degrees count with a sign or with letters and marks', () => {
  expect(read('35, -80')).toEqual({ lat: 35, lng: -80 });
  expect(read('35°N 80°W')).toEqual({ lat: 35, lng: -80 });
  expect(read('35 30 N 80 15 W')).toEqual({ lat: 35.5, lng: -80.25 });
});

test.each([
  '',
  '98-64',
  '98, 64',
  '12 34',
  '4649-10-0945',
  '28176',
  '12 N 5 W',
  '500 W 120 N',
  '12 Oak St, 28177',
  '35.6335',
  '35.6335, -80.872, 5',
  '95.5, 190.5',
  "35°61'N 80°52'W",
  "35.5°38'N 80°52'W",
  '35.6N 80.8N',
  'https://www.example.org/',
  'Main St',
  'Latta Rd',
  '(12 Oak St)',
  '12 North 5 West',
  '1/2',
  '12/34',
])('no coordinates: %s', (text) => {
  expect(read(text)).toBeUndefined();
});

test('coordinates are shown to four decimals, or to six where they have more', () => {
  expect(coordinatesSuggestion({ lat: 35.6335, lng: -80.872 }).place_name).toBe('35.6335, -80.8720');
  expect(coordinatesSuggestion({ lat: 35.6335, lng: -80.87166666 }).place_name).toBe('35.633500, -80.871667');
});
