// What Ctrl-C does: pressed once, pressed twice, and one press that arrives several times.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eventually } from '../test/eventually.ts';
import { stopOnSignal } from './stop-server.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const before = new Map(signals.map((signal) => [signal, process.listeners(signal)]));
const exit = vi.spyOn(process, 'exit').mockImplementation((() => {}) as () => never);

beforeEach(() => {
  vi.useFakeTimers();
  exit.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  for (const signal of signals) {
    for (const listener of process.listeners(signal)) {
      if (!before.get(signal)!.includes(listener)) process.removeListener(signal, listener);
    }
  }
});

const press = () => process.emit('SIGINT');

test.each(signals)('%s stops gracefully and exits with 0', async (signal) => {
  const stop = vi.fn(async () => {});
  stopOnSignal(stop);
  process.emit(signal);
  await eventually(() => expect(exit).toHaveBeenCalledExactlyOnceWith(0));
  expect(stop).toHaveBeenCalledOnce();
});

test('one press that arrives three times counts once', () => {
  const stop = vi.fn(() => new Promise<void>(() => {}));
  stopOnSignal(stop);
  press();
  press();
  vi.advanceTimersByTime(100);
  press();
  expect(stop).toHaveBeenCalledOnce();
  expect(exit).not.toHaveBeenCalled();
});

test('a second press exits at once, even if the graceful stop has not finished', () => {
  stopOnSignal(() => new Promise<void>(() => {}));
  press();
  vi.advanceTimersByTime(1000);
  press();
  expect(exit).toHaveBeenCalledExactlyOnceWith(130);
});
