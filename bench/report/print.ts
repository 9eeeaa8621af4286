// A part's table in the terminal.
import { formatCircumstances, formatGoal, formatOutcome, formatRatio, formatValue } from './format.ts';
import type { PartResult } from './result.ts';

const heads = ['', 'measured', 'ratio', 'beside', 'goal', ''];

export function printPart(result: PartResult): void {
  const { about, figures } = result;
  const rows = figures.map((figure) => [
    figure.name,
    formatValue(figure),
    formatRatio(figure),
    figure.beside ?? '',
    formatGoal(figure.goal, figure.unit),
    formatOutcome(figure),
  ]);
  const widths = heads.map((head, column) =>
    // A reason may be long; it does not widen its column.
    Math.max(head.length, ...rows.map((row) => (row[column]!.length > 40 ? 0 : row[column]!.length))),
  );
  for (const row of [heads, ...rows]) {
    const cells = row.map((text, column) =>
      column === 1 || column === 2 ? text.padStart(widths[column]!) : text.padEnd(widths[column]!),
    );
    console.log(`   ${cells.join('  ').trimEnd()}`);
  }
  console.log(`   ${about}`);
  console.log(`   ${result.command}, ${formatCircumstances(result)}`);
}
