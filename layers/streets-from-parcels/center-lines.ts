// The center lines of the gaps between lots: edges of a Voronoi diagram of the frontage that separate facing lots, joined into
// links between crossings.
import Delaunator from 'delaunator';
import type { Samples } from './frontage.ts';

/** Narrower gaps are footpaths and errors of surveys. */
const WIDTH_METERS_MIN = 4.5;
/** Wider ones are rivers, parks and land without parcels. */
const WIDTH_METERS_MAX = 60;
/** The cosine between a border's outward direction and the facing sample. */
const FACING_MIN = 0.4;
/** A lot that surrounds a court faces itself. */
const FACING_ITSELF_MIN = 0.9;
/** A branch into the corner of a gap is shorter than this share of the gap's width. */
const SPUR_SHARE = 1;
const SPUR_METERS_MIN = 12;
const PRUNING_ROUNDS = 4;

/** A stretch of center line between crossings or ends. */
export type Link = {
  /** x and y in turn. */
  line: number[];
  length: number;
  /** The crossings at both ends, as numbers of nodes. */
  ends: [number, number];
  /** How many meters of it each lot faces, from one side or the other. */
  faces: Map<number, number>;
  width: number;
};

/** All the links, and for each sample whether it faces another lot. */
export function centerLines(samples: Samples): { links: Link[]; isFaced: Uint8Array } {
  const isFaced = new Uint8Array(samples.count);
  if (samples.count < 3) return { links: [], isFaced };
  const points = new Float64Array(2 * samples.count);
  for (let at = 0; at < samples.count; at++) {
    points[2 * at] = samples.x[at]!;
    points[2 * at + 1] = samples.y[at]!;
  }
  const diagram = new Diagram(points, samples, isFaced);
  diagram.prune();
  return { links: diagram.links(), isFaced };
}

class Diagram {
  readonly #samples: Samples;
  readonly #triangles: Uint32Array;
  readonly #halfedges: Int32Array;
  /** Circumcenters of triangles, x and y in turn: the nodes. */
  readonly #nodes: Float64Array;
  /** By half-edge. */
  readonly #isKept: Uint8Array;

  constructor(points: Float64Array, samples: Samples, isFaced: Uint8Array) {
    const { triangles, halfedges } = new Delaunator(points);
    this.#samples = samples;
    this.#triangles = triangles;
    this.#halfedges = halfedges;
    this.#nodes = circumcenters(points, triangles);
    this.#isKept = new Uint8Array(halfedges.length);
    for (let edge = 0; edge < halfedges.length; edge++) {
      const twin = halfedges[edge]!;
      if (twin < edge || !this.#separatesFacingLots(edge)) continue;
      isFaced[triangles[edge]!] = 1;
      isFaced[triangles[twin]!] = 1;
      this.#isKept[edge] = 1;
      this.#isKept[twin] = 1;
    }
  }

  #separatesFacingLots(edge: number): boolean {
    const { x, y, lot } = this.#samples;
    const p = this.#triangles[edge]!;
    const q = this.#triangles[this.#halfedges[edge]!]!;
    const east = x[q]! - x[p]!;
    const north = y[q]! - y[p]!;
    const width = Math.hypot(east, north);
    if (width < WIDTH_METERS_MIN || width > WIDTH_METERS_MAX) return false;
    const least = (lot[p] === lot[q] ? FACING_ITSELF_MIN : FACING_MIN) * width;
    if (this.#outwards(p, east, north) < least || this.#outwards(q, -east, -north) < least) return false;
    return [edge, this.#halfedges[edge]!].every((side) => {
      const node = Math.floor(side / 3);
      return (
        Math.hypot(this.#nodes[2 * node]! - x[p]!, this.#nodes[2 * node + 1]! - y[p]!) <
        WIDTH_METERS_MAX / 1.5
      );
    });
  }

  /** How far a vector leads away from the lot of a sample. */
  #outwards(at: number, x: number, y: number): number {
    const { outX, outY, cornerX, cornerY } = this.#samples;
    return Math.max(x * outX[at]! + y * outY[at]!, x * cornerX[at]! + y * cornerY[at]!);
  }

  #degree(node: number): number {
    return this.#isKept[3 * node]! + this.#isKept[3 * node + 1]! + this.#isKept[3 * node + 2]!;
  }

  #length(edge: number): number {
    const [from, to] = [Math.floor(edge / 3), Math.floor(this.#halfedges[edge]! / 3)];
    return Math.hypot(
      this.#nodes[2 * to]! - this.#nodes[2 * from]!,
      this.#nodes[2 * to + 1]! - this.#nodes[2 * from + 1]!,
    );
  }

  #width(edge: number): number {
    const { x, y } = this.#samples;
    const p = this.#triangles[edge]!;
    const q = this.#triangles[this.#halfedges[edge]!]!;
    return Math.hypot(x[q]! - x[p]!, y[q]! - y[p]!);
  }

  /** The edges from a half-edge on, out of its triangle and through nodes of degree 2, to a crossing, an end, or around. */
  #follow(first: number): number[] {
    const edges = [first];
    for (let edge = first; ; ) {
      const node = Math.floor(this.#halfedges[edge]! / 3);
      if (this.#degree(node) !== 2) return edges;
      const entered = this.#halfedges[edge]!;
      const next = [3 * node, 3 * node + 1, 3 * node + 2].find(
        (out) => out !== entered && this.#isKept[out] === 1,
      )!;
      if (next === first) return edges;
      edges.push(next);
      edge = next;
    }
  }

  /** Removes short branches that end nowhere: they lead into the corners of gaps. */
  prune(): void {
    for (let round = 0; round < PRUNING_ROUNDS; round++) {
      const spurs: number[][] = [];
      for (let node = 0; node < this.#nodes.length / 2; node++) {
        if (this.#degree(node) !== 1) continue;
        const first = [3 * node, 3 * node + 1, 3 * node + 2].find((edge) => this.#isKept[edge] === 1)!;
        const edges = this.#follow(first);
        const end = Math.floor(this.#halfedges[edges.at(-1)!]! / 3);
        if (this.#degree(end) < 3) continue;
        let length = 0;
        let width = 0;
        for (const edge of edges) {
          length += this.#length(edge);
          width = Math.max(width, this.#width(edge));
        }
        if (length < Math.max(SPUR_METERS_MIN, SPUR_SHARE * width)) spurs.push(edges);
      }
      if (spurs.length === 0) return;
      for (const edge of spurs.flat()) {
        this.#isKept[edge] = 0;
        this.#isKept[this.#halfedges[edge]!] = 0;
      }
    }
  }

  links(): Link[] {
    const isUsed = new Uint8Array(this.#isKept.length);
    const links: Link[] = [];
    const take = (first: number) => {
      if (isUsed[first] || !this.#isKept[first]) return;
      const edges = this.#follow(first);
      for (const edge of edges) {
        isUsed[edge] = 1;
        isUsed[this.#halfedges[edge]!] = 1;
      }
      links.push(this.#link(edges));
    };
    for (let node = 0; node < this.#nodes.length / 2; node++) {
      if (this.#degree(node) === 2) continue;
      for (let edge = 3 * node; edge < 3 * node + 3; edge++) take(edge);
    }
    // What is left runs around in a circle.
    for (let edge = 0; edge < isUsed.length; edge++) take(edge);
    return links;
  }

  #link(edges: readonly number[]): Link {
    const from = Math.floor(edges[0]! / 3);
    const to = Math.floor(this.#halfedges[edges.at(-1)!]! / 3);
    const line = [this.#nodes[2 * from]!, this.#nodes[2 * from + 1]!];
    const faces = new Map<number, number>();
    let length = 0;
    let widthTimesLength = 0;
    for (const edge of edges) {
      const node = Math.floor(this.#halfedges[edge]! / 3);
      line.push(this.#nodes[2 * node]!, this.#nodes[2 * node + 1]!);
      const meters = this.#length(edge);
      length += meters;
      widthTimesLength += meters * this.#width(edge);
      for (const side of [edge, this.#halfedges[edge]!]) {
        const lot = this.#samples.lot[this.#triangles[side]!]!;
        faces.set(lot, (faces.get(lot) ?? 0) + meters / 2);
      }
    }
    return { line, length, ends: [from, to], faces, width: length > 0 ? widthTimesLength / length : 0 };
  }
}

function circumcenters(points: Float64Array, triangles: Uint32Array): Float64Array {
  const centers = new Float64Array((triangles.length / 3) * 2);
  for (let at = 0; at < triangles.length; at += 3) {
    const [a, b, c] = [2 * triangles[at]!, 2 * triangles[at + 1]!, 2 * triangles[at + 2]!];
    const bx = points[b]! - points[a]!;
    const by = points[b + 1]! - points[a + 1]!;
    const cx = points[c]! - points[a]!;
    const cy = points[c + 1]! - points[a + 1]!;
    const twice = 2 * (bx * cy - by * cx);
    const bb = bx * bx + by * by;
    const cc = cx * cx + cy * cy;
    centers[(2 * at) / 3] = points[a]! + (cy * bb - by * cc) / twice;
    centers[(2 * at) / 3 + 1] = points[a + 1]! + (bx * cc - cx * bb) / twice;
  }
  return centers;
}
