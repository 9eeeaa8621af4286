// A rate limit for clients without a session, with PARCEL_ACCESS=public: no client can take the server from everybody else. A token
// bucket for each network, in memory, by each process for itself.
import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { LRUCache } from 'lru-cache';
import { clientNetworks } from './client-networks.ts';
import { isLocalRequest } from './local-request.ts';

/** A large screen asks for some 50 tiles at once, and behind one address may be an office. */
export const CLIENT_BURST_MAX = 2000;
export const CLIENT_REQUESTS_PER_SECOND_MAX = 100;
/** The /64, /56 and /48 of an IPv6 client: the wider, the more people. An IPv4 address has the first alone. */
const SHARES = [1, 2, 4];
/** A client that is evicted begins with a full bucket. */
const REMEMBERED_MAX = 10_000;
const NAMES_LENGTH_MAX = 200;

type Bucket = { left: number; filledAtMs: number };

/** Counts a request. Answers the client's name; undefined where it has asked for too much, unless it is on this machine. */
export type TakeTurn = (request: IncomingMessage) => string | undefined;

type Options = {
  /** As Fastify has it. */
  trustProxy: string[];
  now: () => number;
};

export function createClientLimits({ trustProxy, now }: Options): TakeTurn {
  const isTrusted = proxyAddr.compile(trustProxy);
  const buckets = new LRUCache<string, Bucket>({ max: REMEMBERED_MAX });
  /** By what names the client: parsing that costs a tenth of a tile. */
  const known = new LRUCache<string, string[]>({ max: REMEMBERED_MAX });

  function networksOf(request: IncomingMessage): string[] {
    const { remoteAddress } = request.socket;
    const forwarded = trustProxy.length > 0 ? request.headers['x-forwarded-for'] : undefined;
    const names = forwarded === undefined ? `${remoteAddress}` : `${remoteAddress} ${forwarded}`;
    const found = known.get(names);
    if (found) return found;
    const networks = clientNetworks({ ip: `${proxyAddr(request, isTrusted)}` });
    // A client may add a long text of its own.
    if (names.length <= NAMES_LENGTH_MAX) known.set(names, networks);
    return networks;
  }

  /** True if there was something left. */
  function take(network: string, share: number): boolean {
    const nowMs = now();
    const bucket = buckets.get(network);
    if (!bucket) {
      buckets.set(network, { left: CLIENT_BURST_MAX * share - 1, filledAtMs: nowMs });
      return true;
    }
    // A clock that is set back adds nothing.
    const addedPerMs = (CLIENT_REQUESTS_PER_SECOND_MAX * share) / 1000;
    const added = Math.max(0, nowMs - bucket.filledAtMs) * addedPerMs;
    bucket.filledAtMs = nowMs;
    bucket.left = Math.min(CLIENT_BURST_MAX * share, bucket.left + added);
    if (bucket.left < 1) return false;
    bucket.left--;
    return true;
  }

  return (request) => {
    const networks = networksOf(request);
    const isWithinLimits = networks.every((network, at) => take(network, SHARES[at]!));
    return isWithinLimits || isLocalRequest(request) ? networks[0] : undefined;
  };
}
