// The results of the last run of each part: JSON and plots in bench/results/. A part that did not run keeps its own.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../scratch.ts';
import { drawPlot } from './plot.ts';
import type { PartResult } from './result.ts';

const folder = join(root, 'bench/results');

export function storeResult(result: PartResult): void {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${result.part}.json`);
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
  // As the repository formats its files.
  spawnSync(process.execPath, [
    join(root, 'node_modules/@biomejs/biome/bin/biome'),
    'format',
    '--write',
    file,
  ]);
  const footer = `${result.command}, ${result.date}, ${result.machine.cpu}, ${result.machine.cores} cores`;
  for (const plot of result.plots) writeFileSync(join(folder, `${plot.name}.svg`), drawPlot(plot, footer));
}

export function readResults(): PartResult[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
}
