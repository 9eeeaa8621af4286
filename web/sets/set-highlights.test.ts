import { expect, test } from 'vitest';
import { PARCEL_OUTLINE_ZOOM_MIN, PARCEL_TILE_ZOOM_MIN } from '../../contract/limits.ts';
import { layersFor } from './set-highlights.ts';

const pins = (count: number) => Array.from({ length: count }, (_, at) => `pin-${at}`);
const edges = (count: number) =>
  layersFor(pins(count), { marked: '#c026d3' }).find(({ id }) => id === 'set-edges');

test('a few marked parcels have edges at every zoom, many only where lots have room for them, and a million none', () => {
  expect(edges(1)).toMatchObject({ minzoom: PARCEL_TILE_ZOOM_MIN });
  expect(edges(5000)).toMatchObject({ minzoom: PARCEL_TILE_ZOOM_MIN });
  expect(edges(5001)).toMatchObject({ minzoom: PARCEL_OUTLINE_ZOOM_MIN });
  expect(edges(200_001)).toBeUndefined();
});
