// A worker thread that draws tiles deeper than the stored ones, from the parcels that are loaded now.
import { workerData } from 'node:worker_threads';
import type { TileAddress } from '../../geo/geometry.ts';
import { bufferedTileBounds } from '../../geo/tile-address.ts';
import { answerCalls } from '../../runtime/worker-call.ts';
import { DEEP_TILE_PARCELS_MAX, drawDeepTile } from '../draw-deep-tile.ts';
import type { StoredTile } from '../parcel-store.ts';
import { connect } from './connect.ts';
import { parcelsInBox } from './parcels-in-box.ts';

const { databaseUrl } = workerData as { databaseUrl: string };
const sql = connect(databaseUrl, { connectionsMax: 1 });

const calls = {
  deepTile: async (address: TileAddress): Promise<StoredTile> => {
    const query = { bounds: bufferedTileBounds(address), limit: DEEP_TILE_PARCELS_MAX };
    const { version, parcels } = await parcelsInBox(sql, query);
    return { version, gzip: drawDeepTile(address, parcels) };
  },
};
export type DeepTileCalls = typeof calls;

answerCalls(calls, () => sql.end({ timeout: 5 }));
