// Fills an R*Tree of SQLite in one go. Inserting boxes one by one takes more than twice as long, and leaves nodes half
// empty; here boxes are sorted along a Hilbert curve and packed into full nodes, level by level.
//
// What is written are the three tables behind the virtual one, whose format is part of SQLite's file format
// (https://www.sqlite.org/rtree.html, "Shadow Tables", and the head of ext/rtree/rtree.c): a node is its depth (in the
// root only) and its number of cells, two bytes each, and the cells: the number of a row or a child, and its box.
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { GridBox } from '../storage-grid.ts';

const NODE_HEAD_BYTES = 4;
const CELL_BYTES = 24;
const ROOT = 1;

/** A row's number above and its node's below, both in the 53 bits of a float, sort without a comparing function. */
const NODES_MAX = 2 ** 25;

/** One text for many pairs of numbers takes a third of the time of a statement for each. */
const FROM_JSON = 'SELECT key, value FROM json_each(?)';
const CHILDREN_PER_STATEMENT = 1000;

/** West, east, south and north, as in the table's columns. */
const BOX_NUMBERS = 4;

/** One level of the tree: numbers of rows or nodes, and their boxes. */
type Level = { ids: Uint32Array; boxes: Int32Array };

export class PackedRTree {
  #ids = new Uint32Array(1024);
  #boxes = new Int32Array(BOX_NUMBERS * 1024);
  #count = 0;

  add(id: number, { west, east, south, north }: GridBox): void {
    if (this.#count === this.#ids.length) this.#grow();
    const at = BOX_NUMBERS * this.#count;
    this.#ids[this.#count++] = id;
    this.#boxes[at] = west;
    this.#boxes[at + 1] = east;
    this.#boxes[at + 2] = south;
    this.#boxes[at + 3] = north;
  }

  #grow(): void {
    const ids = new Uint32Array(2 * this.#ids.length);
    const boxes = new Int32Array(2 * this.#boxes.length);
    ids.set(this.#ids);
    boxes.set(this.#boxes);
    this.#ids = ids;
    this.#boxes = boxes;
  }

  /** The table must be an empty rtree_i32 of two dimensions. Afterwards this is empty. */
  writeTo(db: DatabaseSyncInstance, table: string): void {
    const addNode = db.prepare(`INSERT OR REPLACE INTO ${table}_node (nodeno, data) VALUES (?, ?)`);
    const addParents = db.prepare(`INSERT INTO ${table}_parent (nodeno, parentnode) ${FROM_JSON}`);
    const addRows = db.prepare(`INSERT INTO ${table}_rowid (rowid, nodeno) ${FROM_JSON}`);
    const { bytes } = db
      .prepare(`SELECT length(data) AS bytes FROM ${table}_node WHERE nodeno = ${ROOT}`)
      .get() as { bytes: number };
    const cellsMax = Math.floor((bytes - NODE_HEAD_BYTES) / CELL_BYTES);

    let level = sortedAlongHilbert({
      ids: this.#ids.subarray(0, this.#count),
      boxes: this.#boxes.subarray(0, BOX_NUMBERS * this.#count),
    });
    this.#ids = new Uint32Array(1024);
    this.#boxes = new Int32Array(BOX_NUMBERS * 1024);
    this.#count = 0;
    let nextNode = ROOT + 1;
    for (let depth = 0; ; depth++) {
      const count = level.ids.length;
      const nodes = Math.max(1, Math.ceil(count / cellsMax));
      const above: Level = { ids: new Uint32Array(nodes), boxes: new Int32Array(BOX_NUMBERS * nodes) };
      const addChildren = depth === 0 ? addRows : addParents;
      const children = new Float64Array(count);
      for (let node = 0; node < nodes; node++) {
        const cells = { start: node * cellsMax, end: Math.min(count, (node + 1) * cellsMax) };
        const number = nodes === 1 ? ROOT : nextNode++;
        addNode.run(number, encodeNode(level, { ...cells, bytes, depth: nodes === 1 ? depth : 0 }));
        above.ids[node] = number;
        uniteBoxes(level, cells, above.boxes.subarray(BOX_NUMBERS * node));
        for (let cell = cells.start; cell < cells.end; cell++) {
          children[cell] = level.ids[cell]! * NODES_MAX + number;
        }
      }
      // In key order, so that the B-tree only grows at its end.
      children.sort();
      for (let from = 0; from < count; from += CHILDREN_PER_STATEMENT) {
        addChildren.run(numberPairs(children.subarray(from, from + CHILDREN_PER_STATEMENT)));
      }
      if (nodes === 1) return;
      level = above;
    }
  }
}

/** A JSON object of the children's numbers, each with that of its node. */
function numberPairs(children: Float64Array): string {
  const pairs: string[] = [];
  for (const child of children) pairs.push(`"${Math.floor(child / NODES_MAX)}":${child % NODES_MAX}`);
  return `{${pairs.join()}}`;
}

function encodeNode(
  { ids, boxes }: Level,
  { start, end, bytes, depth }: { start: number; end: number; bytes: number; depth: number },
): Uint8Array {
  const node = new Uint8Array(bytes);
  const view = new DataView(node.buffer);
  view.setUint16(0, depth);
  view.setUint16(2, end - start);
  for (let cell = start; cell < end; cell++) {
    const at = NODE_HEAD_BYTES + CELL_BYTES * (cell - start);
    view.setBigInt64(at, BigInt(ids[cell]!));
    for (let i = 0; i < BOX_NUMBERS; i++) view.setInt32(at + 8 + 4 * i, boxes[BOX_NUMBERS * cell + i]!);
  }
  return node;
}

function uniteBoxes(
  { boxes }: Level,
  { start, end }: { start: number; end: number },
  into: Int32Array,
): void {
  into.set(boxes.subarray(BOX_NUMBERS * start, BOX_NUMBERS * (start + 1)));
  for (let at = BOX_NUMBERS * start; at < BOX_NUMBERS * end; at += BOX_NUMBERS) {
    into[0] = Math.min(into[0]!, boxes[at]!);
    into[1] = Math.max(into[1]!, boxes[at + 1]!);
    into[2] = Math.min(into[2]!, boxes[at + 2]!);
    into[3] = Math.max(into[3]!, boxes[at + 3]!);
  }
}

/** Places on the curve have so many bits for each axis. With the number of a box they fit a float's 53 bits. */
const CURVE_BITS = 13;
const CURVE_CELLS = 2 ** CURVE_BITS;
const BOXES_MAX = 2 ** (53 - 2 * CURVE_BITS);

function sortedAlongHilbert({ ids, boxes }: Level): Level {
  const extent = new Int32Array(BOX_NUMBERS);
  uniteBoxes({ ids, boxes }, { start: 0, end: ids.length }, extent);
  const [west, east, south, north] = extent as unknown as [number, number, number, number];
  const cellOf = (low: number, high: number, from: number, to: number) =>
    Math.min(CURVE_CELLS - 1, Math.floor((((low + high) / 2 - from) / Math.max(1, to - from)) * CURVE_CELLS));
  const keys = new Float64Array(ids.length);
  for (let i = 0; i < ids.length; i++) {
    const at = BOX_NUMBERS * i;
    const x = cellOf(boxes[at]!, boxes[at + 1]!, west, east);
    const y = cellOf(boxes[at + 2]!, boxes[at + 3]!, south, north);
    keys[i] = placeOnHilbert(x, y) * BOXES_MAX + i;
  }
  keys.sort();
  const sorted: Level = { ids: new Uint32Array(ids.length), boxes: new Int32Array(boxes.length) };
  for (let i = 0; i < keys.length; i++) {
    const from = keys[i]! % BOXES_MAX;
    sorted.ids[i] = ids[from]!;
    for (let n = 0; n < BOX_NUMBERS; n++) sorted.boxes[BOX_NUMBERS * i + n] = boxes[BOX_NUMBERS * from + n]!;
  }
  return sorted;
}

/** How far along the Hilbert curve a cell is. */
function placeOnHilbert(cellX: number, cellY: number): number {
  let x = cellX;
  let y = cellY;
  let place = 0;
  for (let side = CURVE_CELLS / 2; side >= 1; side /= 2) {
    const right = (x & side) > 0 ? 1 : 0;
    const down = (y & side) > 0 ? 1 : 0;
    place += side * side * ((3 * right) ^ down);
    if (down === 0) {
      if (right === 1) {
        x = CURVE_CELLS - 1 - x;
        y = CURVE_CELLS - 1 - y;
      }
      [x, y] = [y, x];
    }
  }
  return place;
}
