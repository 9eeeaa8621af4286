// Several rows on the same shape: one lot with units, such as a condominium with its apartments.
import type { CountyField } from '../../contract/parcel.ts';
import type { ParcelFields } from '../../contract/parcel-columns.ts';
import type { StagedRow } from './join-rows.ts';
import { commonMore, filledFrom, lotFields } from './lot-fields.ts';
import { freePin, type IsUsed, isUnitOf, lotPin, withSuffix } from './lot-pin.ts';
import { unitNumbers } from './unit-number.ts';

export const NUMBERED = 'number added to a PIN that several holdings share';

export type Lot = {
  fields: ParcelFields;
  more: readonly CountyField[];
  units: { fields: ParcelFields; more: readonly CountyField[] }[];
  /** Whether it was made up to hold its units, as the county has no row for it. */
  isSummary: boolean;
  /** Rows whose PIN is not the county's any more. */
  repaired: { row: StagedRow; reason: string }[];
};

const naturalOrder = new Intl.Collator('en', { numeric: true });

/** `isUsed` answers for the PINs of everybody else. */
export function makeLot({ rows, isUsed }: { rows: readonly StagedRow[]; isUsed: IsUsed }): Lot {
  const repaired: Lot['repaired'] = [];
  const master = masterOf(rows);
  const members = rows.filter((row) => row !== master).sort(compareHoldings);
  const ownPins = new Set(rows.map(({ fields }) => fields.pin));
  const made = new Set<string>();
  const isTaken: IsUsed = (pin) => ownPins.has(pin) || made.has(pin) || isUsed(pin);

  const units: StagedRow[] = [];
  for (const [pin, sharing] of byPin(members)) {
    if (sharing.length === 1) {
      units.push(sharing[0]!);
      continue;
    }
    const numbers = unitNumbers(sharing);
    for (const [index, row] of sharing.entries()) {
      const numbered = freePin({ pin: withSuffix(pin, ` #${numbers[index]}`), isUsed: isTaken });
      made.add(numbered);
      units.push({ ...row, fields: { ...row.fields, pin: numbered } });
      repaired.push({ row, reason: NUMBERED });
    }
  }
  if (master)
    return { fields: filledFrom(master.fields, units), more: master.more, units, isSummary: false, repaired };

  // The PIN that all units shared is free now: they have numbers.
  const unitPins = members.map(({ fields }) => fields.pin);
  const pin = ownPins.size === 1 ? unitPins[0]! : lotPin({ unitPins, isUsed: isTaken });
  return { fields: lotFields({ pin, units }), more: commonMore(units), units, isSummary: true, repaired };
}

/**
 * Many counties keep a row for the land itself beside those of its units, with the PIN that those begin with, or with
 * zeros for the unit. It is the lot: 1101 of 1101-001 and 1101-002, and 1101-000, too.
 */
function masterOf(rows: readonly StagedRow[]): StagedRow | undefined {
  const masters = rows.filter((master) =>
    rows.every((row) => row === master || isUnitOf({ unit: row.fields.pin, lot: master.fields.pin })),
  );
  const [master] = masters.length === 1 ? masters : [];
  // 12 and 123 are two lots, as far as anybody can tell; 12 and 12-1 are one.
  const isSure = rows.length > 2 || rows.some(({ fields }) => isNamedAfter(fields.pin, master?.fields.pin));
  return isSure ? master : undefined;
}

function isNamedAfter(unit: string, lot: string | undefined): boolean {
  return lot !== undefined && unit.startsWith(lot) && /^[^\p{L}\p{N}]/u.test(unit.slice(lot.length));
}

/** By what the rows say and not by their place in the file, so that the next import lists them alike. */
function compareHoldings({ fields: one }: StagedRow, { fields: other }: StagedRow): number {
  return (
    naturalOrder.compare(one.pin, other.pin) ||
    naturalOrder.compare(one.site_address ?? '', other.site_address ?? '') ||
    naturalOrder.compare(one.name, other.name)
  );
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
