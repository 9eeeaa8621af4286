// What a benchmark hands over: figures, each beside its peer and its goal, and plots of them.
import type { Machine } from '../measure/machine.ts';

export type Goal = { of: 'value' | 'ratio'; atMost: number } | { of: 'value' | 'ratio'; atLeast: number };

export type Figure = {
  name: string;
  unit: 'µs' | 'ms' | 's' | 'CPU-s' | 'MB' | 'kB' | 'requests/s' | 'parcels' | '';
  /** Undefined where it could not be measured; `missing` says why. */
  value?: number;
  missing?: string;
  /** Beside the peer named `beside`: the median of the ratios of each round. */
  ratio?: number;
  beside?: string;
  goal?: Goal;
  /** Not Platbook itself. */
  isPeer?: boolean;
};

export type Plot = {
  /** Its file is `bench/results/NAME.svg`. */
  name: string;
  title: string;
  unit: string;
  /** A logarithmic axis, for values of different orders of magnitude. */
  isLogarithmic?: boolean;
  bars: { label: string; value?: number; missing?: string; isPeer?: boolean; goal?: number }[];
};

export type Measured = {
  /** How it was measured, in a few sentences. */
  about: string;
  figures: Figure[];
  plots: Plot[];
};

export type PartResult = Measured & {
  part: string;
  title: string;
  /** YYYY-MM-DD HH:MM UTC. */
  date: string;
  command: string;
  commit: string;
  machine: Machine;
  /** Processes that wanted to run in the minute before: above the number of cores, waiting times say little. */
  loadBefore: number;
  seconds: number;
};

/** Undefined where there is no goal, or nothing to hold against it. */
export function isMet({ goal, value, ratio }: Figure): boolean | undefined {
  const measured = goal?.of === 'ratio' ? ratio : value;
  if (!goal || measured === undefined) return undefined;
  return 'atMost' in goal ? measured <= goal.atMost : measured >= goal.atLeast;
}

/** How many goals were met, of those that could be measured. */
export function countGoals(results: readonly Measured[]): { met: number; measured: number } {
  const outcomes = results
    .flatMap(({ figures }) => figures)
    .map(isMet)
    .filter((met) => met !== undefined);
  return { met: outcomes.filter((met) => met).length, measured: outcomes.length };
}

/** Bars for figures that share a unit. A goal for the ratio is drawn where it lies beside this run's peer. */
export function barsOf(figures: readonly Figure[]): Plot['bars'] {
  return figures.map(({ name, value, missing, isPeer, goal, ratio }) => {
    const limit = goal && ('atMost' in goal ? goal.atMost : goal.atLeast);
    const goalValue =
      goal?.of === 'ratio' && limit !== undefined && ratio !== undefined && value !== undefined
        ? (value / ratio) * limit
        : limit;
    return {
      label: name,
      ...(value !== undefined && { value }),
      ...(missing !== undefined && { missing }),
      ...(isPeer && { isPeer }),
      ...(goalValue !== undefined && { goal: goalValue }),
    };
  });
}
