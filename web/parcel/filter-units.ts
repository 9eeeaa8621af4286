// The units of a lot in the order in which people count, and those found by owner, PIN or site address.
import type { ParcelUnit } from '../../contract/parcel.ts';
import { pinLabel } from '../../contract/parcel-pin.ts';

const { compare } = new Intl.Collator('en-US', { numeric: true });

/** By PIN, with numbers in it as numbers: unit 2 comes before unit 10. */
export function orderUnits(units: readonly ParcelUnit[]): readonly ParcelUnit[] {
  return units.toSorted((one, other) => compare(one.pin, other.pin));
}

/** Every word of the text must occur in the unit, in any order and any case. */
export function filterUnits(units: readonly ParcelUnit[], text: string): readonly ParcelUnit[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return units;
  return units.filter(({ pin, name, site_address }) => {
    const searched = `${name}\n${pinLabel(pin)}\n${site_address ?? ''}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  });
}
