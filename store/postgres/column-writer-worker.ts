// The worker thread that writes the columns of a source into a file, from which they are stored in the database.
import { workerData } from 'node:worker_threads';
import { answerCalls } from '../../runtime/worker-call.ts';
import { AppendedFile, ColumnWriter } from '../columns/write-columns.ts';
import type { PackedParcels, PackedUnit } from '../packed-parcels.ts';
import { centroidOfValues, fieldsOfValues, unpackMore } from '../parcel-row.ts';
import { searchKeysOf } from '../search-keys.ts';
import { gridBox } from '../storage-grid.ts';

const { path } = workerData as { path: string };
const file = new AppendedFile(path);
const writer = new ColumnWriter((bytes) => file.append(bytes));

function unpacked({ row, more }: PackedUnit) {
  const fields = fieldsOfValues(row);
  return { fields, keys: searchKeysOf(fields), more: unpackMore(more) };
}

const calls = {
  add: ({ parcels, geometries }: PackedParcels) => {
    let start = 0;
    for (const parcel of parcels) {
      const { bounds, geometryEnd, isSummary, row, units } = parcel;
      writer.addLot({
        ...unpacked(parcel),
        centroid: centroidOfValues(row),
        box: gridBox(bounds),
        shape: geometries.subarray(start, geometryEnd),
        isSummary,
      });
      start = geometryEnd;
      if (units) for (const unit of units) writer.addUnit(unpacked(unit));
    }
  },
  finish: () => {
    writer.finish();
    file.flush();
  },
};
export type ColumnWriterCalls = typeof calls;

answerCalls(calls, () => file.close());
