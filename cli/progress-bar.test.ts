// The progress bar, on a terminal and off it.
import { expect, test } from 'vitest';
import { createProgressBar } from './progress-bar.ts';

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

test('a terminal sees one line redrawn, with the stage and the percentage, and nothing left at the end', () => {
  const text = shown(true);
  expect(text).not.toContain('\n');
  const frames = text.split('\r\u001b[2K');
  expect(frames.length).toBe(104);
  expect(frames).toContain(`  [${'#'.repeat(12)}${'.'.repeat(12)}]  50%  Roads`);
  expect(frames.at(-1)).toBe('');
});

test('elsewhere a plain line is written now and then', () => {
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
