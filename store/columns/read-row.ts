// A row of a segment as a parcel of a set.
import type { CountyField } from '../../contract/parcel.ts';
import { columnEntries } from '../../contract/parcel-columns.ts';
import type { FilterField } from '../../contract/parcel-filter.ts';
import { qualifiedPin } from '../../contract/parcel-pin.ts';
import type { SetParcel } from '../../contract/parcel-set.ts';
import type { ExportedParcel } from '../parcel-queries.ts';
import type { Distances } from './near-condition.ts';
import type { HiddenField, Segment } from './segment.ts';

type RowPlace = { segments: readonly Segment[]; at: number; row: number };

export function parcelOfRow({ segments, at, row }: RowPlace, distances: Distances | undefined): SetParcel {
  const segment = segments[at]!;
  const fields: Record<string, string | number | null> = {};
  for (const [field, { type, isNeverNull }] of columnEntries) {
    const value = type === 'number' ? numberIn(segment, field, row) : textIn(segment, field, row);
    fields[field] = value ?? (isNeverNull ? '' : null);
  }
  const qualified = (pin: string) => qualifiedPin({ pin, source: segment.qualifier });
  const lot = textIn(segment, 'lot', row);
  const elsewhere = numberIn(segment, 'elsewhere', row);
  return {
    ...(fields as Pick<SetParcel, (typeof columnEntries)[number][0]>),
    pin: qualified(fields.pin as string),
    centroid: { lng: numberIn(segment, 'lng', row)!, lat: numberIn(segment, 'lat', row)! },
    lot: lot === null ? null : qualified(lot),
    source: segment.source,
    shape_acres: numberIn(segment, 'shape_acres', row),
    price_per_acre: numberIn(segment, 'price_per_acre', row),
    elsewhere: elsewhere === null ? null : elsewhere === 1,
    ...(distances && { feet: distances.feetOf(at, row) }),
    ...(distances?.touchOf && { touches: distances.touchOf(at, row) }),
  };
}

export function exportedParcelOfRow(place: RowPlace, distances: Distances | undefined): ExportedParcel {
  const { row } = place;
  const segment = place.segments[place.at]!;
  const more: CountyField[] = [];
  for (const label of segment.countyFields) {
    const value = textIn(segment, `more:${label}`, row);
    if (value !== null) more.push([label, value]);
  }
  return { ...parcelOfRow(place, distances), more, shape: segment.shape(row) };
}

function textIn(segment: Segment, field: FilterField | HiddenField, row: number): string | null {
  const column = segment.column(field);
  const code = column?.codes[row] ?? 0;
  return code === 0 ? null : column!.text(code);
}

function numberIn(segment: Segment, field: FilterField | HiddenField, row: number): number | null {
  const column = segment.column(field);
  const code = column?.codes[row] ?? 0;
  return code === 0 ? null : column!.number(code);
}
