// Coordinates without the digits that reading and projecting add: seven decimals are a centimeter.
import type { Geometry } from 'geojson';

const DECIMALS = 1e7;

export function rounded<Shape extends Geometry>(geometry: Shape): Shape {
  if (geometry.type === 'GeometryCollection') {
    return { ...geometry, geometries: geometry.geometries.map(rounded) };
  }
  return { ...geometry, coordinates: round(geometry.coordinates) };
}

function round(value: unknown): unknown {
  if (typeof value === 'number') return Math.round(value * DECIMALS) / DECIMALS;
  return Array.isArray(value) ? value.map(round) : value;
}
