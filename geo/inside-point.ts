// A representative point inside an area: the centroid where that is inside, else a point far from the border.
import { areaContains } from './area-contains.ts';
import { boundsOf } from './bounds-of.ts';
import {
  type AreaGeometry,
  GRID_PER_DEGREE,
  type LngLat,
  type PolygonRings,
  polygonsOf,
} from './geometry.ts';

export function insidePoint(geometry: AreaGeometry): LngLat {
  const bodies = polygonsOf(geometry).map((polygon) => ({ polygon, ...momentsOf(polygon) }));
  const mass = bodies.reduce((sum, body) => sum + body.mass, 0);
  const centroid = onGrid({
    lng: bodies.reduce((sum, body) => sum + body.lng * body.mass, 0) / mass,
    lat: bodies.reduce((sum, body) => sum + body.lat * body.mass, 0) / mass,
  });
  if (areaContains(geometry, centroid)) return centroid;

  const { polygon } = bodies.reduce((largest, body) => (body.mass > largest.mass ? body : largest));
  const deep = deepPoint(polygon);
  if (deep && areaContains(geometry, deep)) return deep;

  // A sliver thinner than the grid contains no grid point but its corners.
  const corners = polygon[0]!.map(([lng, lat]) => ({ lng, lat }));
  return corners.find((corner) => areaContains(geometry, corner)) ?? corners[0]!;
}

function onGrid({ lng, lat }: LngLat): LngLat {
  return {
    lng: Math.round(lng * GRID_PER_DEGREE) / GRID_PER_DEGREE,
    lat: Math.round(lat * GRID_PER_DEGREE) / GRID_PER_DEGREE,
  };
}

/** The centroid without the holes, and the mass: an area in no particular unit, to compare by. */
function momentsOf(polygon: PolygonRings): LngLat & { mass: number } {
  // Relative to a corner: products of full coordinates would lose precision.
  const [originLng, originLat] = polygon[0]![0]!;
  let mass = 0;
  let lngMoment = 0;
  let latMoment = 0;
  for (const [index, ring] of polygon.entries()) {
    let ringMass = 0;
    let ringLng = 0;
    let ringLat = 0;
    for (let i = 1; i < ring.length; i++) {
      const fromLng = ring[i - 1]![0] - originLng;
      const fromLat = ring[i - 1]![1] - originLat;
      const toLng = ring[i]![0] - originLng;
      const toLat = ring[i]![1] - originLat;
      const cross = fromLng * toLat - toLng * fromLat;
      ringMass += cross;
      ringLng += (fromLng + toLng) * cross;
      ringLat += (fromLat + toLat) * cross;
    }
    // Independent of winding: the outer ring adds, holes subtract.
    const sign = ringMass > 0 === (index === 0) ? 1 : -1;
    mass += sign * ringMass;
    lngMoment += sign * ringLng;
    latMoment += sign * ringLat;
  }
  // A polygon without area has no centroid; its weight is 0, so any point will do.
  if (!(mass > 0)) return { lng: originLng, lat: originLat, mass: 0 };
  return { lng: originLng + lngMoment / (3 * mass), lat: originLat + latMoment / (3 * mass), mass };
}

const SCAN_LINES = 16;

/** Scan lines of equal latitude cut the polygon into spans. Of their middles, the one farthest from the border. */
function deepPoint(polygon: PolygonRings): LngLat | undefined {
  const { south, north } = boundsOf({ type: 'Polygon', coordinates: polygon });
  let deepest: LngLat | undefined;
  let depthSquared = 0;
  for (let line = 0; line < SCAN_LINES; line++) {
    const lat = south + ((north - south) * (line + 0.5)) / SCAN_LINES;
    const crossings = lngsAt(polygon, lat);
    for (let i = 1; i < crossings.length; i += 2) {
      const middle = { lng: (crossings[i - 1]! + crossings[i]!) / 2, lat };
      const squared = borderDistanceSquared(polygon, middle);
      if (squared > depthSquared) {
        deepest = middle;
        depthSquared = squared;
      }
    }
  }
  return deepest && onGrid(deepest);
}

/** The longitudes at which a scan line crosses the rings, from west to east. */
function lngsAt(polygon: PolygonRings, lat: number): number[] {
  const lngs: number[] = [];
  for (const ring of polygon) {
    for (let i = 1; i < ring.length; i++) {
      const [fromLng, fromLat] = ring[i - 1]!;
      const [toLng, toLat] = ring[i]!;
      if (fromLat > lat === toLat > lat) continue;
      lngs.push(fromLng + ((toLng - fromLng) * (lat - fromLat)) / (toLat - fromLat));
    }
  }
  return lngs.sort((a, b) => a - b);
}

/** In square degrees of latitude; longitudes are scaled by the cosine. */
function borderDistanceSquared(polygon: PolygonRings, { lng, lat }: LngLat): number {
  const shrink = Math.cos((lat * Math.PI) / 180);
  let nearest = Infinity;
  for (const ring of polygon) {
    for (let i = 1; i < ring.length; i++) {
      const fromX = (ring[i - 1]![0] - lng) * shrink;
      const fromY = ring[i - 1]![1] - lat;
      const alongX = (ring[i]![0] - ring[i - 1]![0]) * shrink;
      const alongY = ring[i]![1] - ring[i - 1]![1];
      const lengthSquared = alongX * alongX + alongY * alongY;
      const foot = lengthSquared > 0 ? -(fromX * alongX + fromY * alongY) / lengthSquared : 0;
      const share = Math.min(1, Math.max(0, foot));
      nearest = Math.min(nearest, (fromX + share * alongX) ** 2 + (fromY + share * alongY) ** 2);
    }
  }
  return nearest;
}
