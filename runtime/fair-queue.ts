// A fair queue: clients take turns, so that one with many jobs delays the others by a turn at most. All strangers
// (clients without a session) together take the turns of one.

import { LRUCache } from 'lru-cache';

export type Client = {
  /** A person's id, or the network address of a stranger. */
  name: string;
  isStranger: boolean;
};

type Entry = {
  client: Client;
  /** Holds its place until it settles. Must not reject. */
  run(): Promise<void>;
  /** Its turn will not come: newer jobs of the same client took its place, or the queue was closed. */
  drop(): void;
};

export type FairQueue = {
  /** Returns the function that leaves the queue. */
  enter(entry: Entry): () => void;
  /** Drops all that wait. */
  close(): void;
};

type Limits = {
  runningMax: number;
  /** Of each person; as many as run at all unless given. */
  personRunningMax?: number;
  /** Of all strangers together. */
  strangersRunningMax: number;
  /** Of each person, and of all strangers together. */
  waitingMax: number;
  /** Whoever has used less time lately comes first, however many turns it was. Otherwise turns count alone. */
  sharesTime?: boolean;
};

/** Time that was used so long ago counts half. */
const USED_HALF_LIFE_MS = 10_000;

/** Shared by all strangers. No person has an empty name. */
const STRANGERS = '';

export function createFairQueue({
  runningMax,
  personRunningMax = runningMax,
  strangersRunningMax,
  waitingMax,
  sharesTime = false,
}: Limits): FairQueue {
  const lanes = new Lanes();
  const strangers = new Lanes();
  let running = 0;
  const runningIn = new Map<string, number>();
  const used = new UsedTime();
  let isClosed = false;

  const laneOf = ({ isStranger, name }: Client) => (isStranger ? STRANGERS : name);

  function remove(entry: Entry): void {
    lanes.remove(laneOf(entry.client), entry);
    strangers.remove(entry.client.name, entry);
  }

  function nextEntry(): Entry | undefined {
    const costOf = sharesTime ? (name: string) => used.of(name) : undefined;
    const name = lanes.next(
      (lane) => (runningIn.get(lane) ?? 0) >= (lane === STRANGERS ? strangersRunningMax : personRunningMax),
      costOf,
    );
    if (name === undefined) return undefined;
    const entry =
      name === STRANGERS ? strangers.newest(strangers.next(undefined, costOf)!) : lanes.newest(name);
    if (entry.client.isStranger) strangers.moveToEnd(entry.client.name);
    lanes.moveToEnd(name);
    remove(entry);
    return entry;
  }

  function runNext(): void {
    while (running < runningMax) {
      const entry = nextEntry();
      if (!entry) return;
      const lane = laneOf(entry.client);
      const count = (by: number) => {
        running += by;
        runningIn.set(lane, (runningIn.get(lane) ?? 0) + by);
        if (runningIn.get(lane) === 0) runningIn.delete(lane);
      };
      count(1);
      const beganMs = performance.now();
      entry.run().finally(() => {
        count(-1);
        if (sharesTime)
          for (const name of new Set([lane, entry.client.name])) used.add(name, performance.now() - beganMs);
        runNext();
      });
    }
  }

  /** Load shedding: the oldest job would time out before its turn. Of strangers, the one with the most jobs loses one. */
  function shed(lane: string): void {
    if (lanes.lengthOf(lane) <= waitingMax) return;
    const oldest = lane === STRANGERS ? strangers.oldest(strangers.longest()) : lanes.oldest(lane);
    remove(oldest);
    oldest.drop();
  }

  return {
    enter(entry) {
      if (isClosed) {
        queueMicrotask(entry.drop);
        return () => {};
      }
      const lane = laneOf(entry.client);
      lanes.add(lane, entry);
      if (entry.client.isStranger) strangers.add(entry.client.name, entry);
      // Not at once: the caller gets the function to leave first.
      queueMicrotask(() => {
        shed(lane);
        runNext();
      });
      return () => remove(entry);
    },
    close() {
      isClosed = true;
      for (const entry of lanes.all()) {
        remove(entry);
        entry.drop();
      }
    },
  };
}

/** How long the jobs of each lane ran, of late. */
class UsedTime {
  readonly #used = new LRUCache<string, { ms: number; atMs: number }>({ max: 1000 });

  of(lane: string): number {
    const used = this.#used.get(lane);
    return used ? used.ms * 0.5 ** ((performance.now() - used.atMs) / USED_HALF_LIFE_MS) : 0;
  }

  add(lane: string, ms: number): void {
    this.#used.set(lane, { ms: this.of(lane) + ms, atMs: performance.now() });
  }
}

/** Waiting jobs by name, in the order of turns. A Map keeps the order in which its keys were added. */
class Lanes {
  readonly #lanes = new Map<string, Entry[]>();

  add(name: string, entry: Entry): void {
    this.#lanes.set(name, [...(this.#lanes.get(name) ?? []), entry]);
  }

  remove(name: string, entry: Entry): void {
    const rest = this.#lanes.get(name)?.filter((other) => other !== entry);
    if (rest?.length) this.#lanes.set(name, rest);
    else this.#lanes.delete(name);
  }

  /** Whose turn it is: the first of those with the lowest cost. */
  next(isBlocked: (name: string) => boolean = () => false, costOf = (_: string) => 0): string | undefined {
    const open = [...this.#lanes.keys()].filter((name) => !isBlocked(name));
    return open.reduce<string | undefined>(
      (best, name) => (best === undefined || costOf(name) < costOf(best) ? name : best),
      undefined,
    );
  }

  moveToEnd(name: string): void {
    const lane = this.#lanes.get(name)!;
    this.#lanes.delete(name);
    this.#lanes.set(name, lane);
  }

  lengthOf(name: string): number {
    return this.#lanes.get(name)?.length ?? 0;
  }

  longest(): string {
    return [...this.#lanes].reduce((one, other) => (other[1].length > one[1].length ? other : one))[0];
  }

  /** The one whose user has most likely not moved the map on yet. */
  newest(name: string): Entry {
    return this.#lanes.get(name)!.at(-1)!;
  }

  oldest(name: string): Entry {
    return this.#lanes.get(name)![0]!;
  }

  all(): Entry[] {
    return [...this.#lanes.values()].flat();
  }
}
