// Whether a point lies in an area, so that every point of a gapless county lies in exactly one parcel.
//
// A ray runs east from the point and counts the edges it meets. An edge owns its lower end but not its upper one,
// and a point on an edge counts as east of it: as if every point stood a hair to the north-east of itself.
// Neighbors share edges, so both must judge an edge alike: all arithmetic is exact, on the grid of stored positions.
import { type AreaGeometry, GRID_PER_DEGREE, type LngLat, polygonsOf, type Ring } from './geometry.ts';

/** Products of two such differences, and the difference of two such products, stay below 2^53. */
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

/** For an edge from a lower to an upper end, on or astride the origin's latitude: whether it passes strictly east of it. */
function isEastOfOrigin({ lowX, lowY, highX, highY }: RisingEdge): boolean {
  if (lowX > 0 && highX > 0) return true;
  if (lowX <= 0 && highX <= 0) return false;
  const largest = Math.max(Math.abs(lowX), Math.abs(highX), -lowY, highY);
  if (largest < EXACT_FACTOR_MAX) return lowX * highY > highX * lowY;
  return BigInt(lowX) * BigInt(highY) > BigInt(highX) * BigInt(lowY);
}
