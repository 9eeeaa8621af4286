// Random moments and choices that a failure can be repeated with: SEED=… in the environment.
import { onTestFailed } from 'vitest';

/** Another one at every run. */
export const newSeed = (): number => Number(process.env.SEED) || Math.floor(Math.random() * 2 ** 31);

/** For one test. Numbers from 0 to 1 (mulberry32); if the test fails, it says its seed. */
export function seededRandom(): { seed: number; random: () => number } {
  const seed = newSeed();
  onTestFailed(({ task }) => console.error(`${task.name}: repeat it with SEED=${seed}`));
  let state = seed;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { seed, random };
}
