// The drawings of the account store, in SQL for both databases.

import type { StoredDrawing } from '../contract/drawing.ts';
import { DRAWINGS_KEPT_CHARACTERS_MAX, DRAWINGS_MAX } from '../contract/limits.ts';
import type { ChangeDrawing, DrawingChanged, DrawingStore } from './account-store.ts';
import type { SqlClient } from './sql-client.ts';

type DrawingRow = { id: string; version: number; geometry: string; properties: string };

/** Nobody else has changed it since: it has that version, or the same writer has not heard the answer to an earlier write. */
const isUnchangedSince = (base: string, writer: string) =>
  `(drawings.version = ${base} OR (drawings.base = ${base} AND drawings.writer = ${writer}))`;

const IS_SAME = 'drawings.geometry = excluded.geometry AND drawings.properties = excluded.properties';

export class SqlDrawings implements DrawingStore {
  readonly #sql: SqlClient;

  constructor(sql: SqlClient) {
    this.#sql = sql;
  }

  async list(userId: string): Promise<StoredDrawing[]> {
    const rows = await this.#sql.query<DrawingRow>(
      'SELECT id, version, geometry, properties FROM drawings WHERE user_id = $1 ORDER BY id',
      [userId],
    );
    return rows.map(drawingOf);
  }

  async change(change: ChangeDrawing): Promise<DrawingChanged> {
    const { userId, id, base, writer, drawing } = change;
    if (drawing) return this.#keep(change, drawing);
    const deleted = await this.#sql.query(
      `DELETE FROM drawings WHERE user_id = $1 AND id = $2 AND ${isUnchangedSince('CAST($3 AS BIGINT)', '$4')}
       RETURNING id`,
      [userId, id, base, writer],
    );
    const current = deleted.length > 0 ? undefined : await this.find({ userId, id });
    return current ? { outcome: 'stale', current } : { outcome: 'deleted' };
  }

  async #keep(
    { userId, id, base, writer, nowMs }: ChangeDrawing,
    drawing: NonNullable<ChangeDrawing['drawing']>,
  ): Promise<DrawingChanged> {
    const [geometry, properties] = [JSON.stringify(drawing.geometry), JSON.stringify(drawing.properties)];
    const [kept] = await this.#sql.queryLocked<{ version: number }>(
      userId,
      `INSERT INTO drawings (user_id, id, version, base, writer, characters, geometry, properties)
       SELECT $1, $2, CAST($3 AS BIGINT), CAST($4 AS BIGINT), $5, CAST($6 AS INTEGER), $7, $8
       WHERE (SELECT count(*) < CAST($9 AS INTEGER)
           AND coalesce(sum(characters), 0) + CAST($6 AS INTEGER) <= CAST($10 AS INTEGER)
         FROM drawings WHERE user_id = $1 AND id <> $2)
       ON CONFLICT (user_id, id) DO UPDATE SET
         version = CASE WHEN ${IS_SAME} THEN drawings.version
           WHEN excluded.version > drawings.version THEN excluded.version ELSE drawings.version + 1 END,
         base = excluded.base, writer = excluded.writer, characters = excluded.characters,
         geometry = excluded.geometry, properties = excluded.properties
       WHERE ${isUnchangedSince('excluded.base', 'excluded.writer')} OR (${IS_SAME})
       RETURNING version`,
      [
        userId,
        id,
        Math.max(base + 1, nowMs),
        base,
        writer,
        geometry.length + properties.length,
        geometry,
        properties,
        DRAWINGS_MAX,
        DRAWINGS_KEPT_CHARACTERS_MAX,
      ],
    );
    if (kept) return { outcome: 'kept', version: kept.version };
    const current = await this.find({ userId, id });
    const isStale = current && current.version !== base;
    return isStale ? { outcome: 'stale', current } : { outcome: 'full' };
  }

  async find({ userId, id }: { userId: string; id: string }): Promise<StoredDrawing | undefined> {
    const [row] = await this.#sql.query<DrawingRow>(
      'SELECT id, version, geometry, properties FROM drawings WHERE user_id = $1 AND id = $2',
      [userId, id],
    );
    return row && drawingOf(row);
  }
}

const drawingOf = ({ id, version, geometry, properties }: DrawingRow): StoredDrawing => ({
  type: 'Feature',
  id,
  geometry: JSON.parse(geometry),
  properties: JSON.parse(properties),
  version,
});
