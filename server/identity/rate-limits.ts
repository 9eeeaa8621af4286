// Rate limits of signing in (fixed window). Counted in the store, so that all processes count together. What is
// over a limit is refused from memory: each count is a write, and an attacker's would delay everybody else's.
import { LRUCache } from 'lru-cache';
import { type LinkLimit, tooManyLinks } from '../../contract/messages.ts';
import type { AccountStore } from '../../store/account-store.ts';
import { ProviderError } from './provider-error.ts';

const WINDOW_MS = 15 * 60_000;
const HOUR_MS = 60 * 60_000;

/** By address and client together: a client that asks for somebody else's links reaches a limit of their own. */
export const MAILS_PER_ADDRESS_AND_CLIENT_MAX = 5;
/** By address alone: it bounds what many clients together can pour into one mailbox. */
export const MAILS_PER_ADDRESS_MAX = 50;
/** By client: for an IPv4 address or a /64, then for its /56, then for its /48. */
export const MAILS_PER_CLIENT_MAX = [30, 120, 480] as const;
/** By all together. It keeps a mail server from taking this one for a source of spam. */
export const MAILS_PER_HOUR_MAX = 2000;
/** Tokens are too long to guess; this limits the load. By client, as above. */
export const TRIES_PER_CLIENT_MAX = [100, 400, 1600] as const;
/** Counters over their limit. One that is evicted is refused again after its next count. */
const REFUSED_MAX = 10_000;

type Options = { accounts: Pick<AccountStore, 'count'>; now: () => number };

export type RateLimits = {
  /** `client`: its networks, from the narrowest to the widest. */
  countMail(mail: { email: string; client: readonly string[] }): Promise<void>;
  countTry(client: readonly string[]): Promise<void>;
};

type Limit = { name: string; most: number; windowMs?: number; explain?: LinkLimit };

/** Each throws `too_many_requests` where a limit has been reached. */
export function createRateLimits({ accounts, now }: Options): RateLimits {
  /** When the window ends in which a limit was reached, in milliseconds since 1970, by counter name. */
  const refusedUntil = new LRUCache<string, number>({ max: REFUSED_MAX });

  async function countWithin({ name, most, windowMs = WINDOW_MS, explain }: Limit): Promise<void> {
    const nowMs = now();
    const knownEndMs = refusedUntil.get(name) ?? nowMs;
    // An end further ahead is from before the clock was set back: then the store decides.
    const isKnown = knownEndMs > nowMs && knownEndMs <= nowMs + 2 * windowMs;
    if (isKnown) throw tooMany(knownEndMs - nowMs, explain);
    const { count, windowEndsAtMs } = await accounts.count({ name, nowMs, windowMs });
    if (count <= most) return;
    refusedUntil.set(name, windowEndsAtMs);
    throw tooMany(windowEndsAtMs - nowMs, explain);
  }

  /** One limit after the other: a request that one of them refuses does not count for those behind it. */
  async function countWithinAll(limits: readonly Limit[]): Promise<void> {
    for (const limit of limits) await countWithin(limit);
  }

  return {
    countMail: ({ email, client }) =>
      countWithinAll([
        ...client.map((network, at): Limit => {
          return { name: `mails from ${network}`, most: MAILS_PER_CLIENT_MAX[at]!, explain: 'client' };
        }),
        {
          name: `mails to ${email} from ${client[0]}`,
          most: MAILS_PER_ADDRESS_AND_CLIENT_MAX,
          explain: 'address',
        },
        { name: `mails to ${email}`, most: MAILS_PER_ADDRESS_MAX, explain: 'address' },
        { name: 'mails', most: MAILS_PER_HOUR_MAX, windowMs: HOUR_MS, explain: 'server' },
      ]),
    countTry: (client) =>
      countWithinAll(
        client.map((network, at) => ({ name: `tries from ${network}`, most: TRIES_PER_CLIENT_MAX[at]! })),
      ),
  };
}

function tooMany(waitMs: number, explain: LinkLimit | undefined): ProviderError {
  const retryAfterSeconds = Math.ceil(waitMs / 1000);
  return new ProviderError('too_many_requests', {
    retryAfterSeconds,
    ...(explain && { message: tooManyLinks(explain, retryAfterSeconds) }),
  });
}
