// The worker thread that paints imagery, so that the server keeps answering meanwhile.
import { workerData } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import type { ElevationGrid } from '../../geo/elevation-grid.ts';
import type { TileAddress } from '../../geo/geometry.ts';
import { tileNumber } from '../../geo/tile-address.ts';
import { answerCalls } from '../../runtime/worker-call.ts';
import type { Picture } from './develop-photo.ts';
import { drawAerialTile } from './draw-aerial-tile.ts';
import type { GroundFeatures } from './ground-features.ts';
import { readVectorTile } from './read-vector-tile.ts';

export type PaintingWorkerData = { elevation: ElevationGrid | undefined };

export type PaintingCalls = {
  paint(order: {
    address: TileAddress;
    /** The vector tile that covers `address`: the same tile, or an ancestor. */
    source: TileAddress;
    bytes: Uint8Array;
  }): Picture | undefined;
};

const { elevation } = workerData as PaintingWorkerData;

/** Neighboring tiles are requested together, and at the deepest zoom 64 of them share one source. */
const decoded = new LRUCache<number, GroundFeatures>({ max: 6 });

function featuresOf(source: TileAddress, bytes: Uint8Array): GroundFeatures {
  const key = tileNumber(source);
  const features = decoded.get(key) ?? readVectorTile(bytes, source);
  decoded.set(key, features);
  return features;
}

const calls: PaintingCalls = {
  paint: ({ address, source, bytes }) =>
    drawAerialTile({ address, features: featuresOf(source, bytes), elevation }),
};

answerCalls(calls, () => {});
