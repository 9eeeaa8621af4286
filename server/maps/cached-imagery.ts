// Imagery of any source behind a disk cache, with single-flight: requests for the same tile share one call of the source.
// What has to be made waits in a queue that is fair by client.
import type { FastifyBaseLogger } from 'fastify';
import { refusals } from '../../contract/messages.ts';
import type { TileAddress } from '../../geo/geometry.ts';
import { tileNumber } from '../../geo/tile-address.ts';
import { type Client, createFairQueue } from '../../runtime/fair-queue.ts';
import { Failure } from '../failure.ts';
import type { ImagerySource, ImageryTile } from '../imagery-source.ts';
import type { PictureTiles } from './map-tile-routes.ts';
import { openPictureCache, type PictureCache, type PictureCacheOptions } from './picture-cache.ts';

const CACHE_BYTES_MAX = 1024 ** 3;
/** Pictures that wait for a person, and for all strangers together: a few screens full. */
const WAITING_MAX = 64;
/** How long a picture waits for its turn: past the server's own time-out it would be a fault, in the answer and in the log. */
const WAIT_MS = 20_000;
/** The map itself is for signed-in people; strangers may look at a picture now and then. */
const STRANGERS_RUNNING_MAX = 2;

export type CachedImagery = PictureTiles & Pick<ImagerySource, 'bounds' | 'attribution' | 'close'>;

type Parts = {
  source: ImagerySource;
  /** For this cache alone: anything else in it is removed. */
  cacheFolder: string;
  log: Pick<FastifyBaseLogger, 'warn'>;
  waitMs?: number;
};

/** A tile on its way. */
type Flight = {
  picture: Promise<Buffer | undefined>;
  settle(picture: Promise<Buffer | undefined>): void;
  refuse(): void;
  /** How many requests wait for it. */
  waiting: number;
  abort: AbortController;
  /** Each client that waits has a place in the queue, by its name: the first turn makes the picture for all. */
  places: Map<string, () => void>;
  isBegun: boolean;
};

export function cacheImagery({ source, cacheFolder, log, waitMs = WAIT_MS }: Parts): CachedImagery {
  const { version, zoomMin, zoomMax, bounds, attribution } = source;
  const { cache, release } = shareCache({ folder: cacheFolder, version, bytesMax: CACHE_BYTES_MAX, log });
  const queue = createFairQueue({
    runningMax: source.concurrency,
    // Never all of it.
    strangersRunningMax: Math.max(1, Math.min(STRANGERS_RUNNING_MAX, source.concurrency - 1)),
    waitingMax: WAITING_MAX,
  });
  const flights = new Map<number, Flight>();

  async function makeTile(address: TileAddress, signal: AbortSignal): Promise<Buffer | undefined> {
    // Another flight may have made it since this one was asked for.
    const cached = await readCached(address);
    if (cached) return cached;
    const tile = await askSource(address, signal);
    if (tile) await (tile.isEnlarged ? cache.writeEnlarged : cache.write)(address, tile.picture);
    return tile?.picture;
  }

  async function readCached(address: TileAddress): Promise<Buffer | undefined> {
    return (await cache.read(address)) ?? cache.readEnlarged(address);
  }

  async function askSource(address: TileAddress, signal: AbortSignal): Promise<ImageryTile | undefined> {
    try {
      return await source.tile(address, signal, cache);
    } catch (error) {
      if (error instanceof Failure) throw error;
      // An aborted request is expected; anything else the operator should see.
      if (signal.aborted) throw busy();
      log.warn({ err: error }, `There is no imagery for tile ${address.z}/${address.x}/${address.y}.`);
      throw new Failure(503, refusals.serverFault);
    }
  }

  function startFlight(address: TileAddress): Flight {
    const key = tileNumber(address);
    const abort = new AbortController();
    let settle: Flight['settle'] = () => {};
    let refuse: Flight['refuse'] = () => {};
    const settled = new Promise<Buffer | undefined>((resolve, reject) => {
      settle = resolve;
      refuse = () => reject(busy());
    });
    const forget = () => {
      clearTimeout(timer);
      if (flights.get(key) === flight) flights.delete(key);
    };
    const picture = settled.finally(forget);
    // Requests that have gone away do not handle it.
    picture.catch(() => {});
    const flight: Flight = { picture, settle, refuse, waiting: 0, abort, places: new Map(), isBegun: false };
    flights.set(key, flight);
    const timer = setTimeout(() => flight.isBegun || giveUp(flight), waitMs).unref();
    abort.signal.addEventListener('abort', () => {
      // An aborted flight may still fail: a request that comes now needs a new one.
      forget();
      if (!flight.isBegun) giveUp(flight);
    });
    return flight;
  }

  function leaveQueue({ places }: Flight): void {
    for (const leave of places.values()) leave();
    places.clear();
  }

  function giveUp(flight: Flight): void {
    leaveQueue(flight);
    flight.refuse();
  }

  /** Another client's turn may have come first. */
  async function begin(flight: Flight, address: TileAddress): Promise<void> {
    if (flight.isBegun) return;
    flight.isBegun = true;
    leaveQueue(flight);
    flight.settle(makeTile(address, flight.abort.signal));
    await flight.picture.catch(() => {});
  }

  function takePlace(flight: Flight, address: TileAddress, client: Client): void {
    if (flight.isBegun || flight.places.has(client.name)) return;
    const drop = () => {
      flight.places.delete(client.name);
      if (flight.places.size === 0 && !flight.isBegun) giveUp(flight);
    };
    flight.places.set(client.name, queue.enter({ client, run: () => begin(flight, address), drop }));
  }

  function join(flight: Flight, signal: AbortSignal): void {
    flight.waiting++;
    const leave = () => {
      flight.waiting--;
      if (flight.waiting === 0) flight.abort.abort();
    };
    signal.addEventListener('abort', leave, { once: true });
  }

  return {
    version,
    zoomMin,
    zoomMax,
    bounds,
    attribution,
    async tile(address, { signal, client: findClient }) {
      // What is on the disk waits for nobody.
      const cached = await readCached(address);
      if (cached) return cached;
      const client = await findClient();
      if (signal.aborted) throw busy();
      const flight = flights.get(tileNumber(address)) ?? startFlight(address);
      join(flight, signal);
      takePlace(flight, address, client);
      return flight.picture;
    },
    async close() {
      // First those who wait, so that only running ones have to be waited for.
      queue.close();
      await source.close();
      await Promise.allSettled([...flights.values()].map(({ picture }) => picture));
      await cache.settled;
      release();
    },
  };
}

/** The open ones. A source that replaces the same one goes on with its cache: the files are not counted again. */
const caches = new Map<string, { cache: PictureCache; users: number }>();

function shareCache(o: PictureCacheOptions) {
  const key = `${o.folder}\n${o.version}`;
  const shared = caches.get(key) ?? { cache: openPictureCache(o), users: 0 };
  shared.users++;
  caches.set(key, shared);
  const release = () => {
    if (--shared.users === 0) caches.delete(key);
  };
  return { cache: shared.cache, release };
}

function busy(): Failure {
  return new Failure(503, refusals.picturesBusy);
}
