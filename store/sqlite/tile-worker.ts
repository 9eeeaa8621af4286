// A worker thread that draws tiles from the parcels files of one or more sources.
import { workerData } from 'node:worker_threads';
import type { TileAddress } from '../../geo/geometry.ts';
import { bufferedTileBounds } from '../../geo/tile-address.ts';
import { answerCalls } from '../../runtime/worker-call.ts';
import { type AddressJob, drawTile, STORED_TILE_PARCELS_MAX, type TileDrawingCalls } from '../draw-tiles.ts';
import { type PackedTileRow, ParcelReader, type ReaderSource, unpackTileParcel } from './parcel-reader.ts';

const { sources } = workerData as { sources: readonly ReaderSource[] };
const readers = sources.map((source) => new ParcelReader(source));

function rowsOf(address: TileAddress): PackedTileRow[] {
  const query = { bounds: bufferedTileBounds(address), limit: STORED_TILE_PARCELS_MAX };
  const rows = readers.flatMap((reader) => reader.largestInBox(query));
  if (rows.length <= STORED_TILE_PARCELS_MAX) return rows;
  return rows.sort((a, b) => b.size - a.size).slice(0, STORED_TILE_PARCELS_MAX);
}

const calls: TileDrawingCalls<AddressJob> = {
  draw: ({ addresses }) =>
    addresses.flatMap((address) => drawTile(address, rowsOf(address).map(unpackTileParcel))),
};

answerCalls(calls, () => {
  for (const reader of readers) reader.close();
});
