// The areas of a map's tiles, put together again as far as their extent goes: each tile has a piece, cut at its edges.
import type { VectorTileFeature } from '@mapbox/vector-tile';
import type { Bounds, TileAddress } from '../geo/geometry.ts';
import { latOfWorldY, lngOfWorldX } from '../geo/mercator.ts';

type Point = { x: number; y: number };
type Span = { from: number; to: number };
type Side = 'west' | 'east' | 'north' | 'south';

type Piece = {
  key: string;
  tile: TileAddress;
  /** In tiles of the zoom, from the corner of the world. */
  box: Bounds;
  /** Where it meets an edge of its tile, in the tile's units. */
  edges: Partial<Record<Side, Span>>;
};

const BESIDE: Record<Side, { x: number; y: number; opposite: Side }> = {
  west: { x: -1, y: 0, opposite: 'east' },
  east: { x: 1, y: 0, opposite: 'west' },
  north: { x: 0, y: -1, opposite: 'south' },
  south: { x: 0, y: 1, opposite: 'north' },
};
const SIDES = Object.keys(BESIDE) as Side[];

export class AreaPieces {
  readonly #pieces: Piece[] = [];
  readonly #inTile = new Map<string, number[]>();
  /** Of the whole areas that were asked for, by each of their pieces. */
  readonly #extents = new Map<number, Bounds>();
  #tile: TileAddress = { z: 0, x: 0, y: 0 };
  /** Of the tile that was started last, as only its labels are looked up. */
  #rings: { piece: number; rings: Point[][] }[] = [];

  startTile(tile: TileAddress): void {
    this.#tile = tile;
    this.#rings = [];
  }

  /** Areas of the same key are one where they meet. */
  add(key: string, feature: VectorTileFeature): void {
    const { extent } = feature;
    const tile = this.#tile;
    for (const rings of polygonsOf(feature.loadGeometry())) {
      const piece = this.#pieces.length;
      const points = rings[0]!;
      const box = { west: Infinity, south: -Infinity, east: -Infinity, north: Infinity };
      const edges: Piece['edges'] = {};
      for (const { x, y } of points) {
        // Without the buffer, which the tile beside has as its own.
        const [inX, inY] = [Math.min(extent, Math.max(0, x)), Math.min(extent, Math.max(0, y))];
        box.west = Math.min(box.west, tile.x + inX / extent);
        box.east = Math.max(box.east, tile.x + inX / extent);
        box.north = Math.min(box.north, tile.y + inY / extent);
        box.south = Math.max(box.south, tile.y + inY / extent);
        if (x <= 0) reach(edges, { side: 'west', at: inY });
        if (x >= extent) reach(edges, { side: 'east', at: inY });
        if (y <= 0) reach(edges, { side: 'north', at: inX });
        if (y >= extent) reach(edges, { side: 'south', at: inX });
      }
      this.#pieces.push({ key, tile, box, edges });
      this.#rings.push({ piece, rings });
      const inTile = this.#inTile.get(nameOf(tile));
      if (inTile) inTile.push(piece);
      else this.#inTile.set(nameOf(tile), [piece]);
    }
  }

  /** The smallest one of the tile that contains the point. */
  at(point: Point, key: string): number | undefined {
    let best: number | undefined;
    for (const { piece, rings } of this.#rings) {
      if (this.#pieces[piece]!.key !== key || !contains(rings, point)) continue;
      if (best === undefined || this.#sizeOf(piece) < this.#sizeOf(best)) best = piece;
    }
    return best;
  }

  /** Of the whole area that the piece is a part of. Asked for when all tiles were added. */
  extentOf(piece: number): Bounds {
    const known = this.#extents.get(piece);
    if (known) return known;
    const { z } = this.#pieces[piece]!.tile;
    const seen = new Set([piece]);
    const box = { ...this.#pieces[piece]!.box };
    for (const one of seen) {
      const { west, south, east, north } = this.#pieces[one]!.box;
      box.west = Math.min(box.west, west);
      box.east = Math.max(box.east, east);
      box.north = Math.min(box.north, north);
      box.south = Math.max(box.south, south);
      for (const other of this.#beside(one)) seen.add(other);
    }
    const tiles = 2 ** z;
    const extent = {
      west: lngOfWorldX(box.west / tiles),
      south: latOfWorldY(box.south / tiles),
      east: lngOfWorldX(box.east / tiles),
      north: latOfWorldY(box.north / tiles),
    };
    for (const one of seen) this.#extents.set(one, extent);
    return extent;
  }

  #beside(piece: number): number[] {
    const { key, tile, edges } = this.#pieces[piece]!;
    return SIDES.flatMap((side) => {
      const span = edges[side];
      if (!span) return [];
      const { x, y, opposite } = BESIDE[side];
      const others = this.#inTile.get(nameOf({ ...tile, x: tile.x + x, y: tile.y + y })) ?? [];
      return others.filter((other) => {
        const { key: otherKey, edges: otherEdges } = this.#pieces[other]!;
        const met = otherEdges[opposite];
        return otherKey === key && met && met.from <= span.to && met.to >= span.from;
      });
    });
  }

  #sizeOf(piece: number): number {
    const { west, south, east, north } = this.#pieces[piece]!.box;
    return (east - west) * (south - north);
  }
}

const nameOf = ({ x, y }: TileAddress) => `${x} ${y}`;

function reach(edges: Piece['edges'], { side, at }: { side: Side; at: number }): void {
  const span = edges[side];
  if (!span) edges[side] = { from: at, to: at };
  else {
    span.from = Math.min(span.from, at);
    span.to = Math.max(span.to, at);
  }
}

/** In a tile, a ring that turns the same way as the first begins another polygon; the others are holes. */
function polygonsOf(rings: Point[][]): Point[][][] {
  const polygons: Point[][][] = [];
  let outerSign = 0;
  for (const ring of rings) {
    const sign = Math.sign(doubleArea(ring));
    if (sign === 0) continue;
    outerSign ||= sign;
    if (sign === outerSign) polygons.push([ring]);
    else polygons.at(-1)!.push(ring);
  }
  return polygons;
}

function doubleArea(ring: readonly Point[]): number {
  return ring.reduce((sum, { x, y }, at) => {
    const next = ring[(at + 1) % ring.length]!;
    return sum + x * next.y - next.x * y;
  }, 0);
}

function contains(rings: readonly Point[][], { x, y }: Point): boolean {
  let isInside = false;
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      const [a, b] = [ring[i]!, ring[j]!];
      if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) isInside = !isInside;
    }
  }
  return isInside;
}
