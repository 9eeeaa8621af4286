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

const RETRY_AFTER_SECONDS = 10;

export class Places {
  /** In the order in which they were taken. */
  readonly #taken = new Set<Client>();
  readonly #options: PlaceOptions;
  readonly #clusterBus: ClusterBus;

  constructor(options: PlaceOptions, clusterBus: ClusterBus) {
    this.#options = options;
    this.#clusterBus = clusterBus;
    clusterBus.answer(options.topic, (client) => this.#countOf(client as Client));
  }

  /** Rejects with a 429 or a 503. Resolves to the function that gives the place back. */
  async enter(client: Client): Promise<() => void> {
    const { topic, ofOneMax, max, strangersMax, tooManyOfOne, noneFree } = this.#options;
    const own = this.#countOf(client) + 1;
    if (own > ofOneMax) throw refused(429, tooManyOfOne);
    const strangers = [...this.#taken].filter(({ isStranger }) => isStranger);
    if (this.#taken.size >= max || (client.isStranger && strangers.length >= strangersMax)) {
      throw refused(503, noneFree);
    }
    const place = { ...client };
    const leave = () => void this.#taken.delete(place);
    // Taken before the others are asked: of two that come at once, to different processes, neither overlooks the other.
    this.#taken.add(place);
    const others = (await this.#clusterBus.ask(topic, place)) as number[];
    if (others.reduce((sum, count) => sum + count, own) <= ofOneMax) return leave;
    leave();
    throw refused(429, tooManyOfOne);
  }

  #countOf({ name, isStranger }: Client): number {
    return [...this.#taken].filter((place) => place.name === name && place.isStranger === isStranger).length;
  }
}

function refused(status: number, message: string): Failure {
  return new Failure(status, message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
