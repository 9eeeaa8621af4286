// The query for the parcels of a box, on PostgreSQL.
import type { Bounds } from '../../geo/geometry.ts';
import { type TileRow, tileColumns, tileParcelOf } from '../parcel-row.ts';
import type { ParcelsInBox } from '../parcel-store.ts';
import { gridBox } from '../storage-grid.ts';
import { columnList, type Sql } from './connect.ts';
import { PARCELS } from './parcel-schema.ts';
import { fromWkb } from './well-known-binary.ts';

export async function parcelsInBox(
  sql: Sql,
  { bounds, limit }: { bounds: Bounds; limit: number },
): Promise<ParcelsInBox> {
  const box = gridBox(bounds);
  // The outer join answers the version even where the box is empty: one row without a parcel.
  const rows = await sql<(TileRow & { version: string; qualifier: string | null; wkb: Buffer | null })[]>`
    SELECT version, qualifier, ${columnList(sql, tileColumns)}, ST_AsBinary(shape, 'NDR') AS wkb
    FROM ${sql(PARCELS)}.loaded_set LEFT JOIN ${sql(PARCELS)}.parcel
      ON shape && ST_MakeEnvelope(${bounds.west}, ${bounds.south}, ${bounds.east}, ${bounds.north}, 4326)
      AND parcel.west <= ${box.east} AND parcel.east >= ${box.west}
      AND parcel.south <= ${box.north} AND parcel.north >= ${box.south}
    ORDER BY pin LIMIT ${limit}`;
  const parcels = rows.flatMap((row) =>
    row.wkb ? [tileParcelOf({ row, geometry: fromWkb(row.wkb), qualifier: row.qualifier ?? undefined })] : [],
  );
  return { version: rows[0]!.version, parcels };
}
