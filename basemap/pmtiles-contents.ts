// The distinct tiles of an archive being written: where each is in the scratch file, found by its digest. A hash table in
// typed arrays: a Map of texts would take three times the memory, and ends at 16 million.

/** Of a digest, as many 32-bit words are kept. */
const DIGEST_WORDS = 4;

export class ContentTable {
  #count = 0;
  #end = 0;
  #offsets = new Float64Array(1024);
  #lengths = new Uint32Array(1024);
  #digests = new Uint32Array(1024 * DIGEST_WORDS);
  /** Open addressing: the number of a content + 1, or 0 for an empty slot. Less than half of them are used. */
  #slots = new Uint32Array(4096);

  get count(): number {
    return this.#count;
  }

  offset(content: number): number {
    return this.#offsets[content]!;
  }

  length(content: number): number {
    return this.#lengths[content]!;
  }

  find(digest: Buffer): number | undefined {
    const held = this.#slots[this.#slotOf(digest)]!;
    return held === 0 ? undefined : held - 1;
  }

  /** Behind the contents that are there, for a digest that is new. */
  add(digest: Buffer, length: number): number {
    const content = this.#count++;
    this.#offsets = grown(this.#offsets, this.#count);
    this.#lengths = grown(this.#lengths, this.#count);
    this.#digests = grown(this.#digests, this.#count * DIGEST_WORDS);
    this.#offsets[content] = this.#end;
    this.#lengths[content] = length;
    this.#end += length;
    for (let word = 0; word < DIGEST_WORDS; word++) {
      this.#digests[content * DIGEST_WORDS + word] = digest.readUInt32LE(word * 4);
    }
    if (this.#count * 2 > this.#slots.length) this.#rehash();
    else this.#slots[this.#slotOf(digest)] = content + 1;
    return content;
  }

  /** The slot of the digest, or the empty one where it belongs. */
  #slotOf(digest: Buffer): number {
    const last = this.#slots.length - 1;
    let slot = digest.readUInt32LE(0) & last;
    for (let held = this.#slots[slot]!; held !== 0 && !this.#isOf(held - 1, digest); ) {
      slot = (slot + 1) & last;
      held = this.#slots[slot]!;
    }
    return slot;
  }

  #isOf(content: number, digest: Buffer): boolean {
    for (let word = 0; word < DIGEST_WORDS; word++) {
      if (this.#digests[content * DIGEST_WORDS + word] !== digest.readUInt32LE(word * 4)) return false;
    }
    return true;
  }

  #rehash(): void {
    const slots = new Uint32Array(this.#slots.length * 2);
    const last = slots.length - 1;
    for (let content = 0; content < this.#count; content++) {
      let slot = this.#digests[content * DIGEST_WORDS]! & last;
      while (slots[slot] !== 0) slot = (slot + 1) & last;
      slots[slot] = content + 1;
    }
    this.#slots = slots;
  }
}

/** The same array if it has room, else a copy of twice its length. */
export function grown<T extends Float64Array | Uint32Array>(array: T, length: number): T {
  if (length <= array.length) return array;
  const copy = new (array.constructor as new (length: number) => T)(Math.max(length, array.length * 2));
  copy.set(array);
  return copy;
}
