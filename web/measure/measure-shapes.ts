// A measurement as GeoJSON on the map: its line or area, its placed points, and their layers.
import type { Feature, FeatureCollection } from 'geojson';
import type { Position } from '../../geo/geometry.ts';
import { densified, middleBetween, segmentBetween } from '../geodesic.ts';
import type { ShapeLayer } from '../shapes-on-map.ts';
import type { Sizes } from '../sizes.ts';
import { type Measurement, pathOf, placedSides } from './measurement.ts';

export const MEASURE_SOURCE = 'measure';
/** Of its own: a label is a point, and points of the measurement are drawn as such. */
export const SIDES_SOURCE = 'measure-sides';

const INK = '#1d1b16';
const PAPER = '#fdfbf6';

export const measureLayers: readonly ShapeLayer[] = [
  {
    id: 'measure-area',
    type: 'fill',
    filter: ['==', ['geometry-type'], 'Polygon'],
    paint: { 'fill-color': INK, 'fill-opacity': 0.15 },
  },
  {
    id: 'measure-halo',
    type: 'line',
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: { 'line-color': PAPER, 'line-width': 6, 'line-opacity': 0.9 },
  },
  {
    id: 'measure-line',
    type: 'line',
    layout: { 'line-join': 'round' },
    // Dashed, to differ from the black parcel outlines.
    paint: { 'line-color': INK, 'line-width': 2.5, 'line-dasharray': [3, 1.5] },
  },
  {
    id: 'measure-points',
    type: 'circle',
    filter: ['==', ['geometry-type'], 'Point'],
    paint: {
      'circle-radius': 4,
      'circle-color': PAPER,
      'circle-stroke-color': INK,
      'circle-stroke-width': 2,
    },
  },
];

/** Beside the middle of each side, level however the map is turned, and also where the side is shorter than its label. */
export const sideLayers = (font: readonly string[]): readonly ShapeLayer[] => [
  {
    id: 'measure-sides',
    type: 'symbol',
    layout: {
      'text-field': ['get', 'text'],
      'text-font': [...font],
      'text-size': 12,
      'text-padding': 1,
      'text-anchor': ['get', 'anchor'],
      'text-radial-offset': 0.6,
    },
    paint: { 'text-color': INK, 'text-halo-color': PAPER, 'text-halo-width': 2.5 },
  },
];

/** Which part of a label is next to its side, for sides to the north, northeast, east and southeast: so it is never across it. */
const ANCHORS = ['left', 'top-left', 'bottom', 'bottom-left'] as const;

/** The lengths of the sides. The one that follows the pointer has a label of its own in the measure box. */
export function sideLabels(measurement: Measurement, sizes: Sizes): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: placedSides(measurement).map(([from, to]) => {
      const { meters, azimuthDegrees } = segmentBetween(from, to);
      return {
        type: 'Feature',
        properties: { text: sizes.length(meters), anchor: ANCHORS[Math.round(azimuthDegrees / 45) % 4] },
        geometry: { type: 'Point', coordinates: asGeoJson(middleBetween(from, to)) },
      };
    }),
  };
}

export function measureShapes(measurement: Measurement): FeatureCollection {
  const points = measurement.mode === 'none' ? [] : measurement.points;
  const features = [pathShape(measurement), ...points.map(pointShape)];
  return { type: 'FeatureCollection', features: features.filter((feature) => feature !== undefined) };
}

function pathShape(measurement: Measurement): Feature | undefined {
  const path = pathOf(measurement);
  if (path.length < 2) return;
  if (measurement.mode === 'area' && path.length > 2) {
    const ring = densified([...path, path[0]!]).map(asGeoJson);
    return feature({ type: 'Polygon', coordinates: [ring] });
  }
  return feature({ type: 'LineString', coordinates: densified(path).map(asGeoJson) });
}

const pointShape = (point: Position): Feature => feature({ type: 'Point', coordinates: asGeoJson(point) });

const asGeoJson = ([lng, lat]: Position) => [lng, lat];

const feature = (geometry: Feature['geometry']): Feature => ({ type: 'Feature', properties: {}, geometry });
