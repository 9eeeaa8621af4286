// Runs the parts of the benchmark, prints their tables, and stores results, plots and the page about them.
import { existsSync, mkdirSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { commitName, machineFacts } from './measure/machine.ts';
import type { Part, Size } from './part.ts';
import { browsing } from './parts/browser.ts';
import { cold } from './parts/cold.ts';
import { cutting } from './parts/cutting.ts';
import { geocoding } from './parts/geocoding.ts';
import { growth } from './parts/growth.ts';
import { importing } from './parts/import.ts';
import { overlays } from './parts/overlays.ts';
import { restarting } from './parts/restart.ts';
import { serving } from './parts/serving.ts';
import { session } from './parts/session.ts';
import { sets } from './parts/sets.ts';
import { firstStart } from './parts/start.ts';
import { stores } from './parts/store.ts';
import { streetMap } from './parts/street-map.ts';
import { terrain } from './parts/terrain.ts';
import { tileEncoding } from './parts/tile-encoding.ts';
import { weight } from './parts/weight.ts';
import { installPeers } from './peers/programs.ts';
import { writePage } from './report/page.ts';
import { printPart } from './report/print.ts';
import type { Measured, PartResult } from './report/result.ts';
import { storeResult } from './report/store-result.ts';
import { scratch } from './scratch.ts';

const parts: readonly Part[] = [
  serving,
  session,
  cold,
  importing,
  firstStart,
  restarting,
  growth,
  weight,
  tileEncoding,
  browsing,
  stores,
  geocoding,
  overlays,
  cutting,
  streetMap,
  terrain,
  sets,
];

/** After this the quick form begins no other part, so that it ends within three minutes. */
const QUICK_BEGIN_MS = 138_000;

const usage = `npm run bench [-- PART…] [--quick | --full | --state]
  PART      ${parts.map(({ name }) => name).join(', ')}; all of them if none is named
  --quick   a short form of everything, within three minutes
  --full    a million parcels, too
  --state   six million parcels, too
  --dry     print the table only; change no file of bench/results and docs/performance.md`;

const flags = {
  quick: { type: 'boolean' },
  full: { type: 'boolean' },
  state: { type: 'boolean' },
  dry: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

function readCall() {
  const { values, positionals } = parseArgs({ options: flags, allowPositionals: true });
  const unknown = positionals.find((name) => !parts.some((part) => part.name === name));
  if (unknown !== undefined) throw new Error(`There is no part ${unknown}.`);
  const sizes = (['quick', 'full', 'state'] as const).filter((size) => values[size]);
  if (sizes.length > 1) throw new Error('Only one of --quick, --full and --state.');
  const size: Size = sizes[0] ?? 'normal';
  const chosen = parts.filter(
    ({ name, isLeftOutOfQuick }) =>
      positionals.includes(name) || (positionals.length === 0 && !(size === 'quick' && isLeftOutOfQuick)),
  );
  const command = ['npm run bench', ...(process.argv.length > 2 ? ['--', ...process.argv.slice(2)] : [])];
  return { size, chosen, isDry: values.dry, isHelp: values.help, command: command.join(' ') };
}

async function run(call: ReturnType<typeof readCall>): Promise<void> {
  const { size, chosen, isDry, command } = call;
  mkdirSync(scratch, { recursive: true });
  installPeers();
  const about = { command, commit: commitName(), machine: machineFacts() };
  const start = performance.now();
  for (const part of chosen) {
    const { name, title } = part;
    if (size === 'quick' && performance.now() - start > QUICK_BEGIN_MS) {
      console.log(`\n── ${name}: left out, the three minutes of the quick form are nearly over`);
      continue;
    }
    console.log(`\n── ${name}: ${title}`);
    const begin = performance.now();
    const [loadBefore = 0] = loadavg();
    const date = `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`;
    try {
      const missing = part.missing?.();
      const measured: Measured =
        missing === undefined
          ? await part.run({ size, say: (line) => console.log(`   ${line}`) })
          : { about: 'Not measured.', figures: [{ name: title, unit: '', missing }], plots: [] };
      const seconds = Math.round((performance.now() - begin) / 1000);
      const result: PartResult = { part: name, title, date, seconds, loadBefore, ...about, ...measured };
      printPart(result);
      if (isDry) continue;
      storeResult(result);
      // After each part: a run that is interrupted keeps what it has.
      writePage(parts.map(({ name }) => name));
    } catch (error) {
      // The other parts can still be measured.
      console.error(`   ${name} failed: ${error instanceof Error ? error.stack : error}`);
      process.exitCode = 1;
    }
  }
}

let call: ReturnType<typeof readCall> | undefined;
try {
  call = readCall();
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n${usage}`);
  process.exitCode = 1;
}
if (call?.isHelp) console.log(usage);
else if (call && !existsSync('/proc/self/stat')) {
  console.error('The benchmarks need Linux: CPU time and memory of processes are read from /proc.');
  process.exitCode = 1;
} else if (call) await run(call);
