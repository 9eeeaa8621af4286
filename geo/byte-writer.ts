// A growing byte array that writes the parts of protocol buffers.

const textEncoder = new TextEncoder();

/** A safe integer has 53 bits: eight groups of seven. */
const VARINT_BYTES_MAX = 8;
const DOUBLE_BYTES = 8;
const doubleBytes = new Uint8Array(DOUBLE_BYTES);
const doubleView = new DataView(doubleBytes.buffer);
/** Up to this many, copying byte by byte is faster than making a view to copy from. */
const SHORT_COPY_BYTES_MAX = 64;
/** For one UTF-16 unit of a JavaScript string. */
export const UTF8_BYTES_MAX = 3;

export class ByteWriter {
  #bytes = new Uint8Array(256);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** What was written from `start` on, without copying it: valid until more is written. */
  bytesFrom(start: number): Uint8Array {
    return this.#bytes.subarray(start, this.#length);
  }

  /** A copy of what was written. */
  toBytes(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  /** Drops everything after the first `length` bytes. */
  truncate(length: number): void {
    this.#length = length;
  }

  /** A whole number from 0 up, as a varint: seven bits a byte, the lowest first. */
  varint(value: number): void {
    this.#reserve(VARINT_BYTES_MAX);
    let rest = value;
    // Bitwise operators work on 32 bits only.
    while (rest > 0x7fffffff) {
      this.#bytes[this.#length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    while (rest > 0x7f) {
      this.#bytes[this.#length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.#bytes[this.#length++] = rest;
  }

  /** Zigzag encoding: 0, -1, 1, -2 … are written as the varints 0, 1, 2, 3 … */
  signedVarint(value: number): void {
    this.varint(zigzag(value));
  }

  double(value: number): void {
    this.#reserve(DOUBLE_BYTES);
    doubleView.setFloat64(0, value, true);
    this.#bytes.set(doubleBytes, this.#length);
    this.#length += DOUBLE_BYTES;
  }

  text(value: string): void {
    this.#reserve(value.length * UTF8_BYTES_MAX);
    const start = this.#length;
    for (let i = 0; i < value.length; i++) {
      const unit = value.charCodeAt(i);
      if (unit > 0x7f) {
        // The loop is a fast path for ASCII, several times faster than TextEncoder.
        this.#length = start + textEncoder.encodeInto(value, this.#bytes.subarray(start)).written;
        return;
      }
      this.#bytes[start + i] = unit;
    }
    this.#length = start + value.length;
  }

  bytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** From `start` up to `end` of the other's bytes. */
  append(other: ByteWriter, start = 0, end = other.#length): void {
    const count = end - start;
    this.#reserve(count);
    if (count <= SHORT_COPY_BYTES_MAX) {
      for (let i = 0; i < count; i++) this.#bytes[this.#length + i] = other.#bytes[start + i]!;
    } else {
      this.#bytes.set(other.#bytes.subarray(start, end), this.#length);
    }
    this.#length += count;
  }

  /** A length-delimited field: the tag, the length of what `write` writes, and those bytes. */
  message(tag: number, write: () => void): void {
    this.varint(tag);
    const lengthAt = this.#length;
    // One byte is reserved for the length, which fits most messages; the contents of longer ones are moved up.
    this.#reserve(1);
    this.#length += 1;
    write();
    const size = this.#length - lengthAt - 1;
    const shift = varintBytes(size) - 1;
    this.#reserve(shift);
    this.#bytes.copyWithin(lengthAt + 1 + shift, lengthAt + 1, this.#length);
    this.#length = lengthAt;
    this.varint(size);
    this.#length += size;
  }

  #reserve(count: number): void {
    const needed = this.#length + count;
    if (needed <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    // The whole array, not the first `#length` bytes: `message` has set the length back and its contents come after.
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}

function zigzag(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value;
}

export function signedVarintBytes(value: number): number {
  return varintBytes(zigzag(value));
}

export function varintBytes(value: number): number {
  // Nearly all are short.
  if (value <= 0x7f) return 1;
  if (value <= 0x3fff) return 2;
  let count = 3;
  for (let rest = Math.floor(value / 0x4000); rest > 0x7f; rest = Math.floor(rest / 0x80)) count++;
  return count;
}
