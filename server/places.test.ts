import { expect, test, vi } from 'vitest';
import { noClusterBus } from '../runtime/cluster-bus.ts';
import type { Client } from '../runtime/fair-queue.ts';
import { pairedBuses } from '../test/paired-buses.ts';
import { Places } from './places.ts';

const options = {
  topic: 'tests',
  ofOneMax: 2,
  max: 4,
  strangersMax: 1,
  tooManyOfOne: 'Two of yours.',
  noneFree: 'None is free.',
};
const ann: Client = { name: 'ann', isStranger: false };
const bob: Client = { name: 'bob', isStranger: false };
const stranger: Client = { name: '10.1.0.0', isStranger: true };

test('a person has a few places, and gets one again by giving one back', async () => {
  const places = new Places(options, noClusterBus);
  const leave = await places.enter(ann);
  await places.enter(ann);
  await expect(places.enter(ann)).rejects.toMatchObject({
    status: 429,
    message: 'Two of yours.',
    retryAfterSeconds: 10,
  });
  await places.enter(bob);
  leave();
  leave();
  await places.enter(ann);
  await expect(places.enter(ann)).rejects.toMatchObject({ status: 429 });
});

test('there are a few in all, and strangers together leave some to those who are signed in', async () => {
  const places = new Places(options, noClusterBus);
  await places.enter(stranger);
  const other = { ...stranger, name: '10.2.0.0' };
  await expect(places.enter(other)).rejects.toMatchObject({ status: 503, message: 'None is free.' });
  for (const client of [ann, ann, bob]) await places.enter(client);
  await expect(places.enter(bob)).rejects.toMatchObject({ status: 503 });
});

test('a stranger whose address is the name of a person is somebody else', async () => {
  const places = new Places(options, noClusterBus);
  await places.enter({ name: 'ann', isStranger: true });
  await Promise.all([places.enter(ann), places.enter(ann)]);
});

test('with several processes a person has as many places as with one', async () => {
  const [one, other] = pairedBuses().map((bus) => new Places(options, bus));
  const leave = await one!.enter(ann);
  await other!.enter(ann);
  for (const places of [one!, other!]) await expect(places.enter(ann)).rejects.toMatchObject({ status: 429 });
  await one!.enter(bob);
  leave();
  await other!.enter(ann);
});

test('of those that come to several processes at once, no more are let in', async () => {
  const all = pairedBuses().map((bus) => new Places(options, bus));
  const entered = await Promise.allSettled([...all, ...all, ...all].map((places) => places.enter(ann)));
  expect(entered.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(2);
  // And who was refused holds nothing.
  for (const result of entered) if (result.status === 'fulfilled') result.value();
  await all[0]!.enter(ann);
  await all[1]!.enter(ann);
});

test('whoever is still sending after ten seconds makes room for somebody who comes, if nobody else can', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const places = new Places({ ...options, max: 2 }, noClusterBus);
    const isAtWork = vi.fn(() => false);
    const isSending = vi.fn(() => true);
    await places.enter(ann, isAtWork);
    await places.enter(bob, isSending);
    vi.advanceTimersByTime(9000);
    await expect(places.enter(stranger)).rejects.toMatchObject({ status: 503 });
    expect(isSending).not.toHaveBeenCalled();
    vi.advanceTimersByTime(2000);
    const carl: Client = { name: 'carl', isStranger: false };
    await places.enter(carl);
    expect(isSending).toHaveBeenCalledOnce();
    await expect(places.enter(bob)).rejects.toMatchObject({ status: 503 });
  } finally {
    vi.useRealTimers();
  }
});
