// What becomes of a process that makes something for this one.
import { expect, test } from 'vitest';
import type { EchoTask } from '../test/echo-process.ts';
import { OperatorError } from './operator-error.ts';
import { callInProcess } from './process-call.ts';

const source = new URL('../test/echo-process.ts', import.meta.url);
const never = new AbortController().signal;

function ask(argument: EchoTask, signal = never): Promise<{ text: string; pid: number }> {
  return callInProcess({ source, argument, signal });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('its answer arrives, and it has ended then', async () => {
  const { text, pid } = await ask({ does: 'echo', text: 'made' });
  expect(text).toBe('made');
  expect(pid).not.toBe(process.pid);
  expect(isAlive(pid)).toBe(false);
});

test('an error keeps its class and the stack of the process', async () => {
  const failure: unknown = await ask({ does: 'fail', text: 'torn' }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Error);
  expect(failure).not.toBeInstanceOf(OperatorError);
  expect((failure as Error).stack).toMatch(/torn[\s\S]*echo-process/);
  await expect(ask({ does: 'refuse', text: 'bad folder' })).rejects.toEqual(new OperatorError('bad folder'));
});

test('one that dies, as for want of memory, is told in one line', async () => {
  await expect(ask({ does: 'die' })).rejects.toEqual(
    new OperatorError('A helper process ended early, by SIGKILL.'),
  );
});

test('a stop ends it', async () => {
  const stop = new AbortController();
  const asked = ask({ does: 'go on for ever' }, stop.signal);
  const reason = new Error('Stopped by a signal.');
  stop.abort(reason);
  await expect(asked).rejects.toBe(reason);
  await expect(ask({ does: 'echo' }, stop.signal)).rejects.toBe(reason);
});
