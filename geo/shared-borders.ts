// Douglas-Peucker simplification of areas that share borders: neighbors keep the same points of the border between them.
//
// A border is simplified between its ends, the points where three or more areas or borders meet. Those stay. Between them
// both neighbors have the same points, only in opposite order, so each border is simplified in one direction.
import { keepPoints } from './simplify-line.ts';
import type { WorldAreas } from './world-areas.ts';

export class SharedBorders {
  readonly #areas: WorldAreas;
  /** One flag a point. */
  readonly #isEnd: Uint8Array;

  /** Areas that are added later are not simplified. */
  constructor(areas: WorldAreas) {
    this.#areas = areas;
    this.#isEnd = borderEnds(areas);
  }

  /** One flag a point, set for those that stay. `tolerance` is in widths of the world: how far a border may move. */
  neededPoints(tolerance: number): Uint8Array {
    const isNeeded = Uint8Array.from(this.#isEnd);
    for (let ring = 0; ring < this.#areas.ringCount; ring++) this.#simplifyRing(ring, tolerance, isNeeded);
    return isNeeded;
  }

  #simplifyRing(ring: number, tolerance: number, isNeeded: Uint8Array): void {
    const first = this.#areas.ringStart(ring) / 2;
    const count = this.#areas.ringStart(ring + 1) / 2 - first;
    const start = this.#firstEnd(first, count);
    let passed = 0;
    for (let i = 1; i <= count; i++) {
      if (i < count && this.#isEnd[first + ((start + i) % count)] === 0) continue;
      if (i - passed > 1) {
        const border: number[] = [];
        for (let j = passed; j <= i; j++) border.push(first + ((start + j) % count));
        this.#simplifyBorder(border, tolerance, isNeeded);
      }
      passed = i;
    }
  }

  #simplifyBorder(border: number[], tolerance: number, isNeeded: Uint8Array): void {
    const last = border.length - 1;
    const ends = this.#compare(border[0]!, border[last]!);
    const isBackward = ends > 0 || (ends === 0 && this.#compare(border[1]!, border[last - 1]!) > 0);
    if (isBackward) border.reverse();
    const { points } = this.#areas;
    const line: number[] = [];
    for (const point of border) line.push(points[2 * point]!, points[2 * point + 1]!);
    const isKept = new Uint8Array(border.length);
    keepPoints({ line, isKept, spans: [0, last], tolerance });
    for (let i = 0; i <= last; i++) if (isKept[i] === 1) isNeeded[border[i]!] = 1;
  }

  /**
   * Counted from the ring's first point. A ring without ends, such as an island, is simplified from its westernmost point,
   * which is the same one in the hole around it.
   */
  #firstEnd(first: number, count: number): number {
    let found = 0;
    for (let i = 0; i < count; i++) {
      if (this.#isEnd[first + i] === 1) return i;
      if (this.#compare(first + i, first + found) < 0) found = i;
    }
    return found;
  }

  /** From west to east, then from north to south. */
  #compare(one: number, other: number): number {
    const { points } = this.#areas;
    return points[2 * one]! - points[2 * other]! || points[2 * one + 1]! - points[2 * other + 1]!;
  }
}

/** A point is no end where all rings that have it come from and go on to the same two points. */
function borderEnds(areas: WorldAreas): Uint8Array {
  const places = numberPlaces(areas.points);
  const oneSide = new Int32Array(places.length).fill(-1);
  const otherSide = new Int32Array(places.length);
  const isEndPlace = new Uint8Array(places.length);
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
        isEndPlace[place] = 1;
      }
      before = place;
    }
  }
  return Uint8Array.from(places, (place) => isEndPlace[place]!);
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
  const mixed = Math.imul((x * 2 ** 32) | 0, 0x9e3779b1) ^ Math.imul((y * 2 ** 32) | 0, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}
