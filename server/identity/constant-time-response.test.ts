import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createConstantTimeResponse } from './constant-time-response.ts';

async function elapsedMs(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}

test('pretending takes as long as the last work', async () => {
  const answer = createConstantTimeResponse();
  expect(await elapsedMs(() => answer.pretend())).toBeLessThan(100);
  await answer.run(() => pause(200));
  expect(await elapsedMs(() => answer.pretend())).toBeGreaterThan(180);
});

test('pretending fails as the last work did, until one succeeds', async () => {
  const answer = createConstantTimeResponse();
  const outage = new Error('the mail server is down');
  await expect(answer.run(() => Promise.reject(outage))).rejects.toBe(outage);
  await expect(answer.pretend()).rejects.toBe(outage);
  await answer.run(async () => {});
  await answer.pretend();
});
