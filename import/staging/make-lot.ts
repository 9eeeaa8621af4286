// Several rows on the same shape: one lot with units, such as a condominium with its apartments.
import type { CountyField } from '../../contract/parcel.ts';
import type { ParcelFields } from '../../contract/parcel-columns.ts';
import type { StagedRow } from './join-rows.ts';
import { commonMore, lotFields } from './lot-fields.ts';
import { freePin, type IsUsed, lotPin, withSuffix } from './lot-pin.ts';
import { packRecord } from './record-text.ts';

export const NUMBERED = 'number added to a PIN that several holdings share';

export type Lot = {
  fields: ParcelFields;
  more: readonly CountyField[];
  units: { fields: ParcelFields; more: readonly CountyField[] }[];
  /** Rows whose PIN is not the county's any more. */
  mended: { row: StagedRow; reason: string }[];
};

const naturalOrder = new Intl.Collator('en', { numeric: true });

/** `isUsed` answers for the PINs of everybody else. */
export function makeLot({ rows, isUsed }: { rows: readonly StagedRow[]; isUsed: IsUsed }): Lot {
  const mended: Lot['mended'] = [];
  const master = masterOf(rows);
  const members = rows.filter((row) => row !== master);
  const ownPins = new Set(rows.map(({ fields }) => fields.pin));
  const made = new Set<string>();
  const isTaken: IsUsed = (pin) => ownPins.has(pin) || made.has(pin) || isUsed(pin);

  const units: StagedRow[] = [];
  for (const [pin, sharing] of byPin(members)) {
    if (sharing.length === 1) {
      units.push(sharing[0]!);
      continue;
    }
    for (const [index, row] of sharing.sort(compareHoldings).entries()) {
      const numbered = freePin({ pin: withSuffix(pin, ` #${index + 1}`), isUsed: isTaken });
      made.add(numbered);
      units.push({ ...row, fields: { ...row.fields, pin: numbered } });
      mended.push({ row, reason: NUMBERED });
    }
  }
  units.sort((one, other) => naturalOrder.compare(one.fields.pin, other.fields.pin));
  if (master) return { fields: master.fields, more: master.more, units, mended };

  // The PIN that all units shared is free now: they have numbers.
  const unitPins = members.map(({ fields }) => fields.pin);
  const pin = ownPins.size === 1 ? unitPins[0]! : lotPin({ unitPins, isUsed: isTaken });
  return { fields: lotFields({ pin, units }), more: commonMore(units), units, mended };
}

/**
 * Many counties keep a row for the land itself beside those of its units, with the PIN that those begin with. It is the
 * lot: 1101, of 1101-001 and 1101-002.
 */
function masterOf(rows: readonly StagedRow[]): StagedRow | undefined {
  if (rows.length < 3) return undefined;
  const shortest = rows.reduce((one, row) => (row.fields.pin.length < one.fields.pin.length ? row : one));
  const { pin } = shortest.fields;
  const isMaster = rows.every(
    (row) => row === shortest || (row.fields.pin.length > pin.length && row.fields.pin.startsWith(pin)),
  );
  return isMaster ? shortest : undefined;
}

function byPin(rows: readonly StagedRow[]): Map<string, StagedRow[]> {
  const groups = new Map<string, StagedRow[]>();
  for (const row of rows) {
    const group = groups.get(row.fields.pin);
    if (group) group.push(row);
    else groups.set(row.fields.pin, [row]);
  }
  return groups;
}

/** By what the rows say and not by their place in the file, so that the next import numbers them alike. */
function compareHoldings(one: StagedRow, other: StagedRow): number {
  return (
    naturalOrder.compare(one.fields.site_address ?? '', other.fields.site_address ?? '') ||
    naturalOrder.compare(one.fields.name, other.fields.name) ||
    naturalOrder.compare(textOf(one), textOf(other))
  );
}

const textOf = (row: StagedRow) => JSON.stringify(packRecord(row));
