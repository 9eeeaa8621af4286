// Rate limits of signing in (fixed window). Counted in the store, so that all processes count together. What is
// over a limit is refused from memory: each count is a write, and an attacker's would delay everybody else's.
import { LRUCache } from 'lru-cache';
import { type LinkLimit, tooManyLinks } from '../../contract/messages.ts';
import type { AccountStore } from '../../store/account-store.ts';
import { ProviderError } from './provider-error.ts';

const WINDOW_MS = 15 * 60_000;
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** By address and client together: a client that asks for somebody else's links reaches a limit of their own. */
export const MAILS_PER_ADDRESS_AND_CLIENT_MAX = 5;
/**
 * The same for the /24 of an IPv4 address, or the /56 and the /48: nobody gets far by moving through their own networks. More than
 * above, because neighbors share a network: one client cannot use it up.
 */
export const MAILS_PER_ADDRESS_AND_NETWORK_MAX = 8;
/** By address alone: it bounds what many clients together can pour into one mailbox. */
export const MAILS_PER_ADDRESS_MAX = 50;
/** By address, from browsers in which its account has signed in. What strangers ask for does not count here. */
export const MAILS_PER_OWNER_MAX = 5;
/** By client: for an IPv4 address or a /64, then for its /56, then for its /48. */
export const MAILS_PER_CLIENT_MAX = [30, 120, 480] as const;
/** By all together. It keeps a mail server from taking this one for a source of spam. Only mails that are sent count. */
export const MAILS_PER_HOUR_MAX = 2000;
/** Of these, for accounts alone: made-up addresses cannot use them up. */
export const MAILS_PER_HOUR_RESERVED = 500;
/**
 * Codes by address in a day, and as many more from the owner's browsers: mails beyond carry the link alone. A code can be guessed
 * in 5 tries of a million, so this keeps the chance of a day at one in ten thousand, whoever asks from wherever.
 */
export const CODES_PER_ADDRESS_MAX = 20;
/** Tokens are too long to guess; this limits the load. By client, as above. */
export const TRIES_PER_CLIENT_MAX = [100, 400, 1600] as const;
/** Counters over their limit. One that is evicted is refused again after its next count. */
const REFUSED_MAX = 10_000;

type Options = { accounts: Pick<AccountStore, 'count'>; now: () => number };

export type RateLimits = {
  /**
   * A request for a link. `client`: its networks, from the narrowest to the widest. `isKnownBrowser`: the account of this address
   * has signed in there. Answers whether it counts as the owner's.
   */
  countRequest(asked: {
    email: string;
    client: readonly string[];
    isKnownBrowser: boolean;
  }): Promise<boolean>;
  /** Whether the mail may be sent. It throws nothing: what differs between known and unknown addresses must not be seen. */
  countMail(mail: { isOwner: boolean; isAccount: boolean }): Promise<boolean>;
  /** Whether the mail may carry a code. */
  countCode(mail: { email: string; isOwner: boolean }): Promise<boolean>;
  countTry(client: readonly string[]): Promise<void>;
};

type Limit = { name: string; most: number; windowMs?: number; explain?: LinkLimit };

/** `countRequest` and `countTry` throw `too_many_requests` where a limit has been reached. */
export function createRateLimits({ accounts, now }: Options): RateLimits {
  /** When the window ends in which a limit was reached, in milliseconds since 1970, by counter name. */
  const refusedUntil = new LRUCache<string, number>({ max: REFUSED_MAX });

  /** Undefined within the limit. */
  async function refusalOf(limit: Limit): Promise<ProviderError | undefined> {
    const { name, most, windowMs = WINDOW_MS, explain } = limit;
    const nowMs = now();
    const knownEndMs = refusedUntil.get(name) ?? nowMs;
    // An end further ahead is from before the clock was set back: then the store decides.
    const isKnown = knownEndMs > nowMs && knownEndMs <= nowMs + 2 * windowMs;
    if (isKnown) return tooMany(knownEndMs - nowMs, explain);
    const { count, windowEndsAtMs } = await accounts.count({ name, nowMs, windowMs });
    if (count <= most) return undefined;
    refusedUntil.set(name, windowEndsAtMs);
    return tooMany(windowEndsAtMs - nowMs, explain);
  }

  /** One limit after the other: a request that one of them refuses does not count for those behind it. */
  async function firstRefusal(limits: readonly Limit[]): Promise<ProviderError | undefined> {
    for (const limit of limits) {
      const refusal = await refusalOf(limit);
      if (refusal) return refusal;
    }
    return undefined;
  }

  return {
    async countRequest({ email, client, isKnownBrowser }) {
      const refusal = await firstRefusal([
        ...client.map((network, at): Limit => {
          return { name: `mails from ${network}`, most: MAILS_PER_CLIENT_MAX[at]!, explain: 'client' };
        }),
        ...withNeighbors(client).map((network, at): Limit => {
          const most = at === 0 ? MAILS_PER_ADDRESS_AND_CLIENT_MAX : MAILS_PER_ADDRESS_AND_NETWORK_MAX;
          return { name: `mails to ${email} from ${network}`, most, explain: 'address' };
        }),
        { name: `mails to ${email}`, most: MAILS_PER_ADDRESS_MAX, explain: 'address' },
      ]);
      // Both count, and either is enough: neither strangers nor a stolen cookie can use up what the owner has.
      const owner = { name: `mails to ${email} from its owner`, most: MAILS_PER_OWNER_MAX };
      const isOwner = isKnownBrowser && !(await refusalOf(owner));
      if (refusal && !isOwner) throw refusal;
      return isOwner;
    },
    async countMail({ isOwner, isAccount }) {
      const shared = { name: 'mails', most: MAILS_PER_HOUR_MAX - MAILS_PER_HOUR_RESERVED, windowMs: HOUR_MS };
      const reserve = { name: 'mails to accounts', most: MAILS_PER_HOUR_RESERVED, windowMs: HOUR_MS };
      return !(await refusalOf(shared)) || isOwner || (isAccount && !(await refusalOf(reserve)));
    },
    async countCode({ email, isOwner }) {
      const name = isOwner ? `codes to ${email} from its owner` : `codes to ${email}`;
      return !(await refusalOf({ name, most: CODES_PER_ADDRESS_MAX, windowMs: DAY_MS }));
    },
    async countTry(client) {
      const refusal = await firstRefusal(
        client.map((network, at) => ({ name: `tries from ${network}`, most: TRIES_PER_CLIENT_MAX[at]! })),
      );
      if (refusal) throw refusal;
    },
  };
}

/** With the /24 of an IPv4 address. */
function withNeighbors(client: readonly string[]): readonly string[] {
  const [, site] = /^(\d+\.\d+\.\d+)\.\d+$/.exec(client[0]!) ?? [];
  return site === undefined ? client : [...client, `${site}.0/24`];
}

function tooMany(waitMs: number, explain: LinkLimit | undefined): ProviderError {
  const retryAfterSeconds = Math.ceil(waitMs / 1000);
  return new ProviderError('too_many_requests', {
    retryAfterSeconds,
    ...(explain && { message: tooManyLinks(explain, retryAfterSeconds) }),
  });
}
