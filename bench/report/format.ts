// Figures as text, the same in the terminal, on the page and in the plots.
import { type Figure, type Goal, isMet, type PartResult } from './result.ts';

/** Three digits that count, and a thousands separator. */
export function formatNumber(value: number): string {
  if (value === 0) return '0';
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return Number(value.toFixed(Math.min(digits, 6))).toLocaleString('en-US', { maximumFractionDigits: 6 });
}

export function formatValue({ value, unit, missing }: Pick<Figure, 'value' | 'unit' | 'missing'>): string {
  if (value === undefined) return `not available: ${missing ?? 'not measured'}`;
  return `${formatNumber(value)} ${unit}`.trim();
}

export function formatRatio({ ratio }: Pick<Figure, 'ratio'>): string {
  return ratio === undefined ? '' : `${ratio.toFixed(2)}×`;
}

export function formatGoal(goal: Goal | undefined, unit: string): string {
  if (!goal) return '';
  const [word, limit] = 'atMost' in goal ? ['≤', goal.atMost] : ['≥', goal.atLeast];
  return goal.of === 'ratio'
    ? `${word} ${formatNumber(limit)}×`
    : `${word} ${formatNumber(limit)} ${unit}`.trim();
}

/** How far past the goal, where it is missed: a near miss and a failure are not the same. */
export function formatOutcome(figure: Figure): string {
  const met = isMet(figure);
  if (met === undefined) return figure.goal ? 'not measured' : '';
  if (met) return 'met';
  const measured = (figure.goal!.of === 'ratio' ? figure.ratio : figure.value)!;
  const limit = 'atMost' in figure.goal! ? figure.goal.atMost : figure.goal!.atLeast;
  return `${'atMost' in figure.goal! ? 'over' : 'under'}, ${(measured / limit).toFixed(2)} of the goal`;
}

/** With what, when and where it was measured. */
export function formatCircumstances(result: PartResult): string {
  const { date, seconds, commit, machine, loadBefore } = result;
  const { cpu, cores, memoryGigabytes, system, node } = machine;
  const load = `load ${loadBefore.toFixed(1)} before${loadBefore > cores / 2 ? ' (a busy machine)' : ''}`;
  return `${date}, ${seconds} s, commit ${commit}; ${cpu}, ${cores} cores, ${load}, ${memoryGigabytes} GB, ${system}, Node.js ${node}`;
}
