// Medians, quantiles, and ratios of sides that were measured in the same rounds.

/** The value below which `share` of the values lie; linear between two neighbors. */
export function quantile(values: readonly number[], share: number): number {
  if (values.length === 0) throw new Error('There is no quantile of nothing.');
  const sorted = values.toSorted((one, other) => one - other);
  const at = share * (sorted.length - 1);
  const below = sorted[Math.floor(at)]!;
  const above = sorted[Math.ceil(at)]!;
  return below + (above - below) * (at - Math.floor(at));
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The median of the rounds' own ratios: a round in which the machine was busy slowed both of its sides. */
export function medianRatio(side: readonly number[], peer: readonly number[]): number {
  if (side.length !== peer.length) throw new Error('Both sides need the same rounds.');
  return median(side.map((value, round) => value / peer[round]!));
}

/** The sides in turn, each round beginning with another one, so that no side is always first after a pause. */
export function roundOrder<Side>(sides: readonly Side[], round: number): Side[] {
  return sides.map((_, at) => sides[(at + round) % sides.length]!);
}

/** A generator of pseudo-random numbers from 0 to 1 (mulberry32): the same ones in every run. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Fisher-Yates. */
export function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const list = [...items];
  for (let last = list.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [list[last], list[other]] = [list[other]!, list[last]!];
  }
  return list;
}
