// Chooses the point that each ring of a layer starts at. Any of its points would do, and some take fewer bytes.
import { signedVarintBytes } from './byte-writer.ts';
import type { FlatRing } from './flat-ring.ts';

/** What gzip saves, in bytes, where a ring starts like an earlier one. */
const REPEATED_START_BYTES = 3;
/** Wider than any tile with its buffer. */
const UNITS_PER_ROW = 2 ** 14;
/** A power of two. Gzip looks back 32 KB, which are about 800 rings with their properties. */
const REMEMBERED_STARTS = 1024;

export class RingStarts {
  /** A hash table in which a start replaces an earlier one in its place: those out of gzip's reach are forgotten. */
  readonly #earlier = new Int32Array(REMEMBERED_STARTS).fill(-1);

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
      const point = y * UNITS_PER_ROW + x;
      if (this.#earlier[placeOf(point)] === point) saved += REPEATED_START_BYTES;
      if (saved > mostSaved) {
        mostSaved = saved;
        chosen = i;
      }
      beforeX = x;
      beforeY = y;
    }
    const start = ring[chosen + 1]! * UNITS_PER_ROW + ring[chosen]!;
    this.#earlier[placeOf(start)] = start;
    return chosen;
  }
}

function placeOf(point: number): number {
  return (Math.imul(point, 0x9e3779b1) >>> 16) & (REMEMBERED_STARTS - 1);
}
