// The fair queue: the order of turns, what strangers get, and what is dropped.
import { expect, test, vi } from 'vitest';
import { type Client, createFairQueue } from './fair-queue.ts';

const person = (name: string): Client => ({ name, isStranger: false });
const stranger = (name: string): Client => ({ name, isStranger: true });

function open(limits: Partial<Parameters<typeof createFairQueue>[0]> = {}) {
  const queue = createFairQueue({ runningMax: 1, strangersRunningMax: 1, waitingMax: 10, ...limits });
  const begun: string[] = [];
  const dropped: string[] = [];
  const running: (() => void)[] = [];
  const enter = (client: Client, job: string) =>
    queue.enter({
      client,
      run: () => {
        begun.push(job);
        return new Promise<void>((resolve) => running.push(resolve));
      },
      drop: () => void dropped.push(job),
    });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  /** Finishes one job after the other until none is left. */
  const finishAll = async () => {
    await settle();
    while (running.length > 0) {
      running.shift()!();
      await settle();
    }
  };
  return { queue, enter, begun, dropped, settle, finishAll, running };
}

test('clients take turns, and of one client the newest job comes first', async () => {
  const { enter, begun, finishAll, settle } = open();
  enter(person('a'), 'a1');
  await settle();
  for (const job of ['a2', 'a3', 'a4']) enter(person('a'), job);
  for (const job of ['b1', 'b2']) enter(person('b'), job);
  enter(person('c'), 'c1');
  await finishAll();
  expect(begun).toEqual(['a1', 'a4', 'b2', 'c1', 'a3', 'b1', 'a2']);
});

test('all strangers together take the turns of one person, and take turns among themselves', async () => {
  const { enter, begun, finishAll, settle } = open();
  enter(person('a'), 'a1');
  await settle();
  for (const job of ['x1', 'x2', 'x3']) enter(stranger('x'), job);
  for (const job of ['y1', 'y2']) enter(stranger('y'), job);
  for (const job of ['a2', 'a3', 'a4']) enter(person('a'), job);
  await finishAll();
  expect(begun).toEqual(['a1', 'x3', 'a4', 'y2', 'a3', 'x2', 'a2', 'y1', 'x1']);
});

test('a person gets only their share of what runs at a time, and the next one when it is over', async () => {
  const { enter, begun, running, settle } = open({ runningMax: 2, personRunningMax: 1 });
  for (const job of ['a1', 'a2']) enter(person('a'), job);
  await settle();
  expect(begun).toEqual(['a2']);
  enter(person('b'), 'b1');
  await settle();
  expect(begun).toEqual(['a2', 'b1']);
  running[0]!();
  await settle();
  expect(begun).toEqual(['a2', 'b1', 'a1']);
});

test('strangers get only their share of what runs at a time', async () => {
  const { enter, begun, running, settle } = open({ runningMax: 3, strangersRunningMax: 2 });
  for (const name of ['x', 'y', 'z']) enter(stranger(name), name);
  await settle();
  expect(begun).toEqual(['x', 'y']);
  enter(person('a'), 'a');
  await settle();
  expect(begun).toEqual(['x', 'y', 'a']);
  running[2]!();
  await settle();
  expect(begun).toHaveLength(3);
  running[0]!();
  await settle();
  expect(begun).toEqual(['x', 'y', 'a', 'z']);
});

test("too many jobs of one client drop its own oldest, and nobody else's", async () => {
  const { enter, dropped, settle } = open({ waitingMax: 2 });
  enter(person('a'), 'a1');
  await settle();
  for (const job of ['a2', 'a3', 'b1', 'a4', 'a5']) enter(person(job[0]!), job);
  await settle();
  expect(dropped).toEqual(['a2', 'a3']);
});

test('too many jobs of strangers drop the oldest of the one with the most', async () => {
  const { enter, dropped, settle } = open({ waitingMax: 3 });
  enter(person('a'), 'a1');
  await settle();
  for (const job of ['y1', 'x1', 'x2', 'x3', 'z1']) enter(stranger(job[0]!), job);
  await settle();
  expect(dropped).toEqual(['x1', 'x2']);
});

test('a job that has left is neither run nor dropped', async () => {
  const { enter, begun, dropped, finishAll, settle } = open();
  enter(person('a'), 'a1');
  await settle();
  const leave = [enter(person('a'), 'a2'), enter(stranger('x'), 'x1')];
  for (const each of leave) each();
  await finishAll();
  expect({ begun, dropped }).toEqual({ begun: ['a1'], dropped: [] });
});

test('closing drops all that wait, and all that come later', async () => {
  const { queue, enter, begun, dropped, finishAll, settle } = open();
  enter(person('a'), 'a1');
  await settle();
  enter(person('a'), 'a2');
  enter(stranger('x'), 'x1');
  queue.close();
  enter(person('b'), 'b1');
  await finishAll();
  expect({ begun, dropped }).toEqual({ begun: ['a1'], dropped: ['a2', 'x1', 'b1'] });
});

test.each([
  ['persons', person],
  ['strangers', stranger],
])('where time is shared, whoever used less of it lately comes first: %s', async (_title, person) => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const { enter, begun, running, settle } = open({ sharesTime: true });
    const finishAfter = async (ms: number) => {
      await settle();
      vi.advanceTimersByTime(ms);
      running.shift()!();
      await settle();
    };
    enter(person('a'), 'a1');
    await finishAfter(5000);
    enter(person('b'), 'b1');
    await settle();
    // By turns, a would come before c.
    enter(person('a'), 'a2');
    enter(person('c'), 'c1');
    await finishAfter(10);
    expect(begun).toEqual(['a1', 'b1', 'c1']);
    await finishAfter(10);
    expect(begun).toEqual(['a1', 'b1', 'c1', 'a2']);
  } finally {
    vi.useRealTimers();
  }
});
