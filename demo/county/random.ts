// Seeded pseudo-random numbers. Every stream has a name, so more draws from one never change another.

export type Random = {
  /** At least 0, below 1. */
  next(): number;
  between(low: number, high: number): number;
  /** A whole number, both ends included. */
  integer(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(choices: readonly T[]): T;
  /** An index, chosen with a probability proportional to its weight. */
  weighted(weights: readonly number[]): number;
  /** Approximately normal, with mean 0 and standard deviation 1. */
  normal(): number;
};

/** FNV-1a hash, which turns the name of a stream into its seed. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  return hash >>> 0;
}

export function randomStream(seed: number, name: string): Random {
  let state = (seed ^ hashText(name)) >>> 0;
  // mulberry32: small, fast, and the same on every machine because it uses only 32-bit integers.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    integer: (low, high) => low + Math.floor((high - low + 1) * next()),
    chance: (probability) => next() < probability,
    pick: (choices) => choices[Math.floor(next() * choices.length)]!,
    weighted: (weights) => {
      let rest = next() * weights.reduce((sum, weight) => sum + weight, 0);
      for (let i = 0; i < weights.length; i++) {
        rest -= weights[i]!;
        if (rest < 0) return i;
      }
      return weights.length - 1;
    },
    // The sum of twelve uniform numbers: Math.log and Math.cos differ in their last digits between engines.
    normal: () => {
      let sum = -6;
      for (let i = 0; i < 12; i++) sum += next();
      return sum;
    },
  };
}
