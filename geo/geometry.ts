// The geometry types of all rooms. A Position is [longitude, latitude] in degrees, as in GeoJSON.

export type LngLat = { lng: number; lat: number };
export type Position = readonly [lng: number, lat: number];
/** Closed: the first position is repeated at the end. */
export type Ring = readonly Position[];
/** The outer ring, then the holes. */
export type PolygonRings = readonly Ring[];

export type PolygonGeometry = { type: 'Polygon'; coordinates: PolygonRings };
type MultiPolygonGeometry = { type: 'MultiPolygon'; coordinates: readonly PolygonRings[] };
export type AreaGeometry = PolygonGeometry | MultiPolygonGeometry;

export type LineGeometry =
  | { type: 'LineString'; coordinates: readonly Position[] }
  | { type: 'MultiLineString'; coordinates: readonly (readonly Position[])[] };
export type PointGeometry = { type: 'Point'; coordinates: Position };
export type MapGeometry = AreaGeometry | LineGeometry | PointGeometry;

/** West is always less than east: a box across the antimeridian has a west below -180. */
export type Bounds = { west: number; south: number; east: number; north: number };

export type TileAddress = { z: number; x: number; y: number };

/** Stored positions lie on this grid: 1e-7 degrees, about a centimeter. */
export const GRID_PER_DEGREE = 1e7;

export function isArea(geometry: MapGeometry): geometry is AreaGeometry {
  return geometry.type === 'Polygon' || geometry.type === 'MultiPolygon';
}

export function isLine(geometry: MapGeometry): geometry is LineGeometry {
  return geometry.type === 'LineString' || geometry.type === 'MultiLineString';
}

export function linesOf(geometry: LineGeometry): readonly (readonly Position[])[] {
  return geometry.type === 'LineString' ? [geometry.coordinates] : geometry.coordinates;
}

export function polygonsOf(geometry: AreaGeometry): readonly PolygonRings[] {
  return geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
}
