import { expect, test } from 'vitest';
import { StaleResponseGuard } from './stale-response-guard.ts';

/** A promise that the test settles. */
function pendingAnswer() {
  let settle: { resolve(value: string): void; reject(error: Error): void } | undefined;
  const answer = new Promise<string>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { answer, ...settle! };
}

test('answers to the newest request settle, successes and failures', async () => {
  const guard = new StaleResponseGuard();
  guard.startRequest();
  const [good, bad] = [pendingAnswer(), pendingAnswer()];
  const settled = Promise.allSettled([guard.unlessStale(good.answer), guard.unlessStale(bad.answer)]);
  good.resolve('here');
  bad.reject(new Error('nowhere'));
  expect(await settled).toMatchObject([{ value: 'here' }, { reason: { message: 'nowhere' } }]);
});

test('a newer request drops the answers to an older one, successes and failures', async () => {
  const guard = new StaleResponseGuard();
  const settled: string[] = [];
  const observe = (answer: Promise<string>) =>
    guard.unlessStale(answer).then(
      (value) => settled.push(value),
      () => settled.push('failed'),
    );
  guard.startRequest();
  const [oldest, older] = [pendingAnswer(), pendingAnswer()];
  observe(oldest.answer);
  observe(older.answer);
  guard.startRequest();
  const newest = pendingAnswer();
  const newestSettled = observe(newest.answer);
  oldest.resolve('old');
  older.reject(new Error());
  newest.resolve('new');
  await newestSettled;
  expect(settled).toEqual(['new']);
});
