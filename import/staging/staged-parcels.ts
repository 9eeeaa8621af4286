// The parcels of the staging file, as a store wants them: in the order of the source, those that grouping has made last.
import type { ParcelToLoad, UnitRecord } from '../../store/parcel-store.ts';
import { bytesAt } from './packed-block.ts';
import { fieldsOf, moreOf, type PackedRecord } from './record-text.ts';
import type { Staging } from './stage-rows.ts';
import { AS_READ } from './staged-rows.ts';
import type { ParcelBatch } from './staging-worker.ts';

export async function* stagedParcels({
  staging,
  signal,
}: {
  staging: Staging;
  signal: AbortSignal | undefined;
}): AsyncGenerator<ParcelToLoad> {
  // One batch ahead: the worker reads it while the store writes the one before.
  let next = staging.call('nextParcels', undefined);
  next.catch(() => {});
  for (;;) {
    const batch = await next;
    if (!batch) return;
    next = staging.call('nextParcels', undefined);
    next.catch(() => {});
    signal?.throwIfAborted();
    for (const record of recordsOf(batch)) yield record;
  }
}

function recordsOf({ blocks, made }: ParcelBatch): ParcelToLoad[] {
  const parcels: ParcelToLoad[] = [];
  for (const { states, records, shapes, centers } of blocks) {
    const packed = JSON.parse(records) as PackedRecord[];
    for (let i = 0; i < packed.length; i++) {
      if (states[i] !== AS_READ) continue;
      const shape = bytesAt(shapes, i);
      parcels.push(parcelOf(packed[i]!, { shape, lng: centers[2 * i]!, lat: centers[2 * i + 1]! }));
    }
  }
  for (const { record, units, is_summary, ...place } of made) {
    const parcel = parcelOf(JSON.parse(record), place);
    if (units.length > 0) parcel.units = units.map((unit) => unitOf(JSON.parse(unit)));
    if (is_summary === 1) parcel.isSummary = true;
    parcels.push(parcel);
  }
  return parcels;
}

function parcelOf(
  record: PackedRecord,
  place: { shape: Uint8Array; lng: number; lat: number },
): ParcelToLoad {
  const parcel = unitOf(record) as ParcelToLoad;
  parcel.centroid = { lng: place.lng, lat: place.lat };
  parcel.geometry = place.shape;
  return parcel;
}

function unitOf(record: PackedRecord): UnitRecord {
  const unit: UnitRecord = fieldsOf(record);
  const more = moreOf(record);
  if (more) unit.more = more;
  return unit;
}
