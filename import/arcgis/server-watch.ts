// Watches whether a server still answers: after several failures in a row it is asked for something light, waited for,
// and given up after a few minutes.
import { OperatorError } from '../../runtime/operator-error.ts';
import type { QueriedLayer } from './layer-queries.ts';
import type { Timing } from './request-pace.ts';

/** So many failures one after the other, and the server is asked whether it is still there. */
const FAILURES_TO_WORRY = 4;
const WAITS_MS = [10_000, 30_000, 60_000, 120_000];

type Options = {
  layer: QueriedLayer;
  timing: Timing;
  /** '1,200 of 2,500 rows': what has arrived. */
  haveInWords(): string;
};

export class ServerWatch {
  readonly #o: Options;
  #failuresInARow = 0;
  /** What the server said last when it failed; may be empty. */
  lastWords = '';

  constructor(options: Options) {
    this.#o = options;
  }

  succeeded(): void {
    this.#failuresInARow = 0;
  }

  async failed(said: string, signal: AbortSignal | undefined): Promise<void> {
    this.lastWords = `the server says: ${said}`;
    if (++this.#failuresInARow % FAILURES_TO_WORRY === 0) await this.check(signal);
  }

  /** Returns when the server answers. */
  async check(signal: AbortSignal | undefined): Promise<void> {
    const { layer, timing } = this.#o;
    for (const waitMs of [0, ...WAITS_MS]) {
      if (waitMs > 0) await timing.pause(waitMs, signal);
      const answer = await layer.client.ask({ url: layer.address, parameters: { f: 'json' }, signal });
      if (!('problem' in answer)) return;
      this.lastWords = `the server says: ${answer.problem.said}`;
    }
    throw new OperatorError(
      `${new URL(layer.address).host} has stopped answering after ${this.#o.haveInWords()} (${this.lastWords}). Run the same command again later: it goes on where it stopped.`,
    );
  }
}
