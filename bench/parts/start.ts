// The first start of a clean clone with an npm cache as empty as a new machine's, phase by phase, beside a plain npm ci.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../test/run-platbook.ts';
import { untilAnswered } from '../measure/http.ts';
import { cpuSecondsOf } from '../measure/proc-files.ts';
import { costOf, runProgram, startProgram } from '../measure/processes.ts';
import type { Part, PartContext } from '../part.ts';
import { barsOf, type Figure } from '../report/result.ts';
import { root } from '../scratch.ts';

const POLL_MS = 50;
const START_MS_MAX = 600_000;
const GOAL_SECONDS = 60;

/** As `npm start` prints them. */
const PHASES = [
  'Installed packages',
  'Built the server',
  'Built the pages',
  'Prepared the county and its maps',
] as const;
const secondsOf = (phase: string, output: string) =>
  Number(new RegExp(`^${phase} in ([\\d.]+) s\\.$`, 'm').exec(output)?.[1] ?? Number.NaN);

/** Not in the scratch folder: the build takes what lies in a folder node_modules for packages. */
async function cloneInto(folder: string) {
  await runProgram({ program: 'git', args: ['clone', '--quiet', root, folder] });
  return { cwd: folder, env: { npm_config_cache: `${folder}-npm-cache` } };
}

async function measureStart(folder: string) {
  const { cwd, env } = await cloneInto(folder);
  const port = await freePort();
  const begin = performance.now();
  const program = startProgram({
    program: process.execPath,
    args: ['scripts/platbook.mjs', 'start'],
    cwd,
    env: { ...env, PORT: `${port}` },
  });
  try {
    const failed = program.ended.then(() => Promise.reject(new Error(program.output())));
    let installCpuSeconds: number | undefined;
    const watch = async () => {
      while (Number.isNaN(secondsOf('Installed packages', program.output()))) await wait(POLL_MS);
      installCpuSeconds = cpuSecondsOf(program.pid);
    };
    await Promise.race([Promise.all([watch(), untilAnswered(port, '/readyz', START_MS_MAX)]), failed]);
    return {
      readySeconds: (performance.now() - begin) / 1000,
      cpuSeconds: cpuSecondsOf(program.pid),
      installCpuSeconds: installCpuSeconds!,
      phases: PHASES.map((name) => ({ name, seconds: secondsOf(name, program.output()) })),
    };
  } finally {
    await program.stop();
  }
}

async function measureAll({ say }: PartContext): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'platbook-first-start-'));
  try {
    say('npm ci of the same packages, its cache empty');
    const plain = await cloneInto(join(folder, 'npm-ci'));
    const npm = await costOf({ program: 'npm', args: ['ci', '--include=dev', '--loglevel=error'], ...plain });
    say('npm start in a clean clone, the cache of npm empty');
    const start = await measureStart(join(folder, 'start'));
    const ofNpm = { beside: 'npm ci' };
    const [installed, ...later] = start.phases;
    return [
      { name: 'npm ci', unit: 's', value: npm.seconds, isPeer: true },
      { name: 'npm ci, CPU time', unit: 'CPU-s', value: npm.cpuSeconds, isPeer: true },
      {
        name: installed!.name,
        unit: 's',
        value: installed!.seconds,
        ratio: installed!.seconds / npm.seconds,
        ...ofNpm,
      },
      {
        name: `${installed!.name}, CPU time`,
        unit: 'CPU-s',
        value: start.installCpuSeconds,
        ratio: start.installCpuSeconds / npm.cpuSeconds,
        ...ofNpm,
      },
      ...later.map(({ name, seconds }): Figure => ({ name, unit: 's', value: seconds })),
      { name: 'Ready', unit: 's', value: start.readySeconds, goal: { of: 'value', atMost: GOAL_SECONDS } },
      { name: 'Ready, CPU time', unit: 'CPU-s', value: start.cpuSeconds },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const firstStart: Part = {
  name: 'start',
  title: 'The first start of a clean clone',
  isLeftOutOfQuick: true,
  async run(context) {
    const figures = await measureAll(context);
    return {
      about:
        'A clone of the last commit, once each: npm ci as developers run it, then npm start, both with an npm cache of their own, empty at first, as on a new machine. Phases as npm start prints them; the pages are built while the demo county is made. Ready: /readyz answers. CPU time of all processes.',
      figures,
      plots: [
        {
          name: 'start',
          title: 'The first start of a clean clone',
          unit: 's',
          bars: barsOf(figures.filter(({ unit }) => unit === 's')),
        },
      ],
    };
  },
};
