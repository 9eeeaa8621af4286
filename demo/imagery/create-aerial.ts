// Aerial imagery of the map's own ground: drawn when somebody looks, kept on disk.
import { availableParallelism } from 'node:os';
import sharp from 'sharp';
import { messages } from '../../contract/messages.ts';
import type { ElevationGrid } from '../../geo/elevation-grid.ts';
import type { TileAddress } from '../../geo/geometry.ts';
import { tileNumber } from '../../geo/tile-address.ts';
import { openWorker } from '../../runtime/worker-call.ts';
import { Failure } from '../../server/failure.ts';
import { openPictureCache, type PictureLog } from '../../server/maps/picture-cache.ts';
import type { AerialCalls, AerialWorkerData } from './aerial-worker.ts';
import type { Picture } from './develop-photo.ts';
import { IMAGE_PIXELS } from './ground-plane.ts';
import { shareWorkers } from './share-workers.ts';

export const AERIAL_ZOOM_MIN = 8;
export const AERIAL_ZOOM_MAX = 18;

/** Counts the changes of how things are drawn, so that pictures drawn otherwise are not shown any more. */
export const DRAWING_VERSION = 1;
const CACHE_BYTES_MAX = 1024 ** 3;
const WEBP_QUALITY = 70;
/** The deepest zoom that maps of this schema usually have. */
const READ_ZOOM_MAX = 15;
/** Imagery is the largest work that the server does; it leaves a core to everything else where there is one. */
const WORKERS_MAX = 2;
/** A few screens full; whoever waits behind more than that would not see a picture before the request times out. */
const WAITING_MAX = 200;

export type Aerial = {
  /**
   * A WebP of 512 × 512 px; undefined where there is nothing to see. Throws a Failure where it cannot be drawn, or not
   * now. `asker` is aborted once whoever asks has left: a picture for nobody is not begun.
   */
  tile(address: TileAddress, asker?: AbortSignal): Promise<Buffer | undefined>;
  close(): Promise<void>;
};

export type AerialParts = {
  /** The map's vector tile, unpacked; undefined where it has none. */
  readTile(address: TileAddress): Promise<Uint8Array | undefined>;
  /** The map's deepest zoom: what is asked for beyond is drawn from there. */
  readZoomMax?: number;
  elevation: ElevationGrid | undefined;
  /** For this alone: whatever else lies in it is removed. */
  cacheFolder: string;
  /** Another one whenever the map or the elevation is another one. */
  version: string;
  log: PictureLog;
};

type Making = { picture: Promise<Buffer | undefined>; askers: (AbortSignal | undefined)[] };

export function createAerial({
  readTile,
  readZoomMax = READ_ZOOM_MAX,
  elevation,
  cacheFolder,
  version,
  log,
}: AerialParts): Aerial {
  const cache = openPictureCache({
    folder: cacheFolder,
    version: `${version}-${DRAWING_VERSION}`,
    bytesMax: CACHE_BYTES_MAX,
    log,
  });
  const workers = shareWorkers({
    count: Math.max(1, Math.min(WORKERS_MAX, availableParallelism() - 1)),
    waitingMax: WAITING_MAX,
    open: () =>
      openWorker<AerialCalls>(new URL('./aerial-worker.ts', import.meta.url), {
        elevation,
      } satisfies AerialWorkerData),
  });
  /** A thousand people who open the same view cost one picture. */
  const beingMade = new Map<number, Making>();

  async function make(address: TileAddress, askers: Making['askers']): Promise<Buffer | undefined> {
    const kept = await cache.read(address);
    if (kept) return kept;
    const picture = await draw(address, askers);
    if (!picture) return undefined;
    const webp = await encode(picture);
    await cache.write(address, webp);
    return webp;
  }

  async function draw(address: TileAddress, askers: Making['askers']): Promise<Picture | undefined> {
    const source = sourceOf(address, readZoomMax);
    try {
      return await workers.use(async (worker) => {
        if (askers.every((asker) => asker?.aborted)) throw new Failure(503, messages.serverFault);
        // Read no earlier: everybody who waits would hold a tile of the map in memory.
        const bytes = await readTile(source);
        return bytes && (await worker.call('draw', { address, source, bytes }));
      });
    } catch (error) {
      if (error instanceof Failure) throw error;
      log.warn({ err: error }, `No aerial imagery could be drawn from the map's tile ${pathOf(source)}.`);
      throw new Failure(503, messages.serverFault);
    }
  }

  return {
    async tile(address, asker) {
      if (address.z < AERIAL_ZOOM_MIN || address.z > AERIAL_ZOOM_MAX) return undefined;
      const key = tileNumber(address);
      const running = beingMade.get(key);
      if (running) {
        running.askers.push(asker);
        return running.picture;
      }
      const askers = [asker];
      const picture = make(address, askers).finally(() => beingMade.delete(key));
      beingMade.set(key, { picture, askers });
      return picture;
    },
    async close() {
      // First, so that those who wait are refused and only what is being drawn is waited for.
      await workers.close();
      await Promise.allSettled([...beingMade.values()].map(({ picture }) => picture));
      await cache.settled;
    },
  };
}

function sourceOf({ z, x, y }: TileAddress, zoomMax: number): TileAddress {
  const deeper = Math.max(0, z - zoomMax);
  return { z: z - deeper, x: x >> deeper, y: y >> deeper };
}

const pathOf = ({ z, x, y }: TileAddress): string => `${z}/${x}/${y}`;

function encode({ pixels, isOpaque }: Picture): Promise<Buffer> {
  const raw = { width: IMAGE_PIXELS, height: IMAGE_PIXELS, channels: 4 } as const;
  const image = sharp(pixels, { raw });
  return (isOpaque ? image.removeAlpha() : image).webp({ quality: WEBP_QUALITY, effort: 3 }).toBuffer();
}
