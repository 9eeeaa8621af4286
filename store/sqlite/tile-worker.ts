// A worker thread that draws tiles from a parcels file.
import { workerData } from 'node:worker_threads';
import { bufferedTileBounds } from '../../geo/tile-address.ts';
import { answerCalls } from '../../runtime/worker-call.ts';
import { drawTile, STORED_TILE_PARCELS_MAX, type TileDrawingCalls } from '../draw-tiles.ts';
import { ParcelReader, unpackTileParcel } from './parcel-reader.ts';

const reader = new ParcelReader(workerData.path);

const calls: TileDrawingCalls = {
  draw: (addresses) =>
    addresses.flatMap((address) => {
      const rows = reader.largestInBox({
        bounds: bufferedTileBounds(address),
        limit: STORED_TILE_PARCELS_MAX,
      });
      return drawTile(address, rows.map(unpackTileParcel));
    }),
};

answerCalls(calls, () => reader.close());
