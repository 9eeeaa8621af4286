// Writes the results into docs/performance.md, and some plots into the README, between two markers. What stands around them
// is written by hand.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../scratch.ts';
import { formatCircumstances, formatGoal, formatOutcome, formatRatio, formatValue } from './format.ts';
import { countGoals, type PartResult } from './result.ts';
import { readResults } from './store-result.ts';

const BEGIN = '<!-- results: written by npm run bench -->';
const END = '<!-- end of results -->';
/** The first plot of each stands in the README. */
const README_PARTS = ['serving', 'cold', 'restart'];

/** `order`: the names of the parts, as they follow each other on the page. */
export function writePage(order: readonly string[]): void {
  const results = readResults().sort((one, other) => order.indexOf(one.part) - order.indexOf(other.part));
  for (const [name, words] of [
    ['docs/performance.md', pageOf(results)],
    ['README.md', readmeOf(results)],
  ] as const) {
    const file = join(root, name);
    writeFileSync(file, fillIn(readFileSync(file, 'utf8'), words));
  }
}

/** Replaces what stands between the markers. */
export function fillIn(text: string, words: string): string {
  const begin = text.indexOf(BEGIN);
  const end = text.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`A page has lost its markers ${BEGIN} and ${END}.`);
  return `${text.slice(0, begin + BEGIN.length)}\n\n${words.trimEnd()}\n\n${text.slice(end)}`;
}

export function pageOf(results: readonly PartResult[]): string {
  const { met, measured } = countGoals(results);
  const goals = `Goals met: ${met} of ${measured} that could be measured.`;
  return [goals, ...results.map(section)].join('\n\n');
}

export function readmeOf(results: readonly PartResult[]): string {
  return results
    .filter(({ part, plots }) => README_PARTS.includes(part) && plots.length > 0)
    .map(({ plots: [plot], command, date }) => {
      const picture = `![${plot!.title}](bench/results/${plot!.name}.svg)`;
      return `${picture}\n\n\`${command}\`, ${date}`;
    })
    .join('\n\n');
}

function section(result: PartResult): string {
  const { title, about, figures, plots, command } = result;
  const rows = figures.map((figure) => [
    figure.isPeer ? `*${figure.name}*` : figure.name,
    formatValue(figure),
    figure.beside === undefined ? '' : `${formatRatio(figure)} ${figure.beside}`,
    formatGoal(figure.goal, figure.unit),
    formatOutcome(figure),
  ]);
  return [
    `## ${title}`,
    '',
    about,
    '',
    ...plots.flatMap(({ name, title }) => [`![${title}](../bench/results/${name}.svg)`, '']),
    '| | measured | beside | goal | |',
    '|---|---:|---|---|---|',
    ...rows.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`),
    '',
    `\`${command}\`, ${formatCircumstances(result)}.`,
  ].join('\n');
}
