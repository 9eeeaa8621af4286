// Parcels by slices, with turns for everybody else in between: writing a county takes seconds of the thread that also answers
// tiles and look-ups.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ExportedParcel } from '../../store/parcel-queries.ts';

const SLICE = 50;
const TURN_MS = 8;

export async function* inTurns(
  batches: AsyncIterable<readonly ExportedParcel[]>,
  signal: AbortSignal,
): AsyncGenerator<readonly ExportedParcel[]> {
  const turns = new Turns(signal);
  for await (const batch of batches) {
    for (let at = 0; at < batch.length; at += SLICE) {
      await turns.next();
      yield batch.slice(at, at + SLICE);
    }
  }
}

export class Turns {
  readonly #signal: AbortSignal;
  #endsAtMs = performance.now() + TURN_MS;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  async next(): Promise<void> {
    this.#signal.throwIfAborted();
    if (performance.now() < this.#endsAtMs) return;
    await nextTurn();
    this.#signal.throwIfAborted();
    this.#endsAtMs = performance.now() + TURN_MS;
  }
}
