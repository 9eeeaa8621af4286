// A worker thread that reads the parcels files of a set.
import { workerData } from 'node:worker_threads';
import type { Bounds, LngLat, TileAddress } from '../../geo/geometry.ts';
import { bufferedTileBounds } from '../../geo/tile-address.ts';
import { answerCalls } from '../../runtime/worker-call.ts';
import { DEEP_TILE_PARCELS_MAX, drawDeepTile } from '../draw-deep-tile.ts';
import { type ReaderSource, unpackTileParcel } from './parcel-reader.ts';
import { SourcesReader } from './sources-reader.ts';

const { sources } = workerData as { sources: readonly ReaderSource[] };
let opened: SourcesReader | undefined;

// Opened by the first call, so that an error reaches the caller as the answer to that call.
function open(): SourcesReader {
  opened ??= SourcesReader.open(sources);
  return opened;
}

const calls = {
  open: () => {
    open();
  },
  findByPin: (pin: string) => open().findByPin(pin),
  findAt: (point: LngLat) => open().findAt(point),
  findShape: (pin: string) => open().findShape(pin),
  /** As JSON: a text is cheaper to copy between threads than the objects. */
  search: async (query: { text: string; limit: number }) => JSON.stringify(await open().search(query)),
  inBox: (query: { bounds: Bounds; limit: number }) => open().inBox(query),
  deepTile: (address: TileAddress) => {
    const query = { bounds: bufferedTileBounds(address), limit: DEEP_TILE_PARCELS_MAX };
    return drawDeepTile(address, open().inBox(query).map(unpackTileParcel));
  },
  readBatch: (query: { name: string; after: number; limit: number; withShapes: boolean }) =>
    open().readBatch(query),
};
export type ParcelReaderCalls = typeof calls;

answerCalls(calls, () => opened?.close());
