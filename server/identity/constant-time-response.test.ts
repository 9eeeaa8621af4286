import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createConstantTimeResponse } from './constant-time-response.ts';

async function elapsedMs(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}

const nothing = async () => false;

test('pretending takes as long as the last work', async () => {
  const answer = createConstantTimeResponse();
  expect(await elapsedMs(() => answer.run(nothing))).toBeLessThan(100);
  await answer.run(() => pause(200));
  expect(await elapsedMs(() => answer.run(nothing))).toBeGreaterThan(180);
  // To find out that there is nothing to do takes time, too.
  await answer.run(() => pause(600));
  expect(await elapsedMs(() => answer.run(() => pause(600, false)))).toBeLessThan(1000);
});

test('pretending fails as the last work did, until one succeeds', async () => {
  const answer = createConstantTimeResponse();
  const outage = new Error('the mail server is down');
  await expect(answer.run(() => Promise.reject(outage))).rejects.toBe(outage);
  await expect(answer.run(nothing)).rejects.toBe(outage);
  await answer.run(async () => {});
  await answer.run(nothing);
});
