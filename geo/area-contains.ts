// Point in polygon, by ray casting with the even-odd rule. Every point of a gapless county lies in exactly one parcel.
//
// A ray runs east from the point and counts the edges it crosses. Edges are half-open (the lower end belongs to the
// edge, the upper one does not), and a point on an edge counts as east of it. Neighbors share edges and must agree on
// them, so all arithmetic is exact, on the grid of stored positions.
import { type AreaGeometry, GRID_PER_DEGREE, type LngLat, polygonsOf, type Ring } from './geometry.ts';

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

function toGrid(degrees: number): number {
  return Math.round(degrees * GRID_PER_DEGREE);
}

function meetsOddEdges(ring: Ring, x: number, y: number): boolean {
  let odd = false;
  for (let i = 1; i < ring.length; i++) {
    const [fromLng, fromLat] = ring[i - 1]!;
    const [toLng, toLat] = ring[i]!;
    const fromY = toGrid(fromLat);
    const toY = toGrid(toLat);
    if (fromY > y === toY > y) continue;
    const fromX = toGrid(fromLng);
    const toX = toGrid(toLng);
    const edgeIsEast =
      fromY < toY
        ? isEastOfOrigin({ lowX: fromX - x, lowY: fromY - y, highX: toX - x, highY: toY - y })
        : isEastOfOrigin({ lowX: toX - x, lowY: toY - y, highX: fromX - x, highY: fromY - y });
    if (edgeIsEast) odd = !odd;
  }
  return odd;
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
