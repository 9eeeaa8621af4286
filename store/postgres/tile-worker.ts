// A worker thread that draws tiles from the parcels being loaded, and from loaded ones that share the tiles.
import { workerData } from 'node:worker_threads';
import type { TileAddress } from '../../geo/geometry.ts';
import type { TileParcel } from '../../geo/parcel-tile.ts';
import { bufferedTileBounds } from '../../geo/tile-address.ts';
import { answerCalls } from '../../runtime/worker-call.ts';
import {
  type AddressJob,
  type DrawnTile,
  drawTile,
  STORED_TILE_PARCELS_MAX,
  type TileDrawingCalls,
} from '../draw-tiles.ts';
import { type TileRow, tileColumns, tileParcelOf } from '../parcel-row.ts';
import { gridBox } from '../storage-grid.ts';
import { columnList, connect } from './connect.ts';
import { NEXT, PARCELS } from './parcel-schema.ts';
import { fromWkb } from './well-known-binary.ts';

export type TileWorkerData = {
  databaseUrl: string;
  /** The loaded sources to draw, besides the parcels being loaded. */
  sources: readonly string[];
};

const { databaseUrl, sources } = workerData as TileWorkerData;
const sql = connect(databaseUrl, { connectionsMax: 1 });

const drawnColumns = ['qualifier', ...tileColumns, 'shape', 'west', 'south', 'east', 'north'];
const columns = () => columnList(sql, drawnColumns);
const alsoLoaded = () =>
  sources.length === 0
    ? sql``
    : sql`UNION ALL SELECT ${columns()} FROM ${sql(PARCELS)}.parcel WHERE source = ANY (${[...sources]})`;

async function parcelsOf(address: TileAddress): Promise<TileParcel[]> {
  const bounds = bufferedTileBounds(address);
  const box = gridBox(bounds);
  const rows = await sql<(TileRow & { wkb: Buffer; qualifier: string | null })[]>`
    WITH largest AS (
      SELECT ${columns()}
      FROM (SELECT ${columns()} FROM ${sql(NEXT)}.parcel ${alsoLoaded()}) AS parcel
      WHERE shape && ST_MakeEnvelope(${bounds.west}, ${bounds.south}, ${bounds.east}, ${bounds.north}, 4326)
        AND west <= ${box.east} AND east >= ${box.west} AND south <= ${box.north} AND north >= ${box.south}
      ORDER BY (east - west)::double precision * (north - south) DESC, pin LIMIT ${STORED_TILE_PARCELS_MAX}
    )
    SELECT qualifier, ${columnList(sql, tileColumns)}, ST_AsBinary(shape, 'NDR') AS wkb FROM largest ORDER BY pin`;
  return rows.map((row) =>
    tileParcelOf({ row, geometry: fromWkb(row.wkb), qualifier: row.qualifier ?? undefined }),
  );
}

const calls: TileDrawingCalls<AddressJob> = {
  draw: async ({ addresses }) => {
    const drawn: DrawnTile[] = [];
    for (const address of addresses) drawn.push(...drawTile(address, await parcelsOf(address)));
    return drawn;
  },
};

answerCalls(calls, () => sql.end());
