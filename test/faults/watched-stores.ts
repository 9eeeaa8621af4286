// Stores whose calls are followed: which of them have not been answered yet.
import type { Stores } from '../store-places.ts';

export class Watched {
  #begun = 0;
  readonly #underWay = new Map<symbol, string>();

  /** How many calls there have been. */
  begun(): number {
    return this.#begun;
  }

  /** The stores of the calls that are not answered, and of the streams that are open. */
  underWay(): string[] {
    return [...this.#underWay.values()];
  }

  storesOf({ parcels, accounts }: Stores): Stores {
    const queries = this.follow('queries', parcels.queries);
    return {
      parcels: this.follow('parcels', parcels, { queries }),
      accounts: this.follow('accounts', accounts),
    };
  }

  follow<Store extends object>(name: string, store: Store, instead: Partial<Store> = {}): Store {
    return new Proxy(store, {
      get: (_, key) => {
        if (key in instead) return instead[key as keyof Store];
        const member = store[key as keyof Store];
        if (typeof member !== 'function') return member;
        return (...given: unknown[]) => this.#followed(name, member.apply(store, given));
      },
    });
  }

  #followed(name: string, answer: unknown): unknown {
    if (answer instanceof Promise) {
      const end = this.#begin(name);
      answer.then(end, end);
      return answer;
    }
    if (typeof answer !== 'object' || answer === null || !(Symbol.asyncIterator in answer)) return answer;
    return this.#followedStream(name, answer as AsyncIterable<unknown>);
  }

  async *#followedStream(name: string, stream: AsyncIterable<unknown>) {
    const end = this.#begin(name);
    try {
      yield* stream;
    } finally {
      end();
    }
  }

  #begin(name: string): () => void {
    const call = Symbol(name);
    this.#begun++;
    this.#underWay.set(call, name);
    return () => void this.#underWay.delete(call);
  }
}
