// The units of a lot in the order in which people count, and those found by owner, PIN or site address.
import type { ParcelUnit } from '../../contract/parcel.ts';
import { pinLabel } from '../../contract/parcel-pin.ts';
import { hasWords } from './list-filter.tsx';

const { compare } = new Intl.Collator('en-US', { numeric: true });

/** By PIN, with numbers in it as numbers: unit 2 comes before unit 10. */
export function orderUnits(units: readonly ParcelUnit[]): readonly ParcelUnit[] {
  return units.toSorted((one, other) => compare(one.pin, other.pin));
}

export function filterUnits(units: readonly ParcelUnit[], text: string): readonly ParcelUnit[] {
  if (text.trim() === '') return units;
  return units.filter(({ pin, name, site_address }) =>
    hasWords(`${name}\n${pinLabel(pin)}\n${site_address ?? ''}`, text),
  );
}
