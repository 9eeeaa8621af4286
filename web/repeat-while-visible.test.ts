import { beforeEach, expect, test, vi } from 'vitest';
import { repeatWhileVisible } from './repeat-while-visible.ts';

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
const task = vi.fn<(signal: AbortSignal) => Promise<void>>();
let stop = () => {};
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', page);
  page.visibilityState = 'visible';
  task.mockResolvedValue();
  stop = repeatWhileVisible({ task, everyMs: 5000, timeoutMs: 60_000 });
  return () => {
    stop();
    task.mockReset();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  };
});

function turn(visibilityState: 'visible' | 'hidden') {
  page.visibilityState = visibilityState;
  page.dispatchEvent(new Event('visibilitychange'));
}

test('a visible page repeats the task at its interval', async () => {
  await vi.advanceTimersByTimeAsync(4999);
  expect(task).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(task).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(task).toHaveBeenCalledTimes(3);
});

test('a hidden page does nothing, and catches up as soon as somebody returns to it', async () => {
  turn('hidden');
  await vi.advanceTimersByTimeAsync(600_000);
  expect(task).not.toHaveBeenCalled();
  turn('visible');
  expect(task).toHaveBeenCalledTimes(1);
});

test('a slow task is never started a second time while it runs', async () => {
  let finish = () => {};
  task.mockReturnValueOnce(
    new Promise((resolve) => {
      finish = resolve;
    }),
  );
  await vi.advanceTimersByTimeAsync(20_000);
  turn('visible');
  expect(task).toHaveBeenCalledTimes(1);
  finish();
  await vi.advanceTimersByTimeAsync(5000);
  expect(task).toHaveBeenCalledTimes(2);
});

test('stopping ends the repetition and aborts the task that runs', async () => {
  await vi.advanceTimersByTimeAsync(5000);
  const [signal] = task.mock.lastCall!;
  expect(signal.aborted).toBe(false);
  stop();
  expect(signal.aborted).toBe(true);
  await vi.advanceTimersByTimeAsync(60_000);
  turn('visible');
  expect(task).toHaveBeenCalledTimes(1);
});
