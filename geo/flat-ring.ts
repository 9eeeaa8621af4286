// Rings in a tile's own plane as one flat array, x and y in turn, without the closing point: what the encoder works on.
//
// y grows southwards, as in a vector tile. A ring whose area is positive is an outer ring, one whose area is
// negative a hole: the rule of the MVT specification.

export type FlatRing = number[];

export function signedArea(ring: FlatRing): number {
  let doubled = 0;
  let xBefore = ring[ring.length - 2]!;
  let yBefore = ring[ring.length - 1]!;
  for (let i = 0; i < ring.length; i += 2) {
    const x = ring[i]!;
    const y = ring[i + 1]!;
    doubled += xBefore * y - x * yBefore;
    xBefore = x;
    yBefore = y;
  }
  return doubled / 2;
}

export function reversed(ring: FlatRing): FlatRing {
  const result: FlatRing = [];
  for (let i = ring.length - 2; i >= 0; i -= 2) result.push(ring[i]!, ring[i + 1]!);
  return result;
}
