// The progress bar, on a terminal and off it.
import { expect, test } from 'vitest';
import { createProgressBar, type Progress } from './progress-bar.ts';

function shown(isTTY: boolean): string {
  let text = '';
  const bar = createProgressBar({
    isTTY,
    write: (part) => {
      text += part;
    },
  });
  for (let i = 0; i <= 200; i++) bar.show({ stage: 'Roads', fraction: i / 200 });
  bar.show({ stage: 'Storing', fraction: 0.5 });
  bar.end();
  return text;
}

test('on a terminal one line is redrawn, with stage and percentage, and cleared at the end', () => {
  const text = shown(true);
  expect(text).not.toContain('\n');
  const frames = text.split('\r\u001b[2K');
  expect(frames.length).toBe(104);
  expect(frames).toContain(`  [${'#'.repeat(12)}${'.'.repeat(12)}]  50%  Roads`);
  expect(frames.at(-1)).toBe('');
});

test('off a terminal a plain line is written for every 25 percent', () => {
  expect(shown(false).split('\n')).toEqual([
    '  Roads: 0%',
    '  Roads: 25%',
    '  Roads: 50%',
    '  Roads: 75%',
    '  Roads: 100%',
    '  Storing: 50%',
    '',
  ]);
});

/** Shows the steps, a second apart from the one before. */
function withClock(isTTY: boolean, steps: Progress[]): string[] {
  let timeMs = 0;
  const lines: string[] = [];
  const bar = createProgressBar({ isTTY, write: (text) => lines.push(text) }, () => timeMs);
  for (const step of steps) {
    bar.show(step);
    timeMs += 1000;
  }
  return lines;
}

const rows = (done: number, total: number | undefined): Progress => ({
  stage: 'Reading',
  fraction: total === undefined ? undefined : done / total,
  count: { done, unit: 'rows' },
});

test('where rows are counted, the line has their number, the rate and the time left', () => {
  const lines = withClock(
    true,
    [0, 1, 2, 3].map((at) => rows(at * 1000, 100_000)),
  );
  expect(lines.at(-1)).toMatch(/ {3}3% {2}Reading 3,000 rows, 1,000 rows\/s, 2 min left$/);
  expect(lines[1]).toMatch(/Reading 1,000 rows$/);
});

test('what a resumed download had before does not count as its rate', () => {
  const bytes = (done: number): Progress => ({
    stage: 'Downloading',
    fraction: done / 100e6,
    count: { done, unit: 'bytes' },
  });
  const lines = withClock(true, [50e6, 51e6, 52e6, 53e6].map(bytes));
  expect(lines.at(-1)).toContain('Downloading 53 MB, 1.0 MB/s');
});

test('without a known end the count goes on, off a terminal every ten seconds', () => {
  const lines = withClock(
    false,
    Array.from({ length: 21 }, (_, at) => rows(at * 500, undefined)),
  );
  expect(lines).toEqual([
    '  Reading: 0 rows\n',
    '  Reading: 5,000 rows, 500 rows/s\n',
    '  Reading: 10,000 rows, 500 rows/s\n',
  ]);
});
