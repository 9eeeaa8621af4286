// The edges of an area in one flat array, on any plane: what areas are compared by.
import { BoxIndex, type FlatBox } from './box-index.ts';
import type { FlatArea } from './flat-area.ts';

/** From so many edges on, an index costs less than looking at each. */
const INDEXED_EDGES_MIN = 32;

/** Products of whole numbers below it are exact. */
const EXACT_MAX = 2 ** 53;
/** More than what rounding can change of the difference of two products, as a share of their sum. */
const ROUNDING_SHARE = 2 ** -51;

export type Place = (x: number, y: number) => { east: number; north: number };

export class AreaEdges {
  /** Four numbers an edge: where it begins and where it ends. Of all rings, holes included. */
  ends = new Float64Array(256);
  count = 0;
  /** The first edge of each outer ring. */
  readonly outers: number[] = [];
  /** West, south, east, north of the whole. */
  readonly box = new Float64Array(4);
  /** Called for each look at many edges, and may throw: areas of many points take long to compare. */
  readonly step: () => void;
  #index: BoxIndex | undefined;

  constructor(step: () => void = () => {}) {
    this.step = step;
  }

  /** Refilled for one area after the other; `place` puts its points on another plane. */
  fill(area: FlatArea, place?: Place): this {
    this.#index = undefined;
    this.outers.length = 0;
    this.count = area.length / 2;
    if (4 * this.count > this.ends.length) this.ends = new Float64Array(8 * this.count);
    const { ends } = this;
    let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
    let at = 0;
    for (let ring = 0; ring < area.rings; ring++) {
      const begin = at;
      if (!area.isHole[ring]) this.outers.push(begin / 4);
      for (let i = area.ringStart(ring); i < area.ringEnds[ring]!; i += 2) {
        let x = area.points[i]!;
        let y = area.points[i + 1]!;
        if (place) ({ east: x, north: y } = place(x, y));
        if (x < west) west = x;
        if (x > east) east = x;
        if (y < south) south = y;
        if (y > north) north = y;
        ends[at] = x;
        ends[at + 1] = y;
        if (at > begin) {
          ends[at - 2] = x;
          ends[at - 1] = y;
        }
        at += 4;
      }
      if (at > begin) {
        ends[at - 2] = ends[begin]!;
        ends[at - 1] = ends[begin + 1]!;
      }
    }
    this.box[0] = west;
    this.box[1] = south;
    this.box[2] = east;
    this.box[3] = north;
    return this;
  }

  /** For an area of many edges that is compared with many others. */
  index(): this {
    if (this.count < INDEXED_EDGES_MIN) return this;
    const boxes = new Float64Array(4 * this.count);
    for (let at = 0; at < boxes.length; at += 4) this.boxOfEdge(at, boxes.subarray(at, at + 4));
    this.#index = new BoxIndex(boxes, this.count);
    return this;
  }

  /**
   * Visits the edges whose boxes lie within `limit` of a box; `visit` gets where the edge is in `ends`, and answers the limit
   * for those that follow, below 0 to end.
   */
  nearBox(box: FlatBox, limit: number, visit: (at: number) => number): void {
    if (this.#index) {
      this.#index.search({ box, scaleX: 1, scaleY: 1 }, limit, (item) => {
        this.step();
        return visit(4 * item);
      });
      return;
    }
    this.step();
    let reach = limit;
    for (let at = 0; at < 4 * this.count && reach >= 0; at += 4) {
      if (!this.isEdgeBeyond(at, box, reach)) reach = visit(at);
    }
  }

  /** Whether the box of an edge is farther from another one, to the east, west, north or south. */
  isEdgeBeyond(at: number, box: FlatBox, distance: number): boolean {
    const { ends } = this;
    const x0 = ends[at]!;
    const y0 = ends[at + 1]!;
    const x1 = ends[at + 2]!;
    const y1 = ends[at + 3]!;
    return (
      (x0 < x1 ? x0 : x1) - box[2]! > distance ||
      box[0]! - (x0 > x1 ? x0 : x1) > distance ||
      (y0 < y1 ? y0 : y1) - box[3]! > distance ||
      box[1]! - (y0 > y1 ? y0 : y1) > distance
    );
  }

  /** Into a box that is refilled, so that nothing is made for each edge. */
  boxOfEdge(at: number, box: Float64Array): Float64Array {
    const { ends } = this;
    box[0] = Math.min(ends[at]!, ends[at + 2]!);
    box[1] = Math.min(ends[at + 1]!, ends[at + 3]!);
    box[2] = Math.max(ends[at]!, ends[at + 2]!);
    box[3] = Math.max(ends[at + 1]!, ends[at + 3]!);
    return box;
  }

  /** By the even-odd rule. A point on an edge may count as in or out. */
  contains(x: number, y: number): boolean {
    const { ends, box } = this;
    if (x < box[0]! || x > box[2]! || y < box[1]! || y > box[3]!) return false;
    this.step();
    let inside = false;
    for (let at = 0; at < 4 * this.count; at += 4) {
      const fromY = ends[at + 1]!;
      const toY = ends[at + 3]!;
      if (fromY > y === toY > y) continue;
      const side = turn(ends[at]!, fromY, ends[at + 2]!, toY, x, y);
      if (side > 0 === fromY < toY) inside = !inside;
    }
    return inside;
  }

  /** Whether a whole part of the other area lies in this one, or in none of it, if their edges have no point in common. */
  containsPartOf(other: AreaEdges): boolean {
    for (const edge of other.outers) {
      if (this.contains(other.ends[4 * edge]!, other.ends[4 * edge + 1]!)) return true;
    }
    return false;
  }
}

/**
 * Above 0 where c lies left of the line from a to b, below 0 right of it, 0 on it. The sign is exact for whole numbers below 2^52, as
 * those of the storage grid are. On other planes nothing hangs on the last bit.
 */
export function turn(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  const left = (bx - ax) * (cy - ay);
  const right = (by - ay) * (cx - ax);
  const difference = left - right;
  const size = Math.abs(left) + Math.abs(right);
  if (size < EXACT_MAX || Math.abs(difference) > size * ROUNDING_SHARE) return difference;
  if (!Number.isInteger(cx) || !Number.isInteger(cy)) return difference;
  const exact = BigInt(bx - ax) * BigInt(cy - ay) - BigInt(by - ay) * BigInt(cx - ax);
  return exact > 0n ? 1 : exact < 0n ? -1 : 0;
}
