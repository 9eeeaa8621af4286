// Rows with the same PIN: repeated ones, parts of one parcel, or the holdings of a lot that share one PIN.
import type { CountyField } from '../../contract/parcel.ts';
import { type ParcelFields, parcelFields } from '../../contract/parcel-columns.ts';
import { ownerKey } from './owner-key.ts';
import { packRecord } from './record-text.ts';

export type StagedRow = {
  id: number;
  fields: ParcelFields;
  more: readonly CountyField[];
  /** Rows of the same shape have the same hash. */
  shape: string;
};

export const REPEATED = 'repeated row left out';
export const MERGED = 'row of the same PIN, owner, address and shape merged';
export const JOINED = 'polygon joined to the others of its PIN';
export const JOINED_FROM_OTHER_OWNER = 'polygon joined to the others of its PIN, its other owner left out';

export type JoinedRows = {
  /** One row for a parcel; several for a lot with units. */
  kept: StagedRow[];
  left: { row: StagedRow; reason: string }[];
};

/** `acres` is the area of all polygons together. */
export function joinRows({ rows, acres }: { rows: readonly StagedRow[]; acres: number }): JoinedRows {
  const left: JoinedRows['left'] = [];
  const kept = mergeBy(rows, (row) => `${row.shape}\n${holdingKey(row)}`, left);
  const shapes = new Set(kept.map((row) => row.shape)).size;
  if (shapes === 1) return { kept, left };
  // Several holdings on one of the shapes: a lot of several buildings, say, each of them with all its holdings.
  if (kept.length > shapes) return { kept: mergeBy(kept, holdingKey, left), left };
  return { kept: [joinParts({ parts: kept, acres, left })], left };
}

/** A county lists one holding several times: by sale, by building, by year. */
function holdingKey({ fields }: StagedRow): string {
  return `${ownerKey(fields.name)}\n${ownerKey(fields.site_address ?? '')}`;
}

function mergeBy(
  rows: readonly StagedRow[],
  keyOf: (row: StagedRow) => string,
  left: JoinedRows['left'],
): StagedRow[] {
  const groups = new Map<string, StagedRow[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return [...groups.values()].map((group) => {
    if (group.length === 1) return group[0]!;
    const best = bestOf(group);
    const bestText = textOf(best);
    for (const row of group) {
      if (row === best) continue;
      left.push({ row, reason: textOf(row) === bestText ? REPEATED : MERGED });
    }
    return { ...best, more: mergeMore(group) };
  });
}

const textOf = ({ fields }: StagedRow) => JSON.stringify(packRecord({ fields, more: [] }));

function joinParts({
  parts,
  acres,
  left,
}: {
  parts: readonly StagedRow[];
  acres: number;
  left: JoinedRows['left'];
}): StagedRow {
  const best = bestOf(parts);
  const owner = ownerKey(best.fields.name);
  for (const row of parts) {
    if (row === best) continue;
    const other = ownerKey(row.fields.name);
    left.push({ row, reason: other === '' || other === owner ? JOINED : JOINED_FROM_OTHER_OWNER });
  }
  return {
    ...best,
    fields: { ...best.fields, taxacres: acresOf({ parts, best, acres }) },
    more: mergeMore([best, ...parts.filter((part) => part !== best)]),
  };
}

/**
 * Most counties repeat the acres of the whole parcel with each of its polygons; some give those of each polygon. Where
 * the numbers differ, their sum is taken only if it is nearer to the area of the polygons than the best row's own.
 */
function acresOf({
  parts,
  best,
  acres,
}: {
  parts: readonly StagedRow[];
  best: StagedRow;
  acres: number;
}): number | null {
  const given = parts.flatMap(({ fields }) => (fields.taxacres === null ? [] : [fields.taxacres]));
  const one = best.fields.taxacres ?? given[0] ?? null;
  if (one === null || given.every((value) => value === one)) return one;
  const sum = given.reduce((total, value) => total + value, 0);
  // Sums of decimals end in noise such as 0.30000000000000004.
  return Math.abs(sum - acres) < Math.abs(one - acres) ? Number(sum.toFixed(6)) : one;
}

/** The row that knows an owner, then the newest sale, then the most filled fields, then the first. */
function bestOf(rows: readonly StagedRow[]): StagedRow {
  return rows.reduce((best, row) => (isBetter(row, best) ? row : best));
}

function isBetter(row: StagedRow, best: StagedRow): boolean {
  const hasOwner = (row.fields.name === '' ? 0 : 1) - (best.fields.name === '' ? 0 : 1);
  if (hasOwner !== 0) return hasOwner > 0;
  const sold = row.fields.sale_date ?? '';
  const bestSold = best.fields.sale_date ?? '';
  if (sold !== bestSold) return sold > bestSold;
  return filledFields(row.fields) > filledFields(best.fields);
}

function filledFields(fields: ParcelFields): number {
  let count = 0;
  for (const field of parcelFields) if (fields[field] !== null && fields[field] !== '') count++;
  return count;
}

/** A field of the county with several values keeps the first few of them. */
const VALUES_MAX = 10;

function mergeMore(rows: readonly StagedRow[]): CountyField[] {
  const valuesOf = new Map<string, Set<string>>();
  for (const { more } of rows) {
    for (const [label, value] of more) {
      const values = valuesOf.get(label);
      if (!values) valuesOf.set(label, new Set([value]));
      else if (values.size <= VALUES_MAX) values.add(value);
    }
  }
  return Array.from(valuesOf, ([label, values]): CountyField => {
    const shown = [...values].slice(0, VALUES_MAX).join('; ');
    return [label, values.size > VALUES_MAX ? `${shown}; …` : shown];
  });
}
