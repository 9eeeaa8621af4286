// The tiles of boxes as ranges of tile ids. Ids follow a Hilbert curve, zoom after zoom: a quadtree square of tiles is one range.
import { zxyToTileId } from 'pmtiles';
import type { Bounds } from '../geo/geometry.ts';
import { type TileRange, tileRange } from '../geo/tile-address.ts';

export class TileIdRanges {
  /** Sorted, apart from each other; an end is not included. */
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];

  constructor(bounds: readonly Bounds[], zoomMax: number) {
    const boxes = bounds.flatMap(onMap);
    for (let z = 0; z <= zoomMax; z++) {
      const ranges = boxes.flatMap((box) => rangesOf(tileRange(box, z), z)).sort((a, b) => a[0] - b[0]);
      for (const [start, end] of ranges) {
        const last = this.#ends.length - 1;
        if (last >= 0 && start <= this.#ends[last]!) this.#ends[last] = Math.max(end, this.#ends[last]!);
        else {
          this.#starts.push(start);
          this.#ends.push(end);
        }
      }
    }
  }

  /** What these have in common with the ids from `start` up to `end`. */
  *within(start: number, end: number): Generator<{ start: number; end: number }> {
    for (let i = this.#firstAfter(start); i < this.#starts.length && this.#starts[i]! < end; i++) {
      yield { start: Math.max(start, this.#starts[i]!), end: Math.min(end, this.#ends[i]!) };
    }
  }

  touches(start: number, end: number): boolean {
    return !this.within(start, end).next().done;
  }

  /** The first range that ends behind the id. */
  #firstAfter(id: number): number {
    let low = 0;
    let high = this.#ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#ends[middle]! > id) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

/** A box across the antimeridian is two boxes on the map. */
function onMap(bounds: Bounds): Bounds[] {
  const { west, east } = bounds;
  if (east - west >= 360) return [{ ...bounds, west: -180, east: 180 }];
  if (west < -180)
    return [{ ...bounds, west: west + 360, east: 180 }, ...(east > -180 ? [{ ...bounds, west: -180 }] : [])];
  if (east > 180)
    return [
      { ...bounds, east: 180 },
      { ...bounds, west: -180, east: east - 360 },
    ];
  return [bounds];
}

function rangesOf(tiles: TileRange, z: number): [start: number, end: number][] {
  const ranges: [number, number][] = [];
  const firstOfZoom = zxyToTileId(z, 0, 0);

  function visit(depth: number, x: number, y: number): void {
    const side = 2 ** (z - depth);
    const [west, north, east, south] = [x * side, y * side, (x + 1) * side - 1, (y + 1) * side - 1];
    if (east < tiles.minX || west > tiles.maxX || south < tiles.minY || north > tiles.maxY) return;
    if (west >= tiles.minX && east <= tiles.maxX && north >= tiles.minY && south <= tiles.maxY) {
      const place = zxyToTileId(depth, x, y) - zxyToTileId(depth, 0, 0);
      ranges.push([firstOfZoom + place * side * side, firstOfZoom + (place + 1) * side * side]);
      return;
    }
    for (const right of [0, 1]) for (const down of [0, 1]) visit(depth + 1, 2 * x + right, 2 * y + down);
  }

  visit(0, 0, 0);
  return ranges;
}
