// Runs a property over many made inputs, and watches what a property cannot see: time and memory of each case.
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { newSeed } from '../../seeded-random.ts';
import { noteFigure } from '../figures.ts';
import { size } from '../size.ts';

type Fuzz<Input> = {
  what: string;
  /** Cases in the short and in the long form. */
  cases: { short: number; long: number };
  input: fc.Arbitrary<Input>;
  property: (input: Input) => unknown;
};

/** Far above what the largest input here needs, on a busy machine, too. */
const CASE_MS_MAX = 20_000;
const CASE_MEMORY_MAX = 400 * 2 ** 20;

/** Another seed at every run, printed with a failure; SEED repeats it. */
export async function fuzz<Input>({ what, cases, input, property }: Fuzz<Input>): Promise<void> {
  const numRuns = Number(process.env.FAULTS_CASES) || size(cases);
  const seed = newSeed();
  const watch = watchForHang(`${what}, seed ${seed}`);
  let slowestMs = 0;
  try {
    await fc.assert(
      fc.asyncProperty(input, async (each) => {
        watch.caseBegins();
        const peak = process.resourceUsage().maxRSS;
        const startMs = performance.now();
        await property(each);
        slowestMs = Math.max(slowestMs, performance.now() - startMs);
        const grown = 1024 * (process.resourceUsage().maxRSS - peak);
        if (grown > CASE_MEMORY_MAX) throw new Error(`One input took ${Math.round(grown / 2 ** 20)} MB.`);
      }),
      { numRuns, seed, endOnFailure: process.env.FAULTS_SHRINK === undefined },
    );
  } finally {
    await watch.stop();
  }
  noteFigure({
    what: `fuzz: ${what}`,
    times: `${numRuns} cases, seed ${seed}`,
    result: `all answered, the slowest in ${Math.ceil(slowestMs)} ms`,
  });
}

/** A case that never ends blocks this thread, so another one ends the process and says which case it was. */
function watchForHang(what: string) {
  const beats = new Int32Array(new SharedArrayBuffer(4));
  const code = `
    const { workerData: { beats, what, limitMs } } = require('node:worker_threads');
    let last = -1, sinceMs = Date.now();
    setInterval(() => {
      const now = Atomics.load(beats, 0);
      if (now !== last) { last = now; sinceMs = Date.now(); return; }
      if (Date.now() - sinceMs < limitMs) return;
      require('node:fs').writeSync(2, 'Fuzzing hangs: ' + what + ', case ' + now + '\\n');
      process.kill(process.pid, 'SIGKILL');
    }, 500);`;
  const worker = new Worker(code, { eval: true, workerData: { beats, what, limitMs: CASE_MS_MAX } });
  worker.unref();
  return { caseBegins: () => Atomics.add(beats, 0, 1), stop: () => worker.terminate() };
}
