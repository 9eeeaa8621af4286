// How often one may try: counted in the store, so that all processes count together; whoever is over the limit is
// refused from memory, for a count is a write that everybody else's would wait behind.
import { LRUCache } from 'lru-cache';
import type { AccountStore } from '../../store/account-store.ts';
import { ProviderError } from './provider-error.ts';

const WINDOW_MS = 15 * 60_000;
export const MAILS_PER_ADDRESS_MAX = 5;
export const MAILS_PER_CLIENT_MAX = 30;
/** A token cannot be guessed; this bounds the work that trying makes. */
export const TRIES_PER_CLIENT_MAX = 100;
/** Of those over a limit; one that is forgotten is found to be over it by the next count. */
const REMEMBERED_MAX = 10_000;

type Options = { accounts: Pick<AccountStore, 'count'>; now: () => number };

export type SignInLimits = {
  countMail(mail: { email: string; client: string }): Promise<void>;
  countTry(client: string): Promise<void>;
};

/** Each throws `too_many_requests` where the limit has been reached. */
export function createSignInLimits({ accounts, now }: Options): SignInLimits {
  /** By name, when the window ends in which the limit was reached: in milliseconds since 1970. */
  const refusedUntil = new LRUCache<string, number>({ max: REMEMBERED_MAX });

  async function countWithin(name: string, most: number): Promise<void> {
    const nowMs = now();
    const knownEndMs = refusedUntil.get(name) ?? nowMs;
    // An end further ahead was known before the clock was set back: then the store decides.
    if (knownEndMs > nowMs && knownEndMs <= nowMs + 2 * WINDOW_MS) throw tooMany(knownEndMs - nowMs);
    const { count, windowEndsAtMs } = await accounts.count({ name, nowMs, windowMs: WINDOW_MS });
    if (count <= most) return;
    refusedUntil.set(name, windowEndsAtMs);
    throw tooMany(windowEndsAtMs - nowMs);
  }

  return {
    async countMail({ email, client }) {
      await countWithin(`mails from ${client}`, MAILS_PER_CLIENT_MAX);
      await countWithin(`mails to ${email}`, MAILS_PER_ADDRESS_MAX);
    },
    countTry: (client) => countWithin(`tries from ${client}`, TRIES_PER_CLIENT_MAX),
  };
}

function tooMany(waitMs: number): ProviderError {
  return new ProviderError('too_many_requests', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
}
