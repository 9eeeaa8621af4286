// Places for work that holds a thread, a disk or megabytes for long: few of one person, in all processes that serve together, and few
// in this process.
import type { ClusterBus } from '../runtime/cluster-bus.ts';
import type { Client } from '../runtime/fair-queue.ts';
import { Failure } from './failure.ts';

type PlaceOptions = {
  /** What the places are for. */
  topic: string;
  /** Of a person, or of a stranger's network address. */
  ofOneMax: number;
  max: number;
  /** Of all strangers together: people who are signed in find a place beside them. */
  strangersMax: number;
  tooManyOfOne: string;
  noneFree: string;
};

/** Whoever is still sending after it makes room for somebody who comes. */
const SLOW_MS = 10_000;
const RETRY_AFTER_SECONDS = 10;

type Taken = Client & { sinceMs: number; giveWay: () => boolean };

export class Places {
  /** In the order in which they were taken. */
  readonly #taken = new Set<Taken>();
  readonly #options: PlaceOptions;
  readonly #clusterBus: ClusterBus;

  constructor(options: PlaceOptions, clusterBus: ClusterBus) {
    this.#options = options;
    this.#clusterBus = clusterBus;
    clusterBus.answer(options.topic, (client) => this.#countOf(client as Client));
  }

  /**
   * Rejects with a 429 or a 503. Resolves to the function that gives the place back. `giveWay` ends what is still arriving slowly, or
   * answers false.
   */
  async enter(client: Client, giveWay = () => false): Promise<() => void> {
    const { topic, ofOneMax, max, strangersMax, tooManyOfOne, noneFree } = this.#options;
    const own = this.#countOf(client) + 1;
    if (own > ofOneMax) throw refused(429, tooManyOfOne);
    const strangers = () => [...this.#taken].filter(({ isStranger }) => isStranger);
    const isFull = () => this.#taken.size >= max || (client.isStranger && strangers().length >= strangersMax);
    if (isFull()) this.#pushOut(client.isStranger ? strangers() : [...this.#taken]);
    if (isFull()) throw refused(503, noneFree);
    const place = { ...client, sinceMs: performance.now(), giveWay };
    const leave = () => void this.#taken.delete(place);
    // Taken before the others are asked: of two that come at once, to different processes, neither overlooks the other.
    this.#taken.add(place);
    const others = (await this.#clusterBus.ask(topic, client)) as number[];
    if (others.reduce((sum, count) => sum + count, own) <= ofOneMax) return leave;
    leave();
    throw refused(429, tooManyOfOne);
  }

  #pushOut(taken: readonly Taken[]): void {
    const slow = taken.find(({ sinceMs, giveWay }) => performance.now() - sinceMs > SLOW_MS && giveWay());
    if (slow) this.#taken.delete(slow);
  }

  #countOf({ name, isStranger }: Client): number {
    return [...this.#taken].filter((place) => place.name === name && place.isStranger === isStranger).length;
  }
}

function refused(status: number, message: string): Failure {
  return new Failure(status, message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
