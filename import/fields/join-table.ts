// Joins a layer with a second table by a key, such as the assessor's rows with the lots they belong to.
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { OperatorError } from '../../runtime/operator-error.ts';
import { FEATURES_PER_BATCH, type Layer, type LayerField, type RawFeature, type RawValue } from '../layer.ts';
import { cleanText } from './clean-text.ts';
import { isSystemField } from './county-extras.ts';
import { requireField } from './field-names.ts';

export type JoinCounts = {
  tableRows: number;
  /** Rows of the table that belong to no feature. Right once the layer has been read to its end. */
  tableRowsWithoutFeature: number;
  featuresWithoutRow: number;
};

export type JoinedLayer = Layer & {
  /** Of the last reading. */
  counts(): JoinCounts;
  /** Removes the staged table. */
  close(): Promise<void>;
};

/**
 * Several rows with one key yield several features with the same geometry and row number. A feature without a row keeps
 * its own fields. The table is staged in a file, so that memory stays flat.
 */
export async function joinTable(o: {
  layer: Layer;
  table: Layer;
  /** 'LOC_ID', or 'A=B' where the field is called B in the table. */
  on: string;
  workFolder: string;
  signal?: AbortSignal;
}): Promise<JoinedLayer> {
  const keys = findKeys(o);
  const isNumber = keys.layer.type === 'number' || keys.table.type === 'number';
  const added = addedFields(o.layer, o.table, keys);
  await mkdir(o.workFolder, { recursive: true });
  const path = join(o.workFolder, `join-${randomUUID()}.sqlite`);
  const db = new DatabaseSync(path);
  const remove = async () => {
    if (db.isOpen) db.close();
    await rm(path, { force: true });
  };
  try {
    // SQLite goes on with a file that has no name any more, and nothing is left behind however the process ends.
    if (process.platform !== 'win32') await rm(path, { force: true });
    const staged = await stageTable({
      db,
      rows: o.table.read(o.signal && { signal: o.signal }),
      key: keys.table.name,
      isNumber,
      added,
    });
    return joinedLayer({ layer: o.layer, key: keys.layer.name, isNumber, added, db, staged, close: remove });
  } catch (error) {
    await remove();
    throw error;
  }
}

/** B of 'A=B'. */
export function keyOfTable(on: string): string {
  return on
    .slice(on.indexOf('=') + 1)
    .trim()
    .replace(/^"(.*)"$/, '$1');
}

type Keys = { layer: LayerField; table: LayerField };

function findKeys({ layer, table, on }: { layer: Layer; table: Layer; on: string }): Keys {
  const [ofLayer = '', ofTable = ofLayer, ...rest] = on
    .split('=')
    .map((part) => part.trim().replace(/^"(.*)"$/, '$1'));
  if (ofLayer === '' || ofTable === '' || rest.length > 0) {
    throw new OperatorError(
      `--on ${on} is not understood: write --on FIELD, or --on FIELD=FIELD_OF_THE_TABLE.`,
    );
  }
  return {
    layer: requireField({ wanted: ofLayer, fields: layer.fields, use: `--on in the layer ${layer.name}` }),
    table: requireField({
      wanted: ofTable,
      fields: table.fields,
      use: `--on in the table ${table.name}`,
      wayOut: `if it is called otherwise there, write --on ${ofLayer}=FIELD, with one of its fields: ${table.fields.map(({ name }) => name).join(', ')}.`,
    }),
  };
}

type AddedField = { /** In the table. */ from: string; field: LayerField };

/** The table's fields; a name that the layer has, too, is prefixed with the table's. */
function addedFields(layer: Layer, table: Layer, keys: Keys): AddedField[] {
  const taken = new Set(layer.fields.map(({ name }) => name.toUpperCase()));
  return table.fields.flatMap((field) => {
    const isSameKey = field === keys.table && field.name.toUpperCase() === keys.layer.name.toUpperCase();
    if (isSameKey || isSystemField(field.name)) return [];
    let { name } = field;
    while (taken.has(name.toUpperCase())) name = `${table.name}.${name}`;
    taken.add(name.toUpperCase());
    return [{ from: field.name, field: { ...field, name } }];
  });
}

type Staged = { rows: number; hasRepeatedKeys: boolean };

async function stageTable({
  db,
  rows,
  key,
  isNumber,
  added,
}: {
  db: DatabaseSyncInstance;
  rows: AsyncIterable<RawFeature[]>;
  key: string;
  isNumber: boolean;
  added: readonly AddedField[];
}): Promise<Staged> {
  // The file is thrown away after a crash, so nothing waits for the disk. A journal file would miss the file's name.
  db.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;');
  db.exec('CREATE TABLE staged (id INTEGER PRIMARY KEY, key TEXT, properties TEXT NOT NULL); BEGIN');
  const insert = db.prepare('INSERT INTO staged (id, key, properties) VALUES (?, ?, ?)');
  let count = 0;
  for await (const batch of rows) {
    for (const { properties } of batch) {
      count += 1;
      const values = added.map(({ from }) => properties[from] ?? null);
      insert.run(count, joinKey(properties[key], isNumber), JSON.stringify(values));
    }
  }
  db.exec('COMMIT; CREATE INDEX staged_key ON staged (key) WHERE key IS NOT NULL');
  const repeated = db
    .prepare('SELECT 1 FROM staged WHERE key IS NOT NULL GROUP BY key HAVING count(*) > 1 LIMIT 1')
    .get();
  return { rows: count, hasRepeatedKeys: repeated !== undefined };
}

/** Trimmed and in capitals. Where one of the two keys is a number, 0042 and 42.0 are the same. */
function joinKey(value: RawValue | undefined, isNumber: boolean): string | null {
  const text = cleanText(value)?.toUpperCase() ?? null;
  if (text === null || !isNumber) return text;
  return /^\d+(\.0*)?$/.test(text) ? text.replace(/\.0*$/, '').replace(/^0+(?=\d)/, '') : text;
}

function joinedLayer({
  layer,
  key,
  isNumber,
  added,
  db,
  staged,
  close,
}: {
  layer: Layer;
  key: string;
  isNumber: boolean;
  added: readonly AddedField[];
  db: DatabaseSyncInstance;
  staged: Staged;
  close: () => Promise<void>;
}): JoinedLayer {
  const names = added.map(({ field }) => field.name);
  const find = db.prepare('SELECT id, properties FROM staged WHERE key = ? ORDER BY id');
  const matched = new Uint8Array(staged.rows + 1);
  let featuresWithoutRow = 0;

  function isUnique(field: string): boolean {
    const at = names.indexOf(field);
    // A field of the layer has the same value in all rows of a shape.
    if (at < 0) return false;
    const { count, different } = db
      .prepare(
        'SELECT count(*) AS count, count(DISTINCT properties ->> ?) AS different FROM staged WHERE key IS NOT NULL',
      )
      .get(`$[${at}]`) as { count: number; different: number };
    return different === count;
  }

  function joinFeature(feature: RawFeature, joined: RawFeature[]): void {
    const value = joinKey(feature.properties[key], isNumber);
    const rows = value === null ? [] : (find.all(value) as { id: number; properties: string }[]);
    if (rows.length === 0) {
      featuresWithoutRow += 1;
      joined.push(feature);
    }
    for (const { id, properties } of rows) {
      matched[id] = 1;
      const values = JSON.parse(properties) as RawValue[];
      const both = { ...feature.properties };
      names.forEach((name, at) => {
        both[name] = values[at] ?? null;
      });
      joined.push({ ...feature, properties: both });
    }
  }

  return {
    ...layer,
    fields: [...layer.fields, ...added.map(({ field }) => field)],
    count: staged.hasRepeatedKeys ? undefined : layer.count,
    ...(staged.hasRepeatedKeys && { isUnique }),
    async *read(options = {}) {
      matched.fill(0);
      featuresWithoutRow = 0;
      let left = options.limit ?? Number.POSITIVE_INFINITY;
      for await (const batch of layer.read(options)) {
        const joined: RawFeature[] = [];
        for (const feature of batch) joinFeature(feature, joined);
        for (let at = 0; at < joined.length && left > 0; at += FEATURES_PER_BATCH) {
          const part = joined.slice(at, at + Math.min(FEATURES_PER_BATCH, left));
          left -= part.length;
          yield part;
        }
        if (left <= 0) return;
      }
    },
    counts: () => ({
      tableRows: staged.rows,
      tableRowsWithoutFeature: staged.rows - matched.reduce((sum, bit) => sum + bit, 0),
      featuresWithoutRow,
    }),
    close,
  };
}
