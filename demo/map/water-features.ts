// Lakes, ponds, rivers and creeks in the Protomaps schema.

import type { ZoomedFeature } from '../../basemap/zoomed-feature.ts';
import { areaSquareMeters } from '../../geo/area.ts';
import { boundsOf } from '../../geo/bounds-of.ts';
import { type AreaGeometry, type LngLat, polygonsOf } from '../../geo/geometry.ts';
import type { Stream, WaterArea } from '../county/county.ts';

/** The deeper the zoom, the less of a lake is on the screen, and the more labels it needs. */
const LABELS_BY_ZOOM: readonly { minZoom: number; maxZoom: number; count: number }[] = [
  { minZoom: 9, maxZoom: 12, count: 1 },
  { minZoom: 13, maxZoom: 13, count: 4 },
  { minZoom: 14, maxZoom: 15, count: 12 },
];

export function waterFeatures(water: readonly WaterArea[], streams: readonly Stream[]): ZoomedFeature[] {
  return [...water.map(areaFeature), ...lakeLabels(water), ...streams.map(streamFeature)];
}

function areaFeature({ kind, geometry }: WaterArea): ZoomedFeature {
  const isLake = kind === 'lake';
  return {
    layer: 'water',
    geometry,
    minZoom: isLake ? 6 : 11,
    properties: isLake
      ? { kind: 'lake', min_zoom: 6, sort_rank: 200 }
      : { kind: 'water', kind_detail: 'pond', min_zoom: 11, sort_rank: 200 },
  };
}

/** Labels are points of their own: an area that spans many tiles would get a label in each of them. */
function lakeLabels(water: readonly WaterArea[]): ZoomedFeature[] {
  const largest = new Map<string, WaterArea>();
  for (const area of water) {
    if (area.name === null) continue;
    const rival = largest.get(area.name);
    const isLargest = !rival || areaSquareMeters(area.geometry) > areaSquareMeters(rival.geometry);
    if (isLargest) largest.set(area.name, area);
  }
  return [...largest].flatMap(([name, { geometry }]) =>
    LABELS_BY_ZOOM.flatMap(({ minZoom, maxZoom, count }) =>
      labelPoints(geometry, count).map(({ lng, lat }) => ({
        layer: 'water',
        geometry: { type: 'Point', coordinates: [lng, lat] } as const,
        minZoom,
        maxZoom,
        properties: { kind: 'lake', name, min_zoom: minZoom },
      })),
    ),
  );
}

function streamFeature({ kind, name, line }: Stream): ZoomedFeature {
  const isRiver = kind === 'river';
  return {
    layer: 'water',
    geometry: { type: 'LineString', coordinates: line },
    minZoom: isRiver ? 9 : 12,
    properties: { kind: isRiver ? 'river' : 'stream', name, min_zoom: isRiver ? 9 : 12, sort_rank: 200 },
  };
}

const LINES_PER_BELT = 12;

/** Divides an area into belts from south to north. The middle of the widest line across each belt has room for a label. */
function labelPoints(geometry: AreaGeometry, belts: number): LngLat[] {
  const { south, north } = boundsOf(geometry);
  const beltHeight = (north - south) / belts;
  return Array.from({ length: belts }, (_, belt) => south + belt * beltHeight).flatMap((beltSouth) => {
    let widest: { at: LngLat; width: number } | undefined;
    for (let line = 0; line < LINES_PER_BELT; line++) {
      const lat = beltSouth + (beltHeight * (line + 0.5)) / LINES_PER_BELT;
      for (const { west, east } of spansAt(geometry, lat)) {
        const width = east - west;
        if (!widest || width > widest.width) widest = { at: { lng: (west + east) / 2, lat }, width };
      }
    }
    return widest ? [widest.at] : [];
  });
}

/** The stretches of a parallel that lie inside. */
function spansAt(geometry: AreaGeometry, lat: number): { west: number; east: number }[] {
  const lngs: number[] = [];
  for (const ring of polygonsOf(geometry).flat()) {
    for (let i = 1; i < ring.length; i++) {
      const [fromLng, fromLat] = ring[i - 1]!;
      const [toLng, toLat] = ring[i]!;
      if (fromLat > lat === toLat > lat) continue;
      lngs.push(fromLng + ((toLng - fromLng) * (lat - fromLat)) / (toLat - fromLat));
    }
  }
  lngs.sort((one, other) => one - other);
  return lngs.flatMap((west, i) => (i % 2 === 0 ? [{ west, east: lngs[i + 1]! }] : []));
}
