// The distance on the ground from an area's edge to what is drawn near it.

import type { Bounds } from '../../geo/geometry.ts';
import type { FineShape } from '../../geo/shape-code.ts';
import type { AreaProbe } from './area-probe.ts';

/** East and north in turn, in meters from the middle of the area: from one end to the other of each edge. */
type Edges = Float64Array;

/** Asked about one shape after the other, nearest boxes first. */
export class DistanceToArea {
  readonly #probe: AreaProbe;
  readonly #edges: Edges;
  /** In meters, too. */
  readonly #box: Bounds = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };

  constructor(probe: AreaProbe) {
    this.#probe = probe;
    this.#edges = edgesOf(probe, { kind: 'area', paths: probe.rings });
    for (let i = 0; i < this.#edges.length; i += 2) {
      this.#box.west = Math.min(this.#box.west, this.#edges[i]!);
      this.#box.east = Math.max(this.#box.east, this.#edges[i]!);
      this.#box.south = Math.min(this.#box.south, this.#edges[i + 1]!);
      this.#box.north = Math.max(this.#box.north, this.#edges[i + 1]!);
    }
  }

  /** In meters from edge to edge; `atMost` where it is not less. */
  metersTo(shape: FineShape, atMost: number): number {
    const theirs = edgesOf(this.#probe, shape);
    const ours = this.#edges;
    let least = atMost * atMost;
    for (let i = 0; i < theirs.length; i += 4) {
      const [aX, aY, bX, bY] = [theirs[i]!, theirs[i + 1]!, theirs[i + 2]!, theirs[i + 3]!];
      const { west, south, east, north } = this.#box;
      const gapX = Math.max(0, west - Math.max(aX, bX), Math.min(aX, bX) - east);
      const gapY = Math.max(0, south - Math.max(aY, bY), Math.min(aY, bY) - north);
      if (gapX * gapX + gapY * gapY >= least) continue;
      for (let j = 0; j < ours.length; j += 4) {
        const [cX, cY, dX, dY] = [ours[j]!, ours[j + 1]!, ours[j + 2]!, ours[j + 3]!];
        least = Math.min(
          least,
          squaredDistance(aX, aY, cX, cY, dX, dY),
          squaredDistance(bX, bY, cX, cY, dX, dY),
          squaredDistance(cX, cY, aX, aY, bX, bY),
          squaredDistance(dX, dY, aX, aY, bX, bY),
        );
      }
    }
    return Math.sqrt(least);
  }
}

/** A point counts as an edge from itself to itself. */
function edgesOf(
  { toMeters }: AreaProbe,
  { kind, paths }: { kind: FineShape['kind']; paths: readonly (readonly number[])[] },
): Edges {
  const edges = new Float64Array(2 * paths.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const path of paths) {
    // The edge into the first corner: from the last one of a ring, from nowhere of a line.
    const before = kind === 'area' ? path.length - 2 : 0;
    let last = toMeters(path[before]!, path[before + 1]!);
    for (let i = 0; i < path.length; i += 2) {
      const corner = toMeters(path[i]!, path[i + 1]!);
      edges.set([last.east, last.north, corner.east, corner.north], at);
      at += 4;
      last = corner;
    }
  }
  return edges;
}

/** From a point to a segment. */
function squaredDistance(
  x: number,
  y: number,
  fromX: number,
  fromY: number,
  toX: number,
  toY: number,
): number {
  const alongX = toX - fromX;
  const alongY = toY - fromY;
  const length = alongX * alongX + alongY * alongY;
  const share = length === 0 ? 0 : ((x - fromX) * alongX + (y - fromY) * alongY) / length;
  const within = share < 0 ? 0 : share > 1 ? 1 : share;
  const gapX = x - fromX - within * alongX;
  const gapY = y - fromY - within * alongY;
  return gapX * gapX + gapY * gapY;
}
