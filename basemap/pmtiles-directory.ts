// Encodes the directories of a PMTiles archive, version 3: the offset and length of every tile.
// https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md
import { gzipSync } from 'node:zlib';
import { ByteWriter } from '../geo/byte-writer.ts';

/** Entries sorted by tile id. `runLengths` tiles from `tileIds` on share the same bytes. */
export type DirectoryEntries = {
  count: number;
  tileIds: ArrayLike<number>;
  runLengths: ArrayLike<number>;
  offsets: ArrayLike<number>;
  lengths: ArrayLike<number>;
};

export type Directories = { root: Uint8Array; leaves: Uint8Array };

/** The header and the root directory must fit into a reader's first request, which is this long. */
export const FIRST_BYTES = 16_384;
export const HEADER_BYTES = 127;
const ROOT_BYTES_MAX = FIRST_BYTES - HEADER_BYTES;
/** More are not tried in the root alone. */
const ROOT_ENTRIES_MAX = 16_384;
const LEAF_ENTRIES_MIN = 4096;

/** In a small archive all entries fit into the root. */
export function packDirectories(entries: DirectoryEntries): Directories {
  if (entries.count <= ROOT_ENTRIES_MAX) {
    const root = packDirectory(entries, 0, entries.count);
    if (root.length <= ROOT_BYTES_MAX) return { root, leaves: new Uint8Array() };
  }
  for (let leafEntries = LEAF_ENTRIES_MIN; ; leafEntries *= 2) {
    const packed = packLeaves(entries, leafEntries);
    if (packed.root.length <= ROOT_BYTES_MAX) return packed;
  }
}

function packLeaves(entries: DirectoryEntries, leafEntries: number): Directories {
  const leaves: Uint8Array[] = [];
  const tileIds: number[] = [];
  const offsets: number[] = [];
  let offset = 0;
  for (let start = 0; start < entries.count; start += leafEntries) {
    const leaf = packDirectory(entries, start, Math.min(start + leafEntries, entries.count));
    tileIds.push(entries.tileIds[start]!);
    offsets.push(offset);
    leaves.push(leaf);
    offset += leaf.length;
  }
  const count = leaves.length;
  const lengths = leaves.map(({ length }) => length);
  // A run length of 0 means that the entry points to a leaf directory.
  const runLengths = new Uint8Array(count);
  return {
    root: packDirectory({ count, tileIds, runLengths, offsets, lengths }, 0, count),
    leaves: Buffer.concat(leaves),
  };
}

/** Column by column, because similar numbers side by side compress well. */
function packDirectory(entries: DirectoryEntries, start: number, end: number): Uint8Array {
  const { tileIds, runLengths, offsets, lengths } = entries;
  const writer = new ByteWriter();
  writer.varint(end - start);
  for (let i = start; i < end; i++) writer.varint(tileIds[i]! - (i > start ? tileIds[i - 1]! : 0));
  for (let i = start; i < end; i++) writer.varint(runLengths[i]!);
  for (let i = start; i < end; i++) writer.varint(lengths[i]!);
  for (let i = start; i < end; i++) {
    // Zero means: directly after the previous entry.
    const isNext = i > start && offsets[i] === offsets[i - 1]! + lengths[i - 1]!;
    writer.varint(isNext ? 0 : offsets[i]! + 1);
  }
  return gzipSync(writer.toBytes());
}
