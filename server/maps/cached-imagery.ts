// Imagery of any source behind a disk cache, with single-flight: requests for the same tile share one call of the source.
import type { FastifyBaseLogger } from 'fastify';
import { messages } from '../../contract/messages.ts';
import type { TileAddress } from '../../geo/geometry.ts';
import { tileNumber } from '../../geo/tile-address.ts';
import { WorkerUnavailable } from '../../runtime/worker-pool.ts';
import { Failure } from '../failure.ts';
import type { ImagerySource } from '../imagery-source.ts';
import type { PictureTiles } from './map-tile-routes.ts';
import { openPictureCache } from './picture-cache.ts';

const CACHE_BYTES_MAX = 1024 ** 3;

export type CachedImagery = PictureTiles & Pick<ImagerySource, 'bounds' | 'attribution' | 'close'>;

type Parts = {
  source: ImagerySource;
  /** For this cache alone: anything else in it is removed. */
  cacheFolder: string;
  log: Pick<FastifyBaseLogger, 'warn'>;
};

/** A tile on its way, and how many requests wait for it. */
type Flight = { picture: Promise<Buffer | undefined>; waiting: number; abort: AbortController };

export function cacheImagery({ source, cacheFolder, log }: Parts): CachedImagery {
  const { version, zoomMin, zoomMax, bounds, attribution } = source;
  const cache = openPictureCache({ folder: cacheFolder, version, bytesMax: CACHE_BYTES_MAX, log });
  const flights = new Map<number, Flight>();

  async function fetchTile(address: TileAddress, signal: AbortSignal): Promise<Buffer | undefined> {
    const cached = await cache.read(address);
    if (cached) return cached;
    const picture = await askSource(address, signal);
    if (picture) await cache.write(address, picture);
    return picture;
  }

  async function askSource(address: TileAddress, signal: AbortSignal): Promise<Buffer | undefined> {
    try {
      return await source.tile(address, signal);
    } catch (error) {
      // Overload and an aborted request are expected; anything else the operator should see.
      if (!(error instanceof WorkerUnavailable) && !signal.aborted) {
        log.warn({ err: error }, `There is no imagery for tile ${address.z}/${address.x}/${address.y}.`);
      }
      throw new Failure(503, messages.serverFault);
    }
  }

  function startFlight(address: TileAddress): Flight {
    const key = tileNumber(address);
    const abort = new AbortController();
    const forget = () => {
      if (flights.get(key) === flight) flights.delete(key);
    };
    const picture = fetchTile(address, abort.signal).finally(forget);
    const flight: Flight = { picture, waiting: 0, abort };
    flights.set(key, flight);
    // An aborted flight may still fail: a request that comes now needs a new one.
    abort.signal.addEventListener('abort', forget);
    return flight;
  }

  function join(flight: Flight, request: AbortSignal | undefined): void {
    const leave = () => {
      flight.waiting--;
      if (flight.waiting === 0) flight.abort.abort();
    };
    flight.waiting++;
    if (request?.aborted) leave();
    else request?.addEventListener('abort', leave, { once: true });
  }

  return {
    version,
    zoomMin,
    zoomMax,
    bounds,
    attribution,
    async tile(address, request) {
      const flight = flights.get(tileNumber(address)) ?? startFlight(address);
      join(flight, request);
      return flight.picture;
    },
    async close() {
      // The source first: it rejects waiting requests, so that only running ones have to be waited for.
      await source.close();
      await Promise.allSettled([...flights.values()].map(({ picture }) => picture));
      await cache.settled;
    },
  };
}
