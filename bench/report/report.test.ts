// Figures as they are shown: goals and outcomes, plots, and the page that they are written into.
import { expect, test } from 'vitest';
import { formatGoal, formatNumber, formatOutcome, formatValue } from './format.ts';
import { fillIn, pageOf, readmeOf } from './page.ts';
import { drawPlot, roundUp, scaleOf } from './plot.ts';
import { barsOf, type Figure, type PartResult } from './result.ts';

const tile: Figure = {
  name: 'tile <warm> & "gzip"',
  unit: 'µs',
  value: 120,
  ratio: 1.2,
  beside: 'a peer',
  goal: { of: 'ratio', atMost: 1 },
};

test('numbers keep three digits that count', () => {
  expect([0.01234, 1.5, 14.52, 252.4, 61_781.3, 0].map(formatNumber)).toEqual([
    '0.0123',
    '1.5',
    '14.5',
    '252',
    '61,781',
    '0',
  ]);
});

test('a goal is met, missed by so much, or not measured', () => {
  expect(formatGoal(tile.goal, tile.unit)).toBe('≤ 1×');
  expect(formatOutcome(tile)).toBe('over, 1.20 of the goal');
  expect(formatOutcome({ ...tile, ratio: 1 })).toBe('met');
  expect(formatOutcome({ ...tile, goal: { of: 'value', atLeast: 240 } })).toBe('under, 0.50 of the goal');
  const { value, ratio, ...unmeasured } = tile;
  expect(formatOutcome(unmeasured)).toBe('not measured');
  expect(formatValue({ ...unmeasured, missing: 'wrk is not installed' })).toBe(
    'not available: wrk is not installed',
  );
});

test('a goal for a ratio is drawn where it lies beside the peer of this run', () => {
  expect(barsOf([tile])[0]!.goal).toBe(100);
  expect(barsOf([{ ...tile, goal: { of: 'value', atMost: 90 } }])[0]!.goal).toBe(90);
});

test('an axis begins at zero and ends at a round number, or has powers of ten', () => {
  expect([0.3, 1, 2.1, 7].map(roundUp)).toEqual([0.5, 1, 5, 10]);
  const linear = scaleOf([30, 75], false);
  expect(linear.marks).toEqual([0, 20, 40, 60, 80]);
  expect(linear.at(40)).toBe(0.5);
  const logarithmic = scaleOf([14, 900], true);
  expect(logarithmic.marks).toEqual([10, 100, 1000]);
  expect(logarithmic.at(100)).toBeCloseTo(0.5);
});

test('a plot is well-formed, names what is missing, and escapes its texts', () => {
  const svg = drawPlot(
    {
      name: 'p',
      title: 'Time & cost',
      unit: 'µs',
      bars: [...barsOf([tile]), { label: 'nginx', missing: 'no root' }],
    },
    'npm run bench',
  );
  expect(svg).toContain('tile &#60;warm&#62; &#38; &#34;gzip&#34;');
  expect(svg).toContain('not available: no root');
  expect(svg).not.toMatch(/NaN|undefined|Infinity/);
});

test('the page keeps what was written by hand, and shows each part with date and command', () => {
  const page = 'Words.\n<!-- results: written by npm run bench -->\nold\n<!-- end of results -->\nMore.\n';
  const result: PartResult = {
    part: 'serving',
    title: 'Serving',
    about: 'How.',
    date: '2026-01-02 03:04 UTC',
    command: 'npm run bench -- serving',
    commit: 'abc',
    machine: { cpu: 'A CPU', cores: 2, memoryGigabytes: 8, system: 'Linux', node: 'v20' },
    loadBefore: 3,
    seconds: 9,
    figures: [tile],
    plots: [],
  };
  const filled = fillIn(page, pageOf([result]));
  expect(filled).toMatch(/^Words\.\n[\s\S]+More\.\n$/);
  expect(filled).not.toContain('old');
  expect(filled).toContain('1.20× a peer | ≤ 1× | over, 1.20 of the goal |');
  expect(filled).toContain('`npm run bench -- serving`, 2026-01-02 03:04 UTC');
  expect(filled).toContain('Goals met: 0 of 1');
  expect(filled).toContain('load 3.0 before (a busy machine)');
  expect(fillIn(filled, pageOf([result]))).toBe(filled);
  expect(() => fillIn('nothing', '')).toThrow('markers');
  const plots = [{ name: 'serving', title: 'CPU time', unit: 'µs', bars: [] }];
  expect(readmeOf([{ ...result, plots }])).toBe(
    '![CPU time](bench/results/serving.svg)\n\n`npm run bench -- serving`, 2026-01-02 03:04 UTC',
  );
  expect(readmeOf([{ ...result, part: 'geocoding', plots }])).toBe('');
});
