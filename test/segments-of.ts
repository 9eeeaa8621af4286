// The columns of some parcels in memory, written and read as those of a file are.
import { FlatArea } from '../geo/flat-area.ts';
import { decodeInto, encodeGeometry } from '../geo/geometry-code.ts';
import type { ReadableBytes } from '../store/columns/column-file.ts';
import { KeptTables } from '../store/columns/kept-tables.ts';
import { type ColumnSource, segmentsIn } from '../store/columns/open-columns.ts';
import type { Segment } from '../store/columns/segment.ts';
import { ColumnWriter } from '../store/columns/write-columns.ts';
import type { ParcelToLoad } from '../store/parcel-store.ts';
import { searchKeysOf } from '../store/search-keys.ts';
import { gridBox } from '../store/storage-grid.ts';

export function columnBytesOf(parcels: Iterable<ParcelToLoad>): Buffer {
  const parts: Uint8Array[] = [];
  const writer = new ColumnWriter((bytes) => parts.push(bytes.slice()));
  const area = new FlatArea();
  for (const parcel of parcels) {
    const { centroid, geometry, more, units = [], isSummary = false } = parcel;
    const shape = geometry instanceof Uint8Array ? geometry : encodeGeometry(geometry);
    decodeInto(area, shape);
    const box = gridBox(area.bounds());
    writer.addLot({ fields: parcel, keys: searchKeysOf(parcel), more, centroid, box, shape, isSummary });
    for (const unit of units) writer.addUnit({ fields: unit, keys: searchKeysOf(unit), more: unit.more });
  }
  writer.finish();
  return Buffer.concat(parts);
}

export function bytesInMemory(bytes: Buffer): ReadableBytes {
  return {
    path: 'memory',
    size: bytes.length,
    read: (offset, length) => {
      const copy = Buffer.allocUnsafeSlow(length);
      bytes.copy(copy, 0, offset, offset + length);
      return copy;
    },
  };
}

export function segmentsOf(
  parcels: Iterable<ParcelToLoad>,
  about: ColumnSource = { source: 'iredell', qualifier: undefined },
): Segment[] {
  return segmentsIn(bytesInMemory(columnBytesOf(parcels)), about, new KeptTables());
}
