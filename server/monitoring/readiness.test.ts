// Readiness: what is wrong is named, probing costs no more than every two seconds, and a hanging check is not piled up.
import { afterEach, expect, test, vi } from 'vitest';
import { createEventLog } from './event-log.ts';
import { createReadiness } from './readiness.ts';

afterEach(() => {
  vi.useRealTimers();
});

function open(run: () => Promise<unknown>) {
  const lines: string[] = [];
  const clock = { nowMs: 0 };
  const check = vi.fn(run);
  const findFailed = createReadiness({
    checks: [
      { message: 'Accounts cannot be written.', run: check },
      { message: 'Never.', run: async () => {} },
    ],
    log: createEventLog({ write: (line) => lines.push(line) }),
    clockMs: () => clock.nowMs,
  });
  return { findFailed, check, clock, events: () => lines.map((line) => JSON.parse(line)) };
}

test('names what fails, and logs once when it fails and once when it is well again', async () => {
  let isBroken = false;
  const { findFailed, clock, events } = open(async () => {
    if (isBroken) throw new Error('database or disk is full');
  });
  expect(await findFailed()).toEqual([]);
  expect(events()).toEqual([]);
  isBroken = true;
  for (let i = 0; i < 3; i++) {
    clock.nowMs += 2000;
    expect(await findFailed()).toEqual(['Accounts cannot be written.']);
  }
  expect(events()).toMatchObject([
    {
      event: 'not-ready',
      reason: 'Accounts cannot be written.',
      err: { message: 'database or disk is full' },
    },
  ]);
  isBroken = false;
  clock.nowMs += 2000;
  expect(await findFailed()).toEqual([]);
  expect(events()[1]).toMatchObject({ event: 'ready' });
});

test('a thousand questions in two seconds are one probe', async () => {
  const { findFailed, check, clock } = open(async () => {});
  for (let i = 0; i < 1000; i++) {
    clock.nowMs += 1.9;
    await findFailed();
  }
  expect(check).toHaveBeenCalledTimes(1);
  clock.nowMs += 200;
  await findFailed();
  expect(check).toHaveBeenCalledTimes(2);
});

test('a check that hangs fails after two seconds, and is not begun again until it has ended', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let end = () => {};
  const { findFailed, check, clock } = open(
    () =>
      new Promise<void>((resolve) => {
        end = resolve;
      }),
  );
  for (let i = 0; i < 5; i++) {
    const failed = findFailed();
    await vi.advanceTimersByTimeAsync(2000);
    expect(await failed).toEqual(['Accounts cannot be written.']);
    clock.nowMs += 2000;
  }
  expect(check).toHaveBeenCalledTimes(1);
  end();
  await vi.advanceTimersByTimeAsync(0);
  const again = findFailed();
  end();
  expect(await again).toEqual([]);
  expect(check).toHaveBeenCalledTimes(2);
});
