// How many exports run at once: each holds a thread, a disk and a version of the parcels for minutes. Counted by each process for itself.
import { messages } from '../../contract/messages.ts';
import type { Client } from '../../runtime/fair-queue.ts';
import { Failure } from '../failure.ts';

/** Of a person, or of a stranger's network address. */
const EXPORTS_OF_ONE_MAX = 2;
export const EXPORTS_MAX = 6;
/** Of all strangers together: people who are signed in find a place beside them. */
const STRANGERS_EXPORTS_MAX = 3;

const RETRY_AFTER_SECONDS = 10;

export class RunningExports {
  readonly #running = new Set<Client>();

  /** Throws a 429 or a 503. Returns the function that gives the place back. */
  enter(client: Client): () => void {
    const all = [...this.#running];
    const strangers = all.filter(({ isStranger }) => isStranger);
    const own = all.filter(
      ({ name, isStranger }) => name === client.name && isStranger === client.isStranger,
    );
    if (own.length >= EXPORTS_OF_ONE_MAX) throw refused(429, messages.tooManyExports);
    const isFull = all.length >= EXPORTS_MAX;
    if (isFull || (client.isStranger && strangers.length >= STRANGERS_EXPORTS_MAX)) {
      throw refused(503, messages.exportsBusy);
    }
    const place = { ...client };
    this.#running.add(place);
    return () => void this.#running.delete(place);
  }
}

function refused(status: number, message: string): Failure {
  return new Failure(status, message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
