// Writes the results into docs/performance.md, between two markers. What stands around them is written by hand.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../scratch.ts';
import { formatCircumstances, formatGoal, formatRatio, formatValue, formatVerdict } from './format.ts';
import { countGoals, type PartResult } from './result.ts';
import { readResults } from './store-result.ts';

const page = join(root, 'docs/performance.md');
const BEGIN = '<!-- results: written by npm run bench -->';
const END = '<!-- end of results -->';

/** `order`: the names of the parts, as they follow each other on the page. */
export function writePage(order: readonly string[]): void {
  const text = readFileSync(page, 'utf8');
  const results = readResults().sort((one, other) => order.indexOf(one.part) - order.indexOf(other.part));
  writeFileSync(page, fillIn(text, results));
}

export function fillIn(text: string, results: readonly PartResult[]): string {
  const begin = text.indexOf(BEGIN);
  const end = text.indexOf(END);
  if (begin < 0 || end < begin)
    throw new Error(`docs/performance.md has lost its markers ${BEGIN} and ${END}.`);
  const { met, measured } = countGoals(results);
  const goals = `Goals met: ${met} of ${measured} that could be measured.`;
  const sections = [goals, ...results.map(section)].join('\n\n').trimEnd();
  return `${text.slice(0, begin + BEGIN.length)}\n\n${sections}\n\n${text.slice(end)}`;
}

function section(result: PartResult): string {
  const { title, about, figures, plots, command } = result;
  const rows = figures.map((figure) => [
    figure.isPeer ? `*${figure.name}*` : figure.name,
    formatValue(figure),
    figure.beside === undefined ? '' : `${formatRatio(figure)} ${figure.beside}`,
    formatGoal(figure.goal, figure.unit),
    formatVerdict(figure),
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
