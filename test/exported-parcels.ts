// Parcels as a store hands them to an export, made from those that tests load.
import { encodeGeometry } from '../geo/geometry-code.ts';
import type { AboutExport } from '../server/exports/about-export.ts';
import type { ExportedParcel } from '../store/parcel-queries.ts';
import type { ParcelRecord } from '../store/parcel-store.ts';

export function exportedParcel(
  { geometry, units: _, more = [], ...fields }: ParcelRecord,
  changes: Partial<ExportedParcel> = {},
): ExportedParcel {
  return {
    ...fields,
    lot: null,
    source: 'iredell',
    shape_acres: 2.123_456_789,
    price_per_acre: null,
    elsewhere: null,
    more,
    shape: encodeGeometry(geometry),
    ...changes,
  };
}

export function aboutExport(changes: Partial<AboutExport> = {}): AboutExport {
  return {
    sources: [
      {
        name: 'iredell',
        title: 'Iredell County, North Carolina',
        attribution: 'Iredell County GIS',
        dataDate: '2026-03-01',
        loadedAt: '2026-03-05T08:00:00.000Z',
      },
    ],
    filter: "taxacres > 1 AND zoning = 'R-40'",
    count: 1,
    countyFields: [],
    hasDistances: false,
    exportedAt: '2026-11-18T12:00:00.000Z',
    ...changes,
  };
}

/** In batches, as a store hands them out. */
export async function* inBatches(
  parcels: Iterable<ExportedParcel>,
  size = 500,
): AsyncGenerator<readonly ExportedParcel[]> {
  let batch: ExportedParcel[] = [];
  for (const parcel of parcels) {
    batch.push(parcel);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
