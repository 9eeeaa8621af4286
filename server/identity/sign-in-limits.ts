// How often one may try: counted in the store, so that all processes count together.
import type { AccountStore } from '../../store/account-store.ts';
import { ProviderError } from './provider-error.ts';

const WINDOW_MS = 15 * 60_000;
export const MAILS_PER_ADDRESS_MAX = 5;
export const MAILS_PER_CLIENT_MAX = 30;
/** A token cannot be guessed; this bounds the work that trying makes. */
export const TRIES_PER_CLIENT_MAX = 100;

type Options = { accounts: AccountStore; now: () => number };

export type SignInLimits = {
  countMail(mail: { email: string; client: string }): Promise<void>;
  countTry(client: string): Promise<void>;
};

/** Each throws `too_many_requests` where the limit has been reached. */
export function createSignInLimits({ accounts, now }: Options): SignInLimits {
  async function countWithin(name: string, most: number): Promise<void> {
    const nowMs = now();
    const { count, windowEndsAtMs } = await accounts.count({ name, nowMs, windowMs: WINDOW_MS });
    if (count > most) {
      const retryAfterSeconds = Math.ceil((windowEndsAtMs - nowMs) / 1000);
      throw new ProviderError('too_many_requests', { retryAfterSeconds });
    }
  }

  return {
    async countMail({ email, client }) {
      await countWithin(`mails from ${client}`, MAILS_PER_CLIENT_MAX);
      await countWithin(`mails to ${email}`, MAILS_PER_ADDRESS_MAX);
    },
    countTry: (client) => countWithin(`tries from ${client}`, TRIES_PER_CLIENT_MAX),
  };
}
