// Boxes in a packed R-tree: which of many lie near a box, the nearest first. Made once; nothing is added later.

/** Boxes under one of the next level. */
const NODE_SIZE = 16;
/** Centers are put in order along a curve on a grid of so many bits each way. */
const CURVE_BITS = 16;
/** So many numbers of boxes fit beside one of the curve into the 53 bits of a double. */
const ITEMS_BESIDE_CURVE = 2 ** (53 - 2 * CURVE_BITS);

/** West, south, east, north. */
export type FlatBox = ArrayLike<number>;

/**
 * Gets the number of a box and its distance. Answers the distance beyond which others are of no interest, which may only become
 * smaller; below 0 ends the search.
 */
export type VisitBox = (item: number, distance: number) => number;

export class BoxIndex {
  /** Four numbers a box: first those of the items in order of the curve, then level by level up to the root. */
  readonly #boxes: Float64Array;
  readonly #items: Uint32Array;
  /** Where each level begins, counted in boxes; the items are level 0. The end of the last as one more. */
  readonly #levels: number[] = [0];
  /** The children of a node with their distances, a pair of arrays a level: nothing is made during a search. */
  readonly #orders: { nodes: Uint32Array; distances: Float64Array }[] = [];

  constructor(boxes: FlatBox, count: number) {
    this.#items = inOrderOfCurve(boxes, count);
    let total = 0;
    for (let size = count; ; size = Math.ceil(size / NODE_SIZE)) {
      total += size;
      this.#levels.push(total);
      this.#orders.push({ nodes: new Uint32Array(NODE_SIZE), distances: new Float64Array(NODE_SIZE) });
      if (size <= 1) break;
    }
    const packed = new Float64Array(4 * total);
    this.#boxes = packed;
    for (let at = 0; at < count; at++) {
      for (let side = 0; side < 4; side++) packed[4 * at + side] = boxes[4 * this.#items[at]! + side]!;
    }
    for (let level = 1; level < this.#levels.length - 1; level++) this.#joinInto(level);
  }

  #joinInto(level: number): void {
    const packed = this.#boxes;
    const below = this.#levels[level - 1]!;
    const begin = this.#levels[level]!;
    for (let node = begin; node < this.#levels[level + 1]!; node++) {
      const first = below + (node - begin) * NODE_SIZE;
      const end = Math.min(first + NODE_SIZE, begin);
      packed.set([Infinity, Infinity, -Infinity, -Infinity], 4 * node);
      for (let child = first; child < end; child++) {
        packed[4 * node] = Math.min(packed[4 * node]!, packed[4 * child]!);
        packed[4 * node + 1] = Math.min(packed[4 * node + 1]!, packed[4 * child + 1]!);
        packed[4 * node + 2] = Math.max(packed[4 * node + 2]!, packed[4 * child + 2]!);
        packed[4 * node + 3] = Math.max(packed[4 * node + 3]!, packed[4 * child + 3]!);
      }
    }
  }

  /**
   * Visits the boxes within `limit` of a box, near ones first as far as the tree tells. Distances are measured after x and y are
   * multiplied by `scaleX` and `scaleY`; 0 where boxes overlap or touch. `visit` must not search the same index.
   */
  search(
    { box, at = 0, scaleX, scaleY }: { box: FlatBox; at?: number; scaleX: number; scaleY: number },
    limit: number,
    visit: VisitBox,
  ): void {
    if (this.#levels[1] === 0) return;
    const sought = {
      west: box[at]!,
      south: box[at + 1]!,
      east: box[at + 2]!,
      north: box[at + 3]!,
      scaleX,
      scaleY,
    };
    const top = this.#levels.length - 2;
    const distance = this.#distance(this.#levels[top]!, sought);
    if (distance > limit) return;
    if (top > 0) this.#descend(this.#levels[top]!, top, sought, limit, visit);
    else visit(this.#items[0]!, distance);
  }

  /** Answers the limit for what follows. No closures: it is called a million times. */
  #descend(node: number, level: number, sought: Sought, limit: number, visit: VisitBox): number {
    const { nodes, distances } = this.#orders[level - 1]!;
    const first = this.#levels[level - 1]! + (node - this.#levels[level]!) * NODE_SIZE;
    const end = Math.min(first + NODE_SIZE, this.#levels[level]!);
    let size = 0;
    for (let child = first; child < end; child++) {
      const distance = this.#distance(child, sought);
      if (distance > limit) continue;
      let place = size++;
      for (; place > 0 && distances[place - 1]! > distance; place--) {
        distances[place] = distances[place - 1]!;
        nodes[place] = nodes[place - 1]!;
      }
      distances[place] = distance;
      nodes[place] = child;
    }
    let reach = limit;
    for (let i = 0; i < size && distances[i]! <= reach; i++) {
      reach =
        level === 1
          ? visit(this.#items[nodes[i]!]!, distances[i]!)
          : this.#descend(nodes[i]!, level - 1, sought, reach, visit);
    }
    return reach;
  }

  #distance(node: number, { west, south, east, north, scaleX, scaleY }: Sought): number {
    const packed = this.#boxes;
    const x = Math.max(packed[4 * node]! - east, west - packed[4 * node + 2]!, 0) * scaleX;
    const y = Math.max(packed[4 * node + 1]! - north, south - packed[4 * node + 3]!, 0) * scaleY;
    return x === 0 ? y : y === 0 ? x : Math.sqrt(x * x + y * y);
  }
}

type Sought = { west: number; south: number; east: number; north: number; scaleX: number; scaleY: number };

/** Along a Z-order curve, on which neighbors in the plane are mostly near each other. */
function inOrderOfCurve(boxes: FlatBox, count: number): Uint32Array {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < 4 * count; at += 4) {
    west = Math.min(west, boxes[at]!);
    south = Math.min(south, boxes[at + 1]!);
    east = Math.max(east, boxes[at + 2]!);
    north = Math.max(north, boxes[at + 3]!);
  }
  const cells = 2 ** CURVE_BITS - 1;
  const perX = cells / (east - west || 1);
  const perY = cells / (north - south || 1);
  // With more boxes the cells of the curve are coarser: half as many where there are twice as many boxes.
  const items = Math.max(ITEMS_BESIDE_CURVE, 2 ** Math.ceil(Math.log2(count)));
  const cellsJoined = items / ITEMS_BESIDE_CURVE;
  const keys = new Float64Array(count);
  for (let item = 0; item < count; item++) {
    const x = ((boxes[4 * item]! + boxes[4 * item + 2]!) / 2 - west) * perX;
    const y = ((boxes[4 * item + 1]! + boxes[4 * item + 3]!) / 2 - south) * perY;
    keys[item] = Math.floor((spread(x) + 2 * spread(y)) / cellsJoined) * items + item;
  }
  keys.sort();
  return Uint32Array.from(keys, (key) => key % items);
}

/** A zero between each two of 16 bits. */
function spread(number: number): number {
  let bits = number & 0xffff;
  bits = (bits | (bits << 8)) & 0x00ff00ff;
  bits = (bits | (bits << 4)) & 0x0f0f0f0f;
  bits = (bits | (bits << 2)) & 0x33333333;
  return (bits | (bits << 1)) & 0x55555555;
}
