// Which rows have arrived: pages of a server that sorts anew for every request overlap, and boxes share what lies on
// their border. A row is known by all of its attributes, not by its object id alone: layers joined with an owner table
// give several rows one id.
import type { Attributes } from './attribute-values.ts';

const number = new Float64Array(1);
const numberBits = new Uint32Array(number.buffer);

/** A hash set of 64-bit fingerprints in 16 bytes a row: a million rows must not become a million objects. */
export class RowSet {
  #slots = new Uint32Array(2 * 4096);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** False where the row is known already. */
  add(attributes: Attributes, geometry?: unknown): boolean {
    let low = 0x811c9dc5;
    let high = 0x9747b28c;
    const mix = (bits: number) => {
      low = Math.imul(low ^ bits, 0x01000193);
      low ^= low >>> 15;
      high = Math.imul(high ^ bits, 0x85ebca6b);
      high = (high << 13) | (high >>> 19);
    };
    for (const key in attributes) {
      const value = attributes[key];
      if (typeof value === 'number') {
        number[0] = value;
        mix(numberBits[0]!);
        mix(numberBits[1]!);
      } else if (typeof value === 'string') {
        for (let at = 0; at < value.length; at++) mix(value.charCodeAt(at));
        mix(0x1_0000 + value.length);
      } else {
        mix(value === null || value === undefined ? 0x2_0000 : value ? 0x2_0001 : 0x2_0002);
      }
    }
    if (geometry !== undefined) {
      const text = JSON.stringify(geometry) ?? '';
      for (let at = 0; at < text.length; at++) mix(text.charCodeAt(at));
    }
    low = Math.imul(low ^ (low >>> 16), 0x85ebca6b);
    high = Math.imul(high ^ (high >>> 15), 0xc2b2ae35);
    // Zero means an empty slot.
    return this.#insert((low ^ (low >>> 13)) >>> 0 || 1, (high ^ (high >>> 16)) >>> 0);
  }

  #insert(low: number, high: number): boolean {
    if (this.#size * 4 >= this.#slots.length) this.#grow();
    const slots = this.#slots;
    const mask = slots.length / 2 - 1;
    for (let at = (low ^ high) & mask; ; at = (at + 1) & mask) {
      if (slots[2 * at] === 0) {
        slots[2 * at] = low;
        slots[2 * at + 1] = high;
        this.#size++;
        return true;
      }
      if (slots[2 * at] === low && slots[2 * at + 1] === high) return false;
    }
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Uint32Array(old.length * 2);
    this.#size = 0;
    for (let at = 0; at < old.length; at += 2) if (old[at] !== 0) this.#insert(old[at]!, old[at + 1]!);
  }
}

const IDS_A_BLOCK = 1024;

/** A bitmap of object ids in blocks: ids are dense as a rule. */
export class IdSet {
  readonly #blocks = new Map<number, Uint32Array>();

  add(id: number): void {
    const block = Math.floor(id / IDS_A_BLOCK);
    const bits = this.#blocks.get(block) ?? new Uint32Array(IDS_A_BLOCK / 32);
    this.#blocks.set(block, bits);
    const bit = id - block * IDS_A_BLOCK;
    bits[bit >>> 5]! |= 1 << (bit & 31);
  }

  has(id: number): boolean {
    const block = Math.floor(id / IDS_A_BLOCK);
    const bit = id - block * IDS_A_BLOCK;
    const bits = this.#blocks.get(block);
    return bits !== undefined && (bits[bit >>> 5]! & (1 << (bit & 31))) !== 0;
  }
}
