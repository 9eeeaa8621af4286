// Tests where the names of rivers, lakes and ponds stand.
import { expect, test } from 'vitest';
import { areaContains } from '../../geo/area-contains.ts';
import type { PolygonGeometry, Position } from '../../geo/geometry.ts';
import { worldX, worldY } from '../../geo/mercator.ts';
import type { ZoomedFeature } from '../zoomed-feature.ts';
import { WaterLabels } from './water-labels.ts';

const LAST_ZOOM = 15;

/** A band along a line, as wide as given on either side. */
function river(line: readonly Position[], halfWidth: number): PolygonGeometry {
  const shore = (way: 1 | -1) => line.map(([lng, lat]): Position => [lng, lat + way * halfWidth]);
  const ring = [...shore(1), ...shore(-1).reverse()];
  return { type: 'Polygon', coordinates: [[...ring, ring[0]!]] };
}

const square = (lng: number, lat: number, size: number): PolygonGeometry => ({
  type: 'Polygon',
  coordinates: [
    [
      [lng, lat],
      [lng + size, lat],
      [lng + size, lat + size],
      [lng, lat + size],
      [lng, lat],
    ],
  ],
});

function labelsOf(...waters: [name: string, geometry: PolygonGeometry][]): ZoomedFeature[] {
  const labels = new WaterLabels();
  for (const [name, geometry] of waters) labels.add(name, geometry);
  return labels.features();
}

const placeOf = ({ geometry }: ZoomedFeature) => geometry.coordinates as Position;

/** The least distance on the screen between two labels of a zoom. */
function closestPx(labels: readonly ZoomedFeature[], zoom: number): number {
  const px = 512 * 2 ** zoom;
  const shown = labels
    .filter(({ minZoom }) => minZoom <= zoom)
    .map((label) => placeOf(label))
    .map(([lng, lat]) => [worldX(lng) * px, worldY(lat) * px] as const);
  const distances = shown.flatMap(([x, y], i) =>
    shown.slice(0, i).map(([otherX, otherY]) => Math.hypot(x - otherX, y - otherY)),
  );
  return Math.min(...distances);
}

/** Winds from west to east for 20 km. */
const winding = Array.from(
  { length: 200 },
  (_, i): Position => [-71.2 + i * 0.0012, 42.36 + 0.01 * Math.sin(i / 9)],
);

test('[LAY-3] a river is named along its middle, at a distance fit for each zoom', () => {
  const water = river(winding, 0.0008);
  const labels = labelsOf(['Charles River', water]);
  for (let zoom = 9; zoom <= LAST_ZOOM; zoom++) {
    expect(closestPx(labels, zoom)).toBeGreaterThanOrEqual(300);
  }
  const counts = [10, 13, 15].map((zoom) => labels.filter(({ minZoom }) => minZoom <= zoom).length);
  expect(counts[0]).toBeLessThanOrEqual(2);
  expect(counts[1]).toBeGreaterThan(1);
  expect(counts[2]).toBeGreaterThan(10);
  for (const label of labels) {
    const [lng, lat] = placeOf(label);
    // A quarter of the width around the label is water.
    for (const north of [-0.0004, 0.0004]) {
      expect(areaContains(water, { lng, lat: lat + north })).toBe(true);
    }
  }
});

test('[LAY-3] the parts of one river share its labels', () => {
  const parts = [0, 40, 80, 120, 160].map((at) => river(winding.slice(at, at + 41), 0.0008));
  const labels = labelsOf(...parts.map((part): [string, PolygonGeometry] => ['Charles River', part]));
  expect(closestPx(labels, 12)).toBeGreaterThanOrEqual(300);
  expect(closestPx(labels, LAST_ZOOM)).toBeGreaterThanOrEqual(300);
});

test('[LAY-3] a pond has one label, from the zoom that shows it, and so has its namesake 5 km away', () => {
  const labels = labelsOf(
    ['Mill Pond', square(-71.1, 42.3, 0.001)],
    ['Mill Pond', square(-71.04, 42.3, 0.001)],
    ['Fresh Pond', square(-71.1, 42.4, 0.01)],
  );
  expect(labels.map(({ properties }) => properties.name).sort()).toEqual([
    'Fresh Pond',
    'Mill Pond',
    'Mill Pond',
  ]);
  const zoomsOf = (name: string) =>
    labels.filter(({ properties }) => properties.name === name).map(({ minZoom }) => minZoom);
  expect(zoomsOf('Mill Pond')).toEqual([14, 14]);
  expect(Math.min(...zoomsOf('Fresh Pond'))).toBe(11);
});

test('[LAY-3] a shore of 200,000 corners and one name on 20,000 ponds are labeled within the time of a test', () => {
  const corners = Array.from(
    { length: 100_000 },
    (_, i): Position => [-72 + i * 1e-5, 42 + 0.05 * Math.sin(i / 700)],
  );
  expect(labelsOf(['Long River', river(corners, 0.001)]).length).toBeGreaterThan(50);
  const ponds = Array.from({ length: 20_000 }, (_, i): [string, PolygonGeometry] => [
    'Pond',
    square(-75 + (i % 200) * 0.02, 40 + Math.floor(i / 200) * 0.02, 0.001),
  ]);
  expect(labelsOf(...ponds)).toHaveLength(20_000);
});
