// Projects a geometry into the plane of one zoom and simplifies it. The plane is in tile units from the world's
// north-west corner.
import { type FlatRing, reversed, signedArea } from './flat-ring.ts';
import type { MapGeometry, PolygonRings, Position } from './geometry.ts';
import { worldX, worldY } from './mercator.ts';
import { simplifyLine } from './simplify-line.ts';
import { simplifyRings } from './simplify-rings.ts';
import { TILE_EXTENT } from './tile-address.ts';

export type ZoomPlane = {
  z: number;
  /** In tile units: how far simplification may move a line or border. */
  tolerance: number;
  /** In square tile units: smaller areas are left out. */
  smallestArea: number;
};

/** `parts` are rings (with the winding of flat-ring.ts), lines, or one point. */
export type ZoomShape = { kind: 'area' | 'line' | 'point'; parts: number[][] };

export function shapeAtZoom(geometry: MapGeometry, plane: ZoomPlane): ZoomShape {
  switch (geometry.type) {
    case 'Point':
      return { kind: 'point', parts: [project([geometry.coordinates], plane.z)] };
    case 'LineString':
      return lineShape([geometry.coordinates], plane);
    case 'MultiLineString':
      return lineShape(geometry.coordinates, plane);
    case 'Polygon':
      return areaShape([geometry.coordinates], plane);
    case 'MultiPolygon':
      return areaShape(geometry.coordinates, plane);
  }
}

function lineShape(lines: readonly (readonly Position[])[], { z, tolerance }: ZoomPlane): ZoomShape {
  return { kind: 'line', parts: lines.map((line) => simplifyLine(project(line, z), tolerance)) };
}

function areaShape(polygons: readonly PolygonRings[], { z, tolerance, smallestArea }: ZoomPlane): ZoomShape {
  const rings: FlatRing[] = [];
  for (const polygon of polygons) {
    for (let i = 0; i < polygon.length; i++) {
      const ring = project(polygon[i]!, z);
      ring.length -= 2; // the closing point
      rings.push(signedArea(ring) > 0 === (i === 0) ? ring : reversed(ring));
    }
  }
  return { kind: 'area', parts: simplifyRings({ rings, tolerance, smallestArea }) };
}

function project(positions: readonly Position[], z: number): number[] {
  const unitsPerWorld = TILE_EXTENT * 2 ** z;
  const flat: number[] = [];
  for (let i = 0; i < positions.length; i++) {
    const position = positions[i]!;
    flat.push(worldX(position[0]) * unitsPerWorld, worldY(position[1]) * unitsPerWorld);
  }
  return flat;
}
