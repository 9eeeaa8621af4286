// Point in polygon, by ray casting with the even-odd rule. Every point of a gapless county lies in exactly one parcel.
//
// A ray runs east from the point and counts the edges it crosses. Edges are half-open (the lower end belongs to the
// edge, the upper one does not), and a point on an edge counts as east of it. Neighbors share edges and must agree on
// them, so all arithmetic is exact, on the grid of stored positions.
import { type AreaGeometry, GRID_PER_DEGREE, type LngLat, polygonsOf, type Ring } from './geometry.ts';
import { VarintReader } from './geometry-code.ts';

/** Products of two smaller factors, and differences of two such products, are exact: below 2^53. */
const EXACT_FACTOR_MAX = 2 ** 26;

export function areaContains(geometry: AreaGeometry, point: LngLat): boolean {
  const x = toGrid(point.lng);
  const y = toGrid(point.lat);
  let inside = false;
  for (const polygon of polygonsOf(geometry)) {
    for (const ring of polygon) {
      if (meetsOddEdges(ring, x, y)) inside = !inside;
    }
  }
  return inside;
}

/** The same, read from the code of an area: nothing is made that is thrown away at once. */
export function encodedAreaContains(code: Uint8Array, point: LngLat): boolean {
  const reader = new VarintReader(code);
  // Seen from the point.
  let x = -toGrid(point.lng);
  let y = -toGrid(point.lat);
  let inside = false;
  const kind = reader.varint();
  for (let polygons = kind === 0 ? 1 : kind - 1; polygons > 0; polygons--) {
    for (let rings = reader.varint(); rings > 0; rings--) {
      const corners = reader.varint();
      x += reader.signedVarint();
      y += reader.signedVarint();
      const [firstX, firstY] = [x, y];
      for (let corner = 1; corner < corners; corner++) {
        const [fromX, fromY] = [x, y];
        x += reader.signedVarint();
        y += reader.signedVarint();
        if (isEdgeEast({ fromX, fromY, toX: x, toY: y })) inside = !inside;
      }
      if (isEdgeEast({ fromX: x, fromY: y, toX: firstX, toY: firstY })) inside = !inside;
    }
  }
  return inside;
}

function toGrid(degrees: number): number {
  return Math.round(degrees * GRID_PER_DEGREE);
}

function meetsOddEdges(ring: Ring, x: number, y: number): boolean {
  let odd = false;
  for (let i = 1; i < ring.length; i++) {
    const [fromLng, fromLat] = ring[i - 1]!;
    const [toLng, toLat] = ring[i]!;
    const edge = {
      fromX: toGrid(fromLng) - x,
      fromY: toGrid(fromLat) - y,
      toX: toGrid(toLng) - x,
      toY: toGrid(toLat) - y,
    };
    if (isEdgeEast(edge)) odd = !odd;
  }
  return odd;
}

type Edge = { fromX: number; fromY: number; toX: number; toY: number };

/** Whether a ray from the origin to the east crosses an edge. */
function isEdgeEast({ fromX, fromY, toX, toY }: Edge): boolean {
  if (fromY > 0 === toY > 0) return false;
  return fromY < toY
    ? isEastOfOrigin({ lowX: fromX, lowY: fromY, highX: toX, highY: toY })
    : isEastOfOrigin({ lowX: toX, lowY: toY, highX: fromX, highY: fromY });
}

type RisingEdge = { lowX: number; lowY: number; highX: number; highY: number };

/** Whether an edge that rises across the origin's latitude passes strictly east of the origin. */
function isEastOfOrigin({ lowX, lowY, highX, highY }: RisingEdge): boolean {
  if (lowX > 0 && highX > 0) return true;
  if (lowX <= 0 && highX <= 0) return false;
  const largest = Math.max(Math.abs(lowX), Math.abs(highX), -lowY, highY);
  if (largest < EXACT_FACTOR_MAX) return lowX * highY > highX * lowY;
  return BigInt(lowX) * BigInt(highY) > BigInt(highX) * BigInt(lowY);
}
