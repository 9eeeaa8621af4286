// The parcels of the staging file, as a store wants them.
import { decodeGeometry } from '../../geo/geometry-code.ts';
import type { ParcelRecord, UnitRecord } from '../../store/parcel-store.ts';
import { bytesAt, type PackedParcels } from './packed-rows.ts';
import { fieldsFromText, moreFromText } from './row-text.ts';
import type { Staging } from './stage-rows.ts';

export async function* stagedParcels({
  staging,
  signal,
}: {
  staging: Staging;
  signal: AbortSignal | undefined;
}): AsyncGenerator<ParcelRecord> {
  // One batch ahead: the worker reads it while the store writes the one before.
  let next = staging.call('nextParcels', undefined);
  next.catch(() => {});
  for (;;) {
    const batch = await next;
    if (!batch) return;
    next = staging.call('nextParcels', undefined);
    next.catch(() => {});
    signal?.throwIfAborted();
    yield* recordsOf(batch);
  }
}

function* recordsOf(batch: PackedParcels): Generator<ParcelRecord> {
  let unitAt = 0;
  for (let i = 0; i < batch.pins.length; i++) {
    const record: ParcelRecord = {
      ...fieldsFromText(batch.pins[i]!, batch.fields[i]!),
      centroid: { lng: batch.centers[2 * i]!, lat: batch.centers[2 * i + 1]! },
      geometry: decodeGeometry(bytesAt(batch.shapes, i)),
    };
    const more = moreFromText(batch.more[i]!);
    if (more.length > 0) record.more = more;
    const units: UnitRecord[] = [];
    while (batch.units[unitAt]?.index === i) units.push(unitOf(batch.units[unitAt++]!));
    if (units.length > 0) record.units = units;
    yield record;
  }
}

function unitOf({ pin, fields, more }: PackedParcels['units'][number]): UnitRecord {
  const unit: UnitRecord = fieldsFromText(pin, fields);
  return more === null ? unit : { ...unit, more: moreFromText(more) };
}
