// Rate limits of signing in (fixed window). Counted in the store, so that all processes count together. A client over
// its limit is refused from memory: each count is a write, and an attacker's would delay everybody else's.
import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { AccountStore } from '../../store/account-store.ts';
import { ProviderError } from './provider-error.ts';

const WINDOW_MS = 15 * 60_000;
export const MAILS_PER_ADDRESS_MAX = 5;
export const MAILS_PER_CLIENT_MAX = 30;
/** Tokens are too long to guess; this limits the load. */
export const TRIES_PER_CLIENT_MAX = 100;
/** Clients over a limit. One that is evicted is refused again after its next count. */
const REFUSED_MAX = 10_000;

type Options = { accounts: Pick<AccountStore, 'count'>; now: () => number };

export type RateLimits = {
  countMail(mail: { email: string; client: string }): Promise<void>;
  countTry(client: string): Promise<void>;
};

/** Each throws `too_many_requests` where the limit has been reached. */
export function createRateLimits({ accounts, now }: Options): RateLimits {
  /** When the window ends in which a limit was reached, in milliseconds since 1970, by counter name. */
  const refusedUntil = new LRUCache<string, number>({ max: REFUSED_MAX });

  async function countWithin(name: string, most: number): Promise<void> {
    const nowMs = now();
    const knownEndMs = refusedUntil.get(name) ?? nowMs;
    // An end further ahead is from before the clock was set back: then the store decides.
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

/** A proxy may send any text as the address: it is counted under its first characters. */
const NAME_LENGTH_MAX = 64;

/** The key to count a client by: its IPv4 address, or its /64 network. Fastify has applied TRUST_PROXY already. */
export function clientAddress({ ip }: Pick<FastifyRequest, 'ip'>): string {
  const [mapped] = /(?<=^::ffff:)[\d.]+$/i.exec(ip) ?? [];
  if (mapped !== undefined || !isIPv6(ip)) return (mapped ?? ip).slice(0, NAME_LENGTH_MAX);
  // One household has a whole /64 of IPv6 addresses: the first four of eight groups identify it.
  const { hostname } = new URL(`http://[${ip.replace(/%.*$/, '')}]`);
  const [head = '', tail] = hostname.slice(1, -1).split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail ? tail.split(':') : [];
  const filled = [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last];
  return `${filled.slice(0, 4).join(':')}::/64`;
}
