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
