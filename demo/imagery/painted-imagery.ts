// Painted imagery: an ImagerySource that draws what a basemap's ground might look like from above, on demand.
import { availableParallelism } from 'node:os';
import type { ElevationGrid } from '../../geo/elevation-grid.ts';
import type { Bounds, TileAddress } from '../../geo/geometry.ts';
import { loadSharp } from '../../runtime/load-sharp.ts';
import { openWorker, type WorkerCaller } from '../../runtime/worker-call.ts';
import type { ImagerySource } from '../../server/imagery-source.ts';
import type { Picture } from './develop-photo.ts';
import { IMAGE_PIXELS } from './ground-plane.ts';
import type { PaintingCalls, PaintingWorkerData } from './painting-worker.ts';

const ZOOM_MIN = 8;
const ZOOM_MAX = 18;
/** Increase it with every change of how things are painted: it invalidates cached tiles. */
const PAINTING_VERSION = 1;
const ATTRIBUTION = 'Imagery drawn from the map, not photographed';
const WEBP_QUALITY = 70;
/** Painting is the server's heaviest work: it leaves one core to everything else if there is more than one. */
const WORKERS_MAX = 2;

export type PaintingParts = {
  /** Vector tiles in the Protomaps schema. */
  basemap: {
    version: string;
    zoomMax: number;
    bounds: Bounds;
    findUnpacked(address: TileAddress): Promise<Uint8Array | undefined>;
  };
  elevation: { grid: ElevationGrid; version: string } | undefined;
};

export function createPaintedImagery({ basemap, elevation }: PaintingParts): ImagerySource {
  const count = Math.max(1, Math.min(WORKERS_MAX, availableParallelism() - 1));
  const painters = Array.from({ length: count }, (): Painter => ({ worker: undefined, pictures: 0 }));
  const running = new Set<Promise<unknown>>();

  async function paint(address: TileAddress): Promise<Picture | undefined> {
    const source = sourceOf(address, basemap.zoomMax);
    const painter = painters.reduce((one, other) => (other.pictures < one.pictures ? other : one));
    painter.pictures++;
    try {
      const bytes = await basemap.findUnpacked(source);
      if (!bytes) return undefined;
      painter.worker ??= openWorker<PaintingCalls>(new URL('./painting-worker.ts', import.meta.url), {
        elevation: elevation?.grid,
      } satisfies PaintingWorkerData);
      return await painter.worker.call('paint', { address, source, bytes });
    } catch (error) {
      const { z, x, y } = source;
      throw new Error(`The map's tile ${z}/${x}/${y} cannot be painted.`, { cause: error });
    } finally {
      painter.pictures--;
    }
  }

  return {
    version: [basemap.version, elevation?.version, PAINTING_VERSION].filter(Boolean).join('-'),
    zoomMin: ZOOM_MIN,
    zoomMax: ZOOM_MAX,
    bounds: basemap.bounds,
    attribution: ATTRIBUTION,
    tileSizePx: IMAGE_PIXELS,
    // One more than workers: a picture is still being packed while the next is painted.
    concurrency: count + 1,
    async tile(address, signal) {
      signal.throwIfAborted();
      if (address.z < ZOOM_MIN || address.z > ZOOM_MAX) return undefined;
      const painted = paint(address);
      running.add(painted);
      const picture = await painted.finally(() => running.delete(painted));
      return picture && { picture: await encode(picture), isEnlarged: false };
    },
    async close() {
      await Promise.allSettled(running);
      await Promise.all(painters.map(({ worker }) => worker?.close()));
    },
  };
}

type Painter = {
  /** Opened with its first picture. */
  worker: WorkerCaller<PaintingCalls> | undefined;
  /** How many it has to paint now. */
  pictures: number;
};

/** The vector tile that covers an address: itself, or its ancestor at the map's deepest zoom. */
function sourceOf({ z, x, y }: TileAddress, zoomMax: number): TileAddress {
  const deeper = Math.max(0, z - zoomMax);
  return { z: z - deeper, x: x >> deeper, y: y >> deeper };
}

async function encode({ pixels, isOpaque }: Picture): Promise<Buffer> {
  const raw = { width: IMAGE_PIXELS, height: IMAGE_PIXELS, channels: 4 } as const;
  const sharp = await loadSharp();
  const image = sharp(pixels, { raw });
  return (isOpaque ? image.removeAlpha() : image).webp({ quality: WEBP_QUALITY, effort: 3 }).toBuffer();
}
