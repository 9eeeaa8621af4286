import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PriorityQueue } from './priority-queue.ts';

test('items leave by rising key, and those of one key in the order they came', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 5 })),
      fc.integer({ min: 0, max: 4 }),
      (keys, capacity) => {
        const queue = new PriorityQueue(capacity);
        keys.forEach((key, item) => {
          queue.push(item, key);
        });
        expect(queue.size).toBe(keys.length);
        const left = keys.map(() => queue.pop());
        const sorted = keys.map((_, item) => item).sort((a, b) => keys[a]! - keys[b]! || a - b);
        expect(left).toEqual(sorted);
        expect(queue.size).toBe(0);
      },
    ),
  );
});

test('what comes in between takes its place', () => {
  const queue = new PriorityQueue(2);
  queue.push(1, 10);
  queue.push(2, 5);
  expect(queue.pop()).toBe(2);
  queue.push(3, 7);
  queue.push(4, 12);
  expect([queue.pop(), queue.pop(), queue.pop()]).toEqual([3, 1, 4]);
});
