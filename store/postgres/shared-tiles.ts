// The tiles that parcels of two or more sources touch. They are drawn from all of them, into a table of their own.
import { tileOfNumber } from '../../geo/tile-address.ts';
import { addressJobs, drawInPool } from '../draw-tiles.ts';
import type { LoadProgress } from '../parcel-store.ts';
import type { Sql } from './connect.ts';
import { tileRow } from './load-parcels.ts';
import { NEXT, PARCELS } from './parcel-schema.ts';
import type { TileWorkerData } from './tile-worker.ts';

type SharedTiles = {
  sql: Sql;
  databaseUrl: string;
  /** The source that changes. Its new tiles, if it has any, are in NEXT. */
  changing: string;
  /** The sources that stay as they are. There must be one, in tables of this format. */
  others: readonly string[];
  signal: AbortSignal;
  onProgress: ((progress: LoadProgress) => void) | undefined;
};

/** Draws only the tiles that the changing source touches or has touched, and copies the rest. */
export async function writeSharedTiles({
  sql,
  databaseUrl,
  changing,
  others,
  signal,
  onProgress,
}: SharedTiles): Promise<void> {
  const touched = () => sql`
    SELECT number FROM ${sql(NEXT)}.tile
    UNION SELECT number FROM ${sql(PARCELS)}.tile WHERE source = ${changing}`;
  await sql`
    INSERT INTO ${sql(NEXT)}.shared_tile
    SELECT number, gzip FROM ${sql(PARCELS)}.shared_tile WHERE number NOT IN (${touched()})`;
  const shared = await sql<{ number: number }[]>`
    WITH drawn AS (
      SELECT number FROM ${sql(NEXT)}.tile
      UNION ALL SELECT number FROM ${sql(PARCELS)}.tile WHERE source = ANY (${[...others]})
    ), touched AS (${touched()})
    SELECT number FROM drawn JOIN touched USING (number) GROUP BY number HAVING count(*) > 1 ORDER BY number`;
  if (shared.length === 0) return;
  await drawInPool({
    workerSource: new URL('./tile-worker.ts', import.meta.url),
    workerData: { databaseUrl, sources: others } satisfies TileWorkerData,
    jobs: addressJobs(shared.map(({ number }) => tileOfNumber(number))),
    onTiles: async (drawn) => {
      const rows = drawn.map(tileRow);
      await sql`
        INSERT INTO ${sql(NEXT)}.shared_tile
        SELECT * FROM jsonb_populate_recordset(NULL::${sql(NEXT)}.shared_tile, ${sql.json(rows)})`;
    },
    onProgress: (progress) => {
      signal.throwIfAborted();
      onProgress?.({ stage: 'Drawing tiles shared with other sources', ...progress });
    },
  });
}
