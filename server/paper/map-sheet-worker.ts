// A worker thread that draws map sheets: thousands of lines take seconds.
import { buffer } from 'node:stream/consumers';
import { decodeGeometry } from '../../geo/geometry-code.ts';
import { answerCalls } from '../../runtime/worker-call.ts';
import type { SheetParcel } from './draw-sheet-map.ts';
import { type MapSheet, writeMapSheet } from './write-map-sheet.ts';

/** The shape stays encoded: bytes are cheap to copy between threads. */
export type PackedSheetParcel = Omit<SheetParcel, 'geometry'> & { shape: Uint8Array };
export type PackedMapSheet = Omit<MapSheet, 'around' | 'chosen'> & {
  around: readonly PackedSheetParcel[];
  chosen: readonly PackedSheetParcel[];
};

const unpacked = ({ shape, ...parcel }: PackedSheetParcel): SheetParcel => ({
  ...parcel,
  geometry: decodeGeometry(shape),
});

const calls = {
  draw: ({ around, chosen, ...sheet }: PackedMapSheet): Promise<Uint8Array> =>
    buffer(writeMapSheet({ ...sheet, around: around.map(unpacked), chosen: chosen.map(unpacked) })),
};
export type MapSheetCalls = typeof calls;

answerCalls(calls, () => {});
