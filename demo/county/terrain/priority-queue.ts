// A priority queue of numbers: a binary heap in typed arrays. Items of the same key leave first in, first out.

export class PriorityQueue {
  #keys: Float64Array;
  #order: Uint32Array;
  #items: Uint32Array;
  #count = 0;
  #added = 0;

  constructor(capacity: number) {
    this.#keys = new Float64Array(capacity + 1);
    this.#order = new Uint32Array(capacity + 1);
    this.#items = new Uint32Array(capacity + 1);
  }

  get size(): number {
    return this.#count;
  }

  push(item: number, key: number): void {
    if (this.#count + 2 > this.#keys.length) this.#grow();
    let at = ++this.#count;
    const order = ++this.#added;
    while (at > 1) {
      const parent = at >> 1;
      if (this.#keys[parent]! <= key) break;
      this.#move(parent, at);
      at = parent;
    }
    this.#keys[at] = key;
    this.#order[at] = order;
    this.#items[at] = item;
  }

  /** Must not be called on an empty queue. */
  pop(): number {
    const top = this.#items[1]!;
    const key = this.#keys[this.#count]!;
    const order = this.#order[this.#count]!;
    const item = this.#items[this.#count]!;
    this.#count--;
    let at = 1;
    for (;;) {
      let child = at * 2;
      if (child > this.#count) break;
      if (child < this.#count && this.#before(child + 1, child)) child++;
      if (key < this.#keys[child]! || (key === this.#keys[child]! && order < this.#order[child]!)) break;
      this.#move(child, at);
      at = child;
    }
    this.#keys[at] = key;
    this.#order[at] = order;
    this.#items[at] = item;
    return top;
  }

  #before(a: number, b: number): boolean {
    const difference = this.#keys[a]! - this.#keys[b]!;
    return difference < 0 || (difference === 0 && this.#order[a]! < this.#order[b]!);
  }

  #move(from: number, to: number): void {
    this.#keys[to] = this.#keys[from]!;
    this.#order[to] = this.#order[from]!;
    this.#items[to] = this.#items[from]!;
  }

  #grow(): void {
    const wider = this.#keys.length * 2;
    const keys = new Float64Array(wider);
    keys.set(this.#keys);
    this.#keys = keys;
    const order = new Uint32Array(wider);
    order.set(this.#order);
    this.#order = order;
    const items = new Uint32Array(wider);
    items.set(this.#items);
    this.#items = items;
  }
}
