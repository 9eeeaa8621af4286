import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

/** An answer, and how it comes to be given. */
function question() {
  let settle: { resolve(value: string): void; reject(error: Error): void } | undefined;
  const answer = new Promise<string>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { answer, ...settle! };
}

test('an answer counts while nothing else has been asked', async () => {
  const turns = new Turns();
  turns.begin();
  const [good, bad] = [question(), question()];
  const heard = Promise.allSettled([turns.unlessOvertaken(good.answer), turns.unlessOvertaken(bad.answer)]);
  good.resolve('here');
  bad.reject(new Error('nowhere'));
  expect(await heard).toMatchObject([{ value: 'here' }, { reason: { message: 'nowhere' } }]);
});

test('a newer question silences the older one, whether it is answered or fails', async () => {
  const turns = new Turns();
  const heard: string[] = [];
  const listen = (answer: Promise<string>) =>
    turns.unlessOvertaken(answer).then(
      (value) => heard.push(value),
      () => heard.push('failed'),
    );
  turns.begin();
  const [oldest, older] = [question(), question()];
  listen(oldest.answer);
  listen(older.answer);
  turns.begin();
  const newest = question();
  const newestHeard = listen(newest.answer);
  oldest.resolve('old');
  older.reject(new Error());
  newest.resolve('new');
  await newestHeard;
  expect(heard).toEqual(['new']);
});
