// The graph of routed roads: edges between router nodes, joined into long streets and smoothed together.
import { addToGroup } from '../../../geo/groups.ts';
import type { RoadClass } from '../county.ts';
import { distance, dot, minus, type Point, unit } from '../plane/point.ts';
import { nodeAt } from '../terrain/height-grid.ts';
import { edgeKey, type RouteGround } from './find-route.ts';
import { markBuilt } from './route-ground.ts';
import type { Street } from './street.ts';

type Stretch = { from: number; to: number; class: RoadClass };

const SMOOTHING_ROUNDS = 7;
/** The least cosine of the angle at which two edges may continue as one street. */
const STRAIGHT_ENOUGH = 0.5;

export class RoadWeb {
  readonly #ground: RouteGround;
  readonly #stretches = new Map<number, Stretch>();
  readonly #positions = new Map<number, Point>();
  readonly #pinned = new Set<number>();

  constructor(ground: RouteGround) {
    this.#ground = ground;
  }

  /** Fixes the position of a node: a town's gate, the end of an interchange, the county line. */
  pin(node: number, at: Point): void {
    this.#positions.set(node, at);
    this.#pinned.add(node);
  }

  build(nodes: readonly number[], roadClass: RoadClass): void {
    for (let i = 1; i < nodes.length; i++) {
      const key = edgeKey(nodes[i - 1]!, nodes[i]!);
      if (!this.#stretches.has(key))
        this.#stretches.set(key, { from: nodes[i - 1]!, to: nodes[i]!, class: roadClass });
    }
    markBuilt(this.#ground, nodes);
  }

  /** Connected components (union-find): for each that is not the main one, a node of it and the nearest main node. */
  disconnectedParts(): [number, number][] {
    const part = new Map<number, number>();
    const root = (node: number): number => {
      const parent = part.get(node) ?? node;
      if (parent === node) return node;
      const top = root(parent);
      part.set(node, top);
      return top;
    };
    for (const { from, to } of this.#stretches.values()) part.set(root(from), root(to));
    // Town streets connect the pinned gates.
    const pins = [...this.#pinned];
    for (const pin of pins.slice(1)) part.set(root(pin), root(pins[0]!));
    const members = new Map<number, number[]>();
    for (const node of new Set([...this.#stretches.values()].flatMap(({ from, to }) => [from, to]))) {
      addToGroup(members, root(node), node);
    }
    const mainland = members.get(root(pins[0]!)) ?? [];
    return [...members.values()]
      .filter((nodes) => nodes !== mainland)
      .map((nodes) => {
        const place = this.#at(nodes[0]!);
        const nearest = mainland.reduce((best, node) =>
          distance(this.#at(node), place) < distance(this.#at(best), place) ? node : best,
        );
        return [nodes[0]!, nearest];
      });
  }

  streets(): Street[] {
    const chains = this.#joinStretches();
    this.#smooth(chains);
    return chains.map(({ nodes, class: roadClass }) => ({
      class: roadClass,
      line: throughPoints(nodes.map((node) => this.#at(node))),
      setting: { kind: roadClass === 'arterial' ? 'highway' : 'country' },
      hasBulb: false,
    }));
  }

  #at(node: number): Point {
    return this.#positions.get(node) ?? nodeAt(this.#ground.heights, node);
  }

  /** At every node pairs the edges of one class that continue straightest; an unpaired edge ends its street. */
  #joinStretches(): { nodes: number[]; class: RoadClass }[] {
    const around = new Map<number, Stretch[]>();
    for (const stretch of this.#stretches.values()) {
      for (const node of [stretch.from, stretch.to]) {
        addToGroup(around, node, stretch);
      }
    }
    const onward = new Map<Stretch, Map<number, Stretch>>();
    for (const [node, list] of around) {
      const heading = (stretch: Stretch): Point =>
        unit(minus(this.#at(stretch.from === node ? stretch.to : stretch.from), this.#at(node)));
      const pairs = list.flatMap((a, i) =>
        list.slice(i + 1).flatMap((b) => {
          const straightness = -dot(heading(a), heading(b));
          const limit = list.length === 2 ? -1 : STRAIGHT_ENOUGH;
          return a.class === b.class && straightness > limit ? [{ a, b, straightness }] : [];
        }),
      );
      const taken = new Set<Stretch>();
      for (const { a, b } of pairs.sort((p, q) => q.straightness - p.straightness)) {
        if (taken.has(a) || taken.has(b)) continue;
        taken.add(a).add(b);
        onward.set(a, (onward.get(a) ?? new Map()).set(node, b));
        onward.set(b, (onward.get(b) ?? new Map()).set(node, a));
      }
    }
    const used = new Set<Stretch>();
    const chains: { nodes: number[]; class: RoadClass }[] = [];
    for (const first of this.#stretches.values()) {
      if (used.has(first)) continue;
      used.add(first);
      const nodes = [first.from, first.to];
      for (const isForward of [true, false]) {
        let end = isForward ? nodes.at(-1)! : nodes[0]!;
        for (let next = onward.get(first)?.get(end); next && !used.has(next); ) {
          used.add(next);
          end = next.from === end ? next.to : next.from;
          if (isForward) nodes.push(end);
          else nodes.unshift(end);
          next = onward.get(next)?.get(end);
        }
      }
      chains.push({ nodes, class: first.class });
    }
    return chains;
  }

  /** Laplacian smoothing of shared nodes: a crossing moves once, and all its streets with it. */
  #smooth(chains: readonly { nodes: number[] }[]): void {
    for (let round = 0; round < SMOOTHING_ROUNDS; round++) {
      for (const { nodes } of chains) {
        const next = nodes.map((node, i) => {
          if (i === 0 || i === nodes.length - 1 || this.#pinned.has(node)) return undefined;
          const [a, b, c] = [this.#at(nodes[i - 1]!), this.#at(node), this.#at(nodes[i + 1]!)];
          return { x: (a.x + 2 * b.x + c.x) / 4, y: (a.y + 2 * b.y + c.y) / 4 };
        });
        next.forEach((point, i) => {
          if (point) this.#positions.set(nodes[i]!, point);
        });
      }
    }
  }
}

/** A Catmull-Rom spline, which passes through every given point. */
function throughPoints(points: readonly Point[]): Point[] {
  const result: Point[] = [points[0]!];
  for (let i = 1; i < points.length; i++) {
    const [a, b, c, d] = [
      points[Math.max(0, i - 2)]!,
      points[i - 1]!,
      points[i]!,
      points[Math.min(points.length - 1, i + 1)]!,
    ];
    for (const t of [1 / 3, 2 / 3]) {
      const curve = (w: number, x: number, y: number, z: number): number =>
        x + 0.5 * t * (y - w + t * (2 * w - 5 * x + 4 * y - z + t * (3 * (x - y) + z - w)));
      result.push({ x: curve(a.x, b.x, c.x, d.x), y: curve(a.y, b.y, c.y, d.y) });
    }
    result.push(c);
  }
  return result;
}
