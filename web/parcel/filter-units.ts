// Finds units of a lot by owner, PIN or site address.
import type { ParcelUnit } from '../../contract/parcel.ts';
import { pinLabel } from '../../contract/parcel-pin.ts';

/** Every word of the text must occur in the unit, in any order and any case. */
export function filterUnits(units: readonly ParcelUnit[], text: string): readonly ParcelUnit[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return units;
  return units.filter(({ pin, name, site_address }) => {
    const searched = `${name}\n${pinLabel(pin)}\n${site_address ?? ''}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  });
}
