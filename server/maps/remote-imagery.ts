// Imagery from elsewhere: an ImagerySource that fetches tiles by HTTP when somebody looks at them. Browsers speak to Platbook
// alone. Where a host has no picture, the quarter of a shallower one is enlarged.
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { refusals } from '../../contract/messages.ts';
import type { Bounds, TileAddress } from '../../geo/geometry.ts';
import { tileNumber, tileRange } from '../../geo/tile-address.ts';
import { fillTileTemplate } from '../../geo/tile-template.ts';
import { fetchBytes } from '../../import/fetch-bytes.ts';
import type { RemoteTiles } from '../../store/layer-folder.ts';
import { Failure } from '../failure.ts';
import type { ImagerySource } from '../imagery-source.ts';
import { createCircuitBreaker } from './remote-imagery-breaker.ts';
import { checkPicture, enlargeQuarter } from './remote-imagery-picture.ts';

const TIMEOUT_MS = 15_000;
/** What nobody waits for any more is kept for the next who looks if it comes this soon; then its place is for others. */
const LEFT_MS = 1500;
const PICTURE_BYTES_MAX = 4e6;
/** Public hosts are asked gently. */
const CONCURRENCY = 4;
/** A picture is enlarged 16 times at most. */
const LEVELS_UP_MAX = 4;
/** Pictures that are missing are asked for again after a day: there may be newer imagery. */
const MISSES = { max: 50_000, ttl: 24 * 3600_000, ttlResolution: 0 };

/** On its way for some who wait. */
type Download = { picture: Promise<Buffer | undefined>; left: AbortController; waiting: number };

type Parts = {
  remote: RemoteTiles;
  /** Nothing is fetched outside, so that nobody uses the server to fetch the planet. */
  bounds: Bounds;
  /** HTML. */
  attribution: string;
  onWarning: (line: string) => void;
  timeoutMs?: number;
  now?: () => number;
};

export function createRemoteImagery(parts: Parts): ImagerySource {
  const { remote, bounds, attribution, onWarning, timeoutMs = TIMEOUT_MS, now = Date.now } = parts;
  const { url, zoomMin, zoomMax, tileSizePx } = remote;
  const breaker = createCircuitBreaker({ host: new URL(fillTileTemplate(url, ORIGIN)).host, onWarning, now });
  const misses = new LRUCache<number, true>({ ...MISSES, perf: { now } });
  const closing = new AbortController();
  /** By tile number: a picture that several tiles are enlarged from is fetched once. */
  const running = new Map<number, Download>();

  /** A WebP, or undefined where the host has none. Throws a Failure where it does not answer as it should. */
  async function fetchTile(address: TileAddress, signal: AbortSignal): Promise<Buffer | undefined> {
    const key = tileNumber(address);
    let known = running.get(key);
    if (!known || known.left.signal.aborted) {
      const left = new AbortController();
      const picture = download(address, AbortSignal.any([closing.signal, left.signal]));
      known = { picture, left, waiting: 0 };
      running.set(key, known);
    }
    const shared = known;
    const leave = () => {
      if (--shared.waiting > 0) return;
      setTimeout(() => shared.waiting === 0 && shared.left.abort(), LEFT_MS).unref();
    };
    shared.waiting++;
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await shared.picture;
    } finally {
      signal.removeEventListener('abort', leave);
      if (running.get(key) === shared) running.delete(key);
    }
  }

  async function download(address: TileAddress, signal: AbortSignal): Promise<Buffer | undefined> {
    if (misses.get(tileNumber(address))) return undefined;
    const waitMs = breaker.enter();
    if (waitMs > 0) throw away(waitMs);
    try {
      const answer = await fetchBytes({
        url: fillTileTemplate(url, address),
        bytesMax: PICTURE_BYTES_MAX,
        timeoutMs,
        signal,
      });
      const picture = answer.kind === 'found' ? await checkPicture(answer.bytes, address.z) : answer;
      if (picture.kind === 'failed') {
        breaker.failed(picture);
        throw away(picture.retryAfterMs ?? 0);
      }
      breaker.succeeded();
      if (picture.kind === 'picture') return picture.webp;
      misses.set(tileNumber(address), true);
      return undefined;
    } catch (error) {
      throw signal.aborted ? away(0) : error;
    } finally {
      breaker.leave();
    }
  }

  const isInside = ({ z, x, y }: TileAddress) => {
    const { minX, maxX, minY, maxY } = tileRange(bounds, z);
    return x >= minX && x <= maxX && y >= minY && y <= maxY;
  };

  return {
    // A refresh by cron changes nothing of it, so that the cache is kept.
    version: createHash('sha256').update(`${url} ${tileSizePx}`).digest('base64url').slice(0, 16),
    zoomMin,
    zoomMax,
    bounds,
    attribution,
    tileSizePx,
    concurrency: CONCURRENCY,
    async tile(address, signal, kept) {
      if (address.z < zoomMin || address.z > zoomMax || !isInside(address)) return undefined;
      const levelsUp = Math.min(LEVELS_UP_MAX, address.z - zoomMin);
      for (let up = 0; up <= levelsUp; up++) {
        signal.throwIfAborted();
        const ancestor = { z: address.z - up, x: address.x >> up, y: address.y >> up };
        const known = up > 0 ? await kept.read(ancestor) : undefined;
        const picture = known ?? (await fetchTile(ancestor, signal));
        if (!picture) continue;
        if (up === 0) return { picture, isEnlarged: false };
        if (!known) await kept.write(ancestor, picture);
        return { picture: await enlargeQuarter(picture, { address, up }), isEnlarged: true };
      }
      return undefined;
    },
    async close() {
      closing.abort();
      await Promise.allSettled([...running.values()].map(({ picture }) => picture));
    },
  };
}

const ORIGIN: TileAddress = { z: 0, x: 0, y: 0 };

function away(waitMs: number): Failure {
  return new Failure(503, refusals.serverFault, {
    ...(waitMs > 0 && { retryAfterSeconds: Math.ceil(waitMs / 1000) }),
  });
}
