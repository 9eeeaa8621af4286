// The rings of many areas on the world's plane, in one flat array: projecting them is expensive, so it is done once for
// all tiles that show them.
import { type AreaGeometry, polygonsOf, type Ring } from './geometry.ts';
import { worldX, worldY } from './mercator.ts';

/** West to east and north to south, from 0 to 1 (mercator.ts). */
export type WorldBox = { west: number; north: number; east: number; south: number };

/** Numbers of rings in a WorldRings, from `first` up to `end`. */
export type RingRange = { first: number; end: number };

export class WorldRings {
  /** x and y in turn, without the closing points. */
  #points = new Float64Array(1024);
  #length = 0;
  /** Where each ring ends in `points`. */
  readonly #ends: number[] = [];
  readonly #isHole: boolean[] = [];

  get points(): Float64Array {
    return this.#points;
  }

  startOf(ring: number): number {
    return ring === 0 ? 0 : this.#ends[ring - 1]!;
  }

  endOf(ring: number): number {
    return this.#ends[ring]!;
  }

  isHole(ring: number): boolean {
    return this.#isHole[ring]!;
  }

  add(geometry: AreaGeometry): RingRange & WorldBox {
    const first = this.#ends.length;
    const start = this.#length;
    for (const polygon of polygonsOf(geometry)) {
      for (let i = 0; i < polygon.length; i++) this.#addRing(polygon[i]!, i > 0);
    }
    return { first, end: this.#ends.length, ...this.#boxFrom(start) };
  }

  #addRing(ring: Ring, isHole: boolean): void {
    this.#reserve(2 * ring.length);
    for (let i = 0; i < ring.length - 1; i++) {
      const position = ring[i]!;
      this.#points[this.#length++] = worldX(position[0]);
      this.#points[this.#length++] = worldY(position[1]);
    }
    this.#ends.push(this.#length);
    this.#isHole.push(isHole);
  }

  #boxFrom(start: number): WorldBox {
    const box = { west: Infinity, north: Infinity, east: -Infinity, south: -Infinity };
    for (let i = start; i < this.#length; i += 2) {
      const x = this.#points[i]!;
      const y = this.#points[i + 1]!;
      if (x < box.west) box.west = x;
      if (x > box.east) box.east = x;
      if (y < box.north) box.north = y;
      if (y > box.south) box.south = y;
    }
    return box;
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#points.length) return;
    const grown = new Float64Array(Math.max(this.#length + count, 2 * this.#points.length));
    grown.set(this.#points);
    this.#points = grown;
  }
}
