// The saved parcels of the account store, in SQL for both databases.
import { randomUUID } from 'node:crypto';
import { SAVED_PARCELS_MAX, SAVED_PARCELS_PAGE } from '../contract/limits.ts';
import type { SavedParcel } from '../contract/saved-parcel.ts';
import {
  type EditSavedParcel,
  SavedListFull,
  type SavedParcelsCursor,
  type SavedParcelsPage,
  type SavedParcelsQuery,
  type SaveParcel,
} from './account-store.ts';
import type { SqlClient } from './sql-client.ts';

/** Of an answer. */
export const SAVED_PARCEL_COLUMNS = `id, parcel_pin, parcel_owner_name, parcel_address, parcel_centroid_lat,
  parcel_centroid_lon, notes, folder, color`;

type PageRow = SavedParcel & { created_at_ms: number };

export class SqlSavedParcels {
  readonly #sql: SqlClient;

  constructor(sql: SqlClient) {
    this.#sql = sql;
  }

  async save({ userId, parcel, nowMs }: SaveParcel): Promise<SavedParcel | undefined> {
    // One statement counts and inserts. PostgreSQL would let concurrent ones count the same rows, hence the lock. The
    // casts are for PostgreSQL: in a SELECT it takes parameters for text.
    const [saved] = await this.#sql.queryLocked<SavedParcel>(
      userId,
      `INSERT INTO saved_parcels
         (id, user_id, parcel_pin, parcel_owner_name, parcel_address, parcel_centroid_lat, parcel_centroid_lon,
          notes, folder, color, created_at_ms)
       SELECT $1, $2, $3, $4, $5, CAST($6 AS DOUBLE PRECISION), CAST($7 AS DOUBLE PRECISION), $8, $9, $10,
         CAST($11 AS BIGINT)
       WHERE (SELECT count(*) FROM saved_parcels WHERE user_id = $2) < $12
       ON CONFLICT (user_id, parcel_pin) DO NOTHING
       RETURNING ${SAVED_PARCEL_COLUMNS}`,
      [
        randomUUID(),
        userId,
        parcel.parcel_pin,
        parcel.parcel_owner_name,
        parcel.parcel_address,
        parcel.parcel_centroid_lat ?? null,
        parcel.parcel_centroid_lon ?? null,
        parcel.notes ?? null,
        parcel.folder ?? null,
        parcel.color ?? null,
        nowMs,
        SAVED_PARCELS_MAX,
      ],
    );
    if (!saved && !(await this.#isSaved(userId, parcel.parcel_pin))) throw new SavedListFull();
    return saved;
  }

  async #isSaved(userId: string, pin: string): Promise<boolean> {
    const rows = await this.#sql.query('SELECT 1 FROM saved_parcels WHERE user_id = $1 AND parcel_pin = $2', [
      userId,
      pin,
    ]);
    return rows.length > 0;
  }

  async nameCounty(source: string): Promise<void> {
    await this.#sql.query(
      `UPDATE saved_parcels SET parcel_pin = parcel_pin || '~' || $1
       WHERE parcel_pin NOT LIKE '%~%'
         AND NOT EXISTS (
           SELECT 1 FROM saved_parcels AS other
           WHERE other.user_id = saved_parcels.user_id
             AND other.parcel_pin = saved_parcels.parcel_pin || '~' || $1
         )`,
      [source],
    );
  }

  async page({ userId, after }: SavedParcelsQuery): Promise<SavedParcelsPage> {
    // One row more than the page has: it tells whether there is another page.
    const rows = await (after ? this.#rowsAfter(userId, after) : this.#firstRows(userId));
    const page = rows.slice(0, SAVED_PARCELS_PAGE);
    const last = page.at(-1);
    const hasMore = rows.length > SAVED_PARCELS_PAGE && last !== undefined;
    return {
      parcels: page.map(({ created_at_ms: _, ...parcel }) => parcel),
      next: hasMore ? { createdAtMs: last.created_at_ms, id: last.id } : undefined,
    };
  }

  #firstRows(userId: string): Promise<PageRow[]> {
    return this.#sql.query<PageRow>(
      `SELECT ${SAVED_PARCEL_COLUMNS}, created_at_ms
       FROM saved_parcels WHERE user_id = $1 ORDER BY created_at_ms DESC, id DESC LIMIT $2`,
      [userId, SAVED_PARCELS_PAGE + 1],
    );
  }

  #rowsAfter(userId: string, { createdAtMs, id }: SavedParcelsCursor): Promise<PageRow[]> {
    return this.#sql.query<PageRow>(
      `SELECT ${SAVED_PARCEL_COLUMNS}, created_at_ms
       FROM saved_parcels WHERE user_id = $1 AND (created_at_ms, id) < ($2, $3)
       ORDER BY created_at_ms DESC, id DESC LIMIT $4`,
      [userId, createdAtMs, id, SAVED_PARCELS_PAGE + 1],
    );
  }

  async all(userId: string): Promise<SavedParcel[]> {
    const parcels: SavedParcel[] = [];
    let after: SavedParcelsCursor | undefined;
    do {
      const page = await this.page({ userId, after });
      parcels.push(...page.parcels);
      after = page.next;
    } while (after);
    return parcels;
  }

  async edit({ userId, id, edit }: EditSavedParcel): Promise<SavedParcel | undefined> {
    const { notes, folder, color } = edit;
    const isGiven = (value: unknown) => (value === undefined ? 0 : 1);
    const [edited] = await this.#sql.query<SavedParcel>(
      `UPDATE saved_parcels SET
         notes = CASE WHEN CAST($3 AS INTEGER) = 1 THEN $4 ELSE notes END,
         folder = CASE WHEN CAST($5 AS INTEGER) = 1 THEN $6 ELSE folder END,
         color = CASE WHEN CAST($7 AS INTEGER) = 1 THEN $8 ELSE color END
       WHERE user_id = $1 AND id = $2
       RETURNING ${SAVED_PARCEL_COLUMNS}`,
      [userId, id, ...[notes, folder, color].flatMap((value) => [isGiven(value), value ?? null])],
    );
    return edited;
  }

  async delete(target: { userId: string; id: string }): Promise<boolean> {
    const deleted = await this.#sql.query(
      'DELETE FROM saved_parcels WHERE user_id = $1 AND id = $2 RETURNING id',
      [target.userId, target.id],
    );
    return deleted.length > 0;
  }
}
