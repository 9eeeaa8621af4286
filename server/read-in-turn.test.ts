import { expect, test } from 'vitest';
import { createReadInTurn } from './read-in-turn.ts';

/** Each read is answered when the test says so. */
function heldReads() {
  const readInTurn = createReadInTurn();
  const begun: string[] = [];
  const settle = new Map<string, { answer: () => void; fail: () => void }>();
  const read = (userId: string, name: string) =>
    readInTurn(
      userId,
      () =>
        new Promise<string>((resolve, reject) => {
          begun.push(name);
          settle.set(name, { answer: () => resolve(name), fail: () => reject(new Error(name)) });
        }),
    );
  return { read, begun, held: (name: string) => settle.get(name)! };
}

test("a person's reads run one after the other, and nobody else waits for them", async () => {
  const { read, begun, held } = heldReads();
  const mine = ['a', 'b', 'c'].map((name) => read('me', name));
  const theirs = read('you', 'theirs');
  expect(begun).toEqual(['a', 'theirs']);
  held('theirs').answer();
  expect(await theirs).toBe('theirs');
  held('a').answer();
  expect(await mine[0]).toBe('a');
  expect(begun).toEqual(['a', 'theirs', 'b']);
  held('b').answer();
  expect(await mine[1]).toBe('b');
  held('c').answer();
  expect(await mine[2]).toBe('c');
});

test('a read that fails fails alone', async () => {
  const { read, held } = heldReads();
  const [first, second] = [read('me', 'a'), read('me', 'b')];
  held('a').fail();
  await expect(first).rejects.toThrow('a');
  held('b').answer();
  expect(await second).toBe('b');
});
