// A row of the table parcel_source, and its conversion to and from a source.
import type { StoredSource } from '../parcel-sources.ts';
import type { ParcelSetKind } from '../parcel-store.ts';

export type SourceRow = {
  rank: number;
  name: string;
  title: string;
  attribution: string | null;
  kind: ParcelSetKind;
  version: string;
  loaded_at: string;
  data_date: string | null;
  count: number;
  unit_count: number | null;
  /** JSON. */
  searchable: string | null;
  west: number;
  south: number;
  east: number;
  north: number;
  center_lng: number;
  center_lat: number;
  /** JSON. */
  outline: string | null;
  recipe: string | null;
  has_bare_pins: boolean;
};

export function sourceRow(source: StoredSource, rank: number): SourceRow {
  const { bounds, center, outline, unitCount, searchable, loadedAt, dataDate, hasBarePins, ...others } =
    source;
  return {
    rank,
    ...others,
    ...bounds,
    unit_count: unitCount ?? null,
    searchable: searchable ? JSON.stringify(searchable) : null,
    loaded_at: loadedAt,
    data_date: dataDate,
    center_lng: center.lng,
    center_lat: center.lat,
    outline: outline ? JSON.stringify(outline) : null,
    has_bare_pins: hasBarePins,
  };
}

export function sourceOf(row: SourceRow): StoredSource {
  const { name, title, attribution, kind, version, count, recipe, west, south, east, north } = row;
  return {
    name,
    title,
    attribution,
    kind,
    version,
    loadedAt: row.loaded_at,
    dataDate: row.data_date,
    count,
    bounds: { west, south, east, north },
    center: { lng: row.center_lng, lat: row.center_lat },
    ...(row.unit_count !== null && { unitCount: row.unit_count }),
    ...(row.searchable && { searchable: JSON.parse(row.searchable) }),
    ...(row.outline && { outline: JSON.parse(row.outline) }),
    recipe,
    hasBarePins: row.has_bare_pins,
  };
}
