// Joins the polygons of one PIN into one area.
import { boundsOf } from '../../geo/bounds-of.ts';
import { type AreaGeometry, type PolygonRings, polygonsOf, type Ring } from '../../geo/geometry.ts';
import type { Projection } from '../coordinates/projection.ts';
import { cleanArea } from '../geometry/clean-area.ts';
import { normalShape } from './normal-shape.ts';

/** The shapes are in degrees already. */
const unprojected: Projection = { title: 'WGS 84', notes: [], toLngLat: () => {} };

export function joinShapes(shapes: readonly AreaGeometry[]): AreaGeometry {
  const polygons = shapes.flatMap(polygonsOf);
  const parts: AreaGeometry = { type: 'MultiPolygon', coordinates: polygons };
  // Parts apart from each other, such as the fields of a farm, are a valid area as they are.
  if (!anyBoxesMeet(polygons)) return normalShape(parts);
  const raw = { kind: 'polygons' as const, polygons: polygons.map((rings) => rings.map(flatRing)) };
  const joined = cleanArea({ raw, projection: unprojected });
  return normalShape('geometry' in joined ? joined.geometry : parts);
}

function flatRing(ring: Ring): Float64Array {
  const flat = new Float64Array(ring.length * 2);
  for (let i = 0; i < ring.length; i++) {
    flat[2 * i] = ring[i]![0];
    flat[2 * i + 1] = ring[i]![1];
  }
  return flat;
}

/** A sweep from west to east: each box is compared only with those that begin before it ends. */
function anyBoxesMeet(polygons: readonly PolygonRings[]): boolean {
  const boxes = polygons
    .map((coordinates) => boundsOf({ type: 'Polygon', coordinates }))
    .sort((one, other) => one.west - other.west);
  for (let i = 0; i < boxes.length; i++) {
    const box = boxes[i]!;
    for (let j = i + 1; j < boxes.length && boxes[j]!.west <= box.east; j++) {
      if (boxes[j]!.south <= box.north && boxes[j]!.north >= box.south) return true;
    }
  }
  return false;
}
