// The fields that a filter can name, in words, for those who build one.
import type { z } from 'zod';
import { columnEntries, type ParcelColumn, type ParcelGroup, parcelColumns } from './parcel-columns.ts';
import { type DerivedField, derivedFields, type FilterField } from './parcel-filter.ts';
import type { parcelFieldsAnswer } from './parcel-set.ts';

type FieldInWords = z.infer<typeof parcelFieldsAnswer>['fields'][number];

const derivedWords: Record<DerivedField, { label: string; group: ParcelGroup }> = {
  elsewhere: { label: 'Owner lives elsewhere', group: 'Owner' },
  shape_acres: { label: 'Acres of the shape', group: 'Land' },
  price_per_acre: { label: 'Price an acre', group: 'Sale' },
  source: { label: 'County', group: 'Parcel' },
  lot: { label: 'Lot of a unit', group: 'Parcel' },
};

/** Those of the counties' own by their labels. */
const OWN_GROUP = 'More from the county';

export function filterFields(own: readonly string[]): FieldInWords[] {
  return [
    ...columnEntries.map(([name, { label, type, group }]) => ({ name, label, type, group })),
    ...(Object.entries(derivedFields) as [DerivedField, FieldInWords['type']][]).map(([name, type]) => ({
      name,
      type,
      ...derivedWords[name],
    })),
    ...own.map((label) => ({ name: `more:${label}`, type: 'text' as const, label, group: OWN_GROUP })),
  ];
}

/** `more:YEAR_BUILT` is the county's own YEAR_BUILT. */
export function fieldLabel(field: FilterField): string {
  if (field.startsWith('more:')) return field.slice('more:'.length);
  const columns: Partial<Record<string, ParcelColumn>> = parcelColumns;
  return (columns[field] ?? derivedWords[field as DerivedField]).label;
}
