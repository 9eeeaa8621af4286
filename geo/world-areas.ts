// Areas on the world's plane, projected once for all tiles that show them. They are stored in flat arrays: an object for
// each of 50,000 areas takes several times the memory and the time.
import type { FlatArea } from './flat-area.ts';
import type { TileAddress } from './geometry.ts';
import { worldX, worldY } from './mercator.ts';

const BOX_NUMBERS = 4;

/** 2 ** z, which takes much longer where z is not a constant. */
export const tilesAt = (z: number) => 1 << z;

export class WorldAreas {
  /** x and y in turn, of all rings, without their closing points. */
  readonly points: number[] = [];
  /** Where each ring ends in `points`. */
  readonly #ringEnds: number[] = [];
  readonly #isHole: boolean[] = [];
  /** Where each area ends in `#ringEnds`. */
  readonly #areaEnds: number[] = [];
  /** West, north, east and south of each area. */
  readonly #boxes: number[] = [];

  get count(): number {
    return this.#areaEnds.length;
  }

  get ringCount(): number {
    return this.#ringEnds.length;
  }

  add(area: FlatArea): void {
    const start = this.points.length;
    for (let i = 0; i < area.length; i += 2) {
      this.points.push(worldX(area.points[i]!), worldY(area.points[i + 1]!));
    }
    for (let ring = 0; ring < area.rings; ring++) {
      this.#ringEnds.push(start + area.ringEnds[ring]!);
      this.#isHole.push(area.isHole[ring]!);
    }
    this.#areaEnds.push(this.#ringEnds.length);
    this.#addBox(start);
  }

  #addBox(start: number): void {
    let west = Infinity;
    let north = Infinity;
    let east = -Infinity;
    let south = -Infinity;
    for (let i = start; i < this.points.length; i += 2) {
      const x = this.points[i]!;
      const y = this.points[i + 1]!;
      if (x < west) west = x;
      if (x > east) east = x;
      if (y < north) north = y;
      if (y > south) south = y;
    }
    this.#boxes.push(west, north, east, south);
  }

  /** The rings of an area are those from its first up to that of the next area. */
  firstRing(area: number): number {
    return area === 0 ? 0 : this.#areaEnds[area - 1]!;
  }

  /** Where a ring starts in `points`; it ends where the next one starts. */
  ringStart(ring: number): number {
    return ring === 0 ? 0 : this.#ringEnds[ring - 1]!;
  }

  isHole(ring: number): boolean {
    return this.#isHole[ring]!;
  }

  /** Whether the area's box touches a tile with a margin around it, in widths of the tile. */
  touches(area: number, { z, x, y }: TileAddress, margin: number): boolean {
    const tiles = tilesAt(z);
    const at = BOX_NUMBERS * area;
    return (
      this.#boxes[at]! * tiles <= x + 1 + margin &&
      this.#boxes[at + 2]! * tiles >= x - margin &&
      this.#boxes[at + 1]! * tiles <= y + 1 + margin &&
      this.#boxes[at + 3]! * tiles >= y - margin
    );
  }

  /** Whether the area's box lies within a tile and the margin around it. */
  isWithin(area: number, { z, x, y }: TileAddress, margin: number): boolean {
    const tiles = tilesAt(z);
    const at = BOX_NUMBERS * area;
    return (
      this.#boxes[at]! * tiles >= x - margin &&
      this.#boxes[at + 2]! * tiles <= x + 1 + margin &&
      this.#boxes[at + 1]! * tiles >= y - margin &&
      this.#boxes[at + 3]! * tiles <= y + 1 + margin
    );
  }
}
