// Douglas-Peucker simplification of areas that share borders: neighbors keep the same points of the border between them.
//
// A border is simplified between its ends, the points where three or more areas or borders meet. Those stay. Between them
// both neighbors have the same points, so that each border is simplified once for both.
import { farthestPoint } from './simplify-line.ts';
import type { WorldAreas } from './world-areas.ts';

export class SharedBorders {
  readonly #points: readonly number[];
  /** By point: the first one at the same place, which stands for all of them. */
  readonly #places: Int32Array;
  /** By place. */
  readonly #isEnd: Uint8Array;
  /** By place: the square of the tolerance from which on it is left out. Endless for ends. */
  readonly #weights: Float64Array;

  /** All areas have been added. */
  constructor(areas: WorldAreas) {
    this.#points = areas.points;
    this.#places = numberPlaces(areas.points);
    this.#isEnd = borderEnds(areas, this.#places);
    this.#weights = Float64Array.from(this.#isEnd, (isEnd) => (isEnd ? Infinity : 0));
    const isKnown = new Uint8Array(this.#places.length);
    for (let ring = 0; ring < areas.ringCount; ring++) {
      const places = this.#places.subarray(areas.ringStart(ring) / 2, areas.ringStart(ring + 1) / 2);
      this.#addBorders(places, isKnown);
    }
  }

  /** One flag a point, set for those that stay. `tolerance` is in widths of the world: how far a border may move. */
  neededPoints(tolerance: number): Uint8Array {
    const squared = tolerance * tolerance;
    const isNeeded = new Uint8Array(this.#places.length);
    for (let point = 0; point < isNeeded.length; point++) {
      if (this.#weights[this.#places[point]!]! > squared) isNeeded[point] = 1;
    }
    return isNeeded;
  }

  /** Those of a ring, unless a neighbor has them. A place that is not an end belongs to one border only. */
  #addBorders(ring: Int32Array, isKnown: Uint8Array): void {
    const start = this.#firstEnd(ring);
    let passed = start;
    for (let i = start + 1; i <= start + ring.length; i++) {
      const place = ring[i % ring.length]!;
      if (i < start + ring.length && this.#isEnd[place] === 0) continue;
      const inner = ring[(passed + 1) % ring.length]!;
      if (i - passed > 1 && isKnown[inner] === 0) {
        const border: number[] = [];
        for (let j = passed; j <= i; j++) border.push(ring[j % ring.length]!);
        for (const known of border) isKnown[known] = 1;
        this.#weigh(border);
      }
      passed = i;
    }
  }

  /**
   * Where a span is split does not depend on the tolerance, only whether it is. So one pass serves every zoom: a point stays
   * as long as its own distance and those of the points before it are beyond the tolerance.
   */
  #weigh(border: readonly number[]): void {
    const line: number[] = [];
    for (const place of border) line.push(this.#points[2 * place]!, this.#points[2 * place + 1]!);
    this.#weights[border[0]!] = Infinity;
    this.#weights[border.at(-1)!] = Infinity;
    // The first and the last point of each span, and the weight of the one that split it off.
    const waiting = [0, border.length - 1, Infinity];
    while (waiting.length > 0) {
      const limit = waiting.pop()!;
      const end = waiting.pop()!;
      const start = waiting.pop()!;
      if (end - start < 2) continue;
      const { point, squared } = farthestPoint(line, start, end);
      if (squared === 0) continue;
      const weight = Math.min(limit, squared);
      this.#weights[border[point]!] = weight;
      waiting.push(start, point, weight, point, end, weight);
    }
  }

  /** A ring without ends, such as an island, begins at its westernmost point, as does the hole around it. */
  #firstEnd(ring: Int32Array): number {
    let found = 0;
    for (let i = 0; i < ring.length; i++) {
      if (this.#isEnd[ring[i]!] === 1) return i;
      if (this.#points[2 * ring[i]!]! < this.#points[2 * ring[found]!]!) found = i;
    }
    return found;
  }
}

/** A point is not an end where all rings that have it come from and go on to the same two points. */
function borderEnds(areas: WorldAreas, places: Int32Array): Uint8Array {
  const oneSide = new Int32Array(places.length).fill(-1);
  const otherSide = new Int32Array(places.length);
  const isEnd = new Uint8Array(places.length);
  for (let ring = 0; ring < areas.ringCount; ring++) {
    const end = areas.ringStart(ring + 1) / 2;
    let before = places[end - 1]!;
    for (let point = areas.ringStart(ring) / 2; point < end; point++) {
      const place = places[point]!;
      const after = places[point + 1 < end ? point + 1 : areas.ringStart(ring) / 2]!;
      if (oneSide[place] === -1) {
        oneSide[place] = before;
        otherSide[place] = after;
      } else if (
        (oneSide[place] !== before || otherSide[place] !== after) &&
        (oneSide[place] !== after || otherSide[place] !== before)
      ) {
        isEnd[place] = 1;
      }
      before = place;
    }
  }
  return isEnd;
}

/** For each point the number of the first one at the same place: a hash table with open addressing. */
function numberPlaces(points: readonly number[]): Int32Array {
  const count = points.length / 2;
  const places = new Int32Array(count);
  const slots = 2 ** Math.ceil(Math.log2(2 * count + 1));
  const table = new Int32Array(slots).fill(-1);
  for (let point = 0; point < count; point++) {
    const x = points[2 * point]!;
    const y = points[2 * point + 1]!;
    let slot = hashOf(x, y) & (slots - 1);
    for (;;) {
      const known = table[slot]!;
      if (known === -1) table[slot] = point;
      if (known === -1 || (points[2 * known] === x && points[2 * known + 1] === y)) {
        places[point] = known === -1 ? point : known;
        break;
      }
      slot = (slot + 1) & (slots - 1);
    }
  }
  return places;
}

/** Of coordinates from 0 to 1. */
function hashOf(x: number, y: number): number {
  // Two rounds of mixing: lots lie in rows, and plain products of their coordinates would crowd in a few slots.
  const first = Math.imul((x * 2 ** 32) | 0, 0x9e3779b1);
  const second = Math.imul(first ^ (first >>> 15) ^ ((y * 2 ** 32) | 0), 0x85ebca6b);
  const third = Math.imul(second ^ (second >>> 13), 0xc2b2ae35);
  return third ^ (third >>> 16);
}
