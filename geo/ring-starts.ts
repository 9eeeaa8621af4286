// Chooses the point that each ring of a layer starts at. Any of its points would do, and some take fewer bytes.
import { signedVarintBytes } from './byte-writer.ts';
import type { FlatRing } from './flat-ring.ts';

/** What gzip saves, in bytes, where a ring starts like an earlier one. */
const REPEATED_START_BYTES = 3;
/** Gzip looks back 32 KB. These are about as many rings, with their properties. */
const RINGS_IN_REACH = 800;
/** Wider than any tile with its buffer. */
const UNITS_PER_ROW = 2 ** 14;

export class RingStarts {
  #count = 0;
  /** By the point that rings start at: the number of the last one. */
  readonly #lastRing = new Map<number, number>();

  /**
   * The index of the ring's first point. The edge that closes a ring is not written, so it should be a long one; and
   * neighbors share points, so that a ring can often repeat the start of an earlier one.
   */
  choose(ring: FlatRing): number {
    let chosen = 0;
    let mostSaved = -1;
    let beforeX = ring[ring.length - 2]!;
    let beforeY = ring[ring.length - 1]!;
    for (let i = 0; i < ring.length; i += 2) {
      const x = ring[i]!;
      const y = ring[i + 1]!;
      let saved = signedVarintBytes(x - beforeX) + signedVarintBytes(y - beforeY);
      const lastRing = this.#lastRing.get(pointNumber(x, y));
      if (lastRing !== undefined && lastRing >= this.#count - RINGS_IN_REACH) saved += REPEATED_START_BYTES;
      if (saved > mostSaved) {
        mostSaved = saved;
        chosen = i;
      }
      beforeX = x;
      beforeY = y;
    }
    this.#lastRing.set(pointNumber(ring[chosen]!, ring[chosen + 1]!), this.#count++);
    return chosen;
  }
}

function pointNumber(x: number, y: number): number {
  return y * UNITS_PER_ROW + x;
}
