// The account tables, as numbered migrations that run unchanged on both databases. Migrations are only ever added.
import { OperatorError } from '../runtime/operator-error.ts';

const migrations: readonly (readonly string[])[] = [
  [
    `CREATE TABLE users (
      user_id TEXT PRIMARY KEY,
      email TEXT NOT NULL UNIQUE,
      email_verified INTEGER NOT NULL,
      created_at_ms BIGINT NOT NULL
    )`,
    `CREATE TABLE magic_links (
      token_hash TEXT PRIMARY KEY,
      user_id TEXT NOT NULL REFERENCES users (user_id),
      code_challenge TEXT NOT NULL,
      created_at_ms BIGINT NOT NULL,
      expires_at_ms BIGINT NOT NULL,
      wrong_tries INTEGER NOT NULL,
      spent INTEGER NOT NULL
    )`,
    'CREATE INDEX magic_links_expiry ON magic_links (expires_at_ms)',
    `CREATE TABLE sessions (
      session_id TEXT PRIMARY KEY,
      user_id TEXT NOT NULL REFERENCES users (user_id),
      token_hash TEXT NOT NULL UNIQUE,
      started_at_ms BIGINT NOT NULL,
      last_accessed_at_ms BIGINT NOT NULL,
      expires_at_ms BIGINT NOT NULL
    )`,
    'CREATE INDEX sessions_expiry ON sessions (expires_at_ms)',
    `CREATE TABLE saved_parcels (
      id TEXT PRIMARY KEY,
      user_id TEXT NOT NULL REFERENCES users (user_id),
      parcel_pin TEXT NOT NULL,
      parcel_owner_name TEXT NOT NULL,
      parcel_address TEXT NOT NULL,
      parcel_centroid_lat DOUBLE PRECISION,
      parcel_centroid_lon DOUBLE PRECISION,
      notes TEXT,
      created_at_ms BIGINT NOT NULL,
      UNIQUE (user_id, parcel_pin)
    )`,
  ],
  [
    'ALTER TABLE magic_links RENAME TO sign_in_tokens',
    "ALTER TABLE sign_in_tokens ADD COLUMN kind TEXT NOT NULL DEFAULT 'magic_links'",
    'DROP INDEX magic_links_expiry',
    'CREATE INDEX sign_in_tokens_expiry ON sign_in_tokens (expires_at_ms)',
    "ALTER TABLE sessions ADD COLUMN kind TEXT NOT NULL DEFAULT 'magic_links'",
    `CREATE TABLE counters (
      name TEXT PRIMARY KEY,
      count INTEGER NOT NULL,
      window_ends_at_ms BIGINT NOT NULL
    )`,
    'CREATE INDEX counters_expiry ON counters (window_ends_at_ms)',
    `CREATE TABLE project (
      only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
      project_id TEXT NOT NULL,
      public_token TEXT NOT NULL
    )`,
    `CREATE TABLE signing_keys (
      key_id TEXT PRIMARY KEY,
      private_jwk TEXT NOT NULL,
      created_at_ms BIGINT NOT NULL
    )`,
  ],
  [
    // Removing a user looks for its tokens and sessions.
    'CREATE INDEX sign_in_tokens_user ON sign_in_tokens (user_id)',
    'CREATE INDEX sessions_user ON sessions (user_id)',
  ],
  [
    // A page of saved parcels is read in the order of the list, instead of sorting the whole list for each.
    'CREATE INDEX saved_parcels_newest ON saved_parcels (user_id, created_at_ms, id)',
  ],
  [
    'ALTER TABLE users ADD COLUMN banned_at_ms BIGINT',
    'ALTER TABLE sessions ADD COLUMN browser TEXT',
    // Until now a client could ask for more than the 90 days that a session may last in all.
    `UPDATE sessions SET expires_at_ms = started_at_ms + 7776000000
     WHERE expires_at_ms > started_at_ms + 7776000000`,
  ],
  [
    `CREATE TABLE drawings (
      user_id TEXT NOT NULL REFERENCES users (user_id),
      id TEXT NOT NULL,
      version BIGINT NOT NULL,
      base BIGINT NOT NULL,
      writer TEXT NOT NULL,
      characters INTEGER NOT NULL,
      geometry TEXT NOT NULL,
      properties TEXT NOT NULL,
      PRIMARY KEY (user_id, id)
    )`,
    // Whether there is room for another is asked at each change, without reading the shapes.
    'CREATE INDEX drawings_room ON drawings (user_id, id, characters)',
    'ALTER TABLE saved_parcels ADD COLUMN folder TEXT',
    'ALTER TABLE saved_parcels ADD COLUMN color TEXT',
    'ALTER TABLE users ADD COLUMN preferences TEXT',
  ],
  [
    // The code beside a link. Both are null where a mail has none, and at the end of an OAuth flow.
    'ALTER TABLE sign_in_tokens ADD COLUMN method_hash TEXT',
    'ALTER TABLE sign_in_tokens ADD COLUMN code_hash TEXT',
    'CREATE UNIQUE INDEX sign_in_tokens_method ON sign_in_tokens (method_hash)',
  ],
];

export const ACCOUNT_SCHEMA_VERSION = migrations.length;

/** The statements that migrate accounts from a version to the current one. */
export function migrationsFrom(version: number): string[] {
  if (version > ACCOUNT_SCHEMA_VERSION) {
    throw new OperatorError(
      `The accounts have schema version ${version}, but this version of Platbook knows only ${ACCOUNT_SCHEMA_VERSION}: use the newer Platbook.`,
    );
  }
  return migrations.slice(version).flat();
}

/** The statements that make the tables as they were at a version. */
export function migrationsTo(version: number): string[] {
  return migrations.slice(0, version).flat();
}
