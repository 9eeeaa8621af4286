// Lakes, ponds, rivers and creeks in the Protomaps schema.

import type { ZoomedFeature } from '../../basemap/zoomed-feature.ts';
import { areaSquareMeters } from '../../geo/area.ts';
import type { Stream, WaterArea } from '../county/county.ts';
import { labelPoints } from './label-points.ts';

/** The closer one looks, the less of a lake is in sight, and the more often it needs its name. */
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

/** Names stand at points of their own: an area that many tiles share would be named in each of them. */
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
