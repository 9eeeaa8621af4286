// Encodes the directories of a PMTiles archive, version 3: the offset and length of every tile.
// https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md
import { gzipSync } from 'node:zlib';
import { ByteWriter } from '../geo/byte-writer.ts';

/** `runLength` tiles from `tileId` on share the same bytes; 0 means that the entry points to a leaf directory. */
export type DirectoryEntry = { tileId: number; runLength: number; offset: number; length: number };

export type Directories = { root: Uint8Array; leaves: Uint8Array };

/** The header and the root directory must fit into a reader's first request, which is this long. */
const FIRST_BYTES = 16_384;
export const HEADER_BYTES = 127;
const ROOT_BYTES_MAX = FIRST_BYTES - HEADER_BYTES;
const LEAF_ENTRIES_MIN = 4096;

/** Takes entries sorted by tile id. In a small archive all of them fit into the root. */
export function packDirectories(entries: readonly DirectoryEntry[]): Directories {
  const whole = packDirectory(entries);
  if (whole.length <= ROOT_BYTES_MAX) return { root: whole, leaves: new Uint8Array() };
  for (let leafEntries = LEAF_ENTRIES_MIN; ; leafEntries *= 2) {
    const packed = packLeaves(entries, leafEntries);
    if (packed.root.length <= ROOT_BYTES_MAX) return packed;
  }
}

function packLeaves(entries: readonly DirectoryEntry[], leafEntries: number): Directories {
  const leaves: Uint8Array[] = [];
  const rootEntries: DirectoryEntry[] = [];
  let offset = 0;
  for (let start = 0; start < entries.length; start += leafEntries) {
    const leaf = packDirectory(entries.slice(start, start + leafEntries));
    rootEntries.push({ tileId: entries[start]!.tileId, runLength: 0, offset, length: leaf.length });
    leaves.push(leaf);
    offset += leaf.length;
  }
  return { root: packDirectory(rootEntries), leaves: Buffer.concat(leaves) };
}

/** Column by column, because similar numbers side by side compress well. */
function packDirectory(entries: readonly DirectoryEntry[]): Uint8Array {
  const writer = new ByteWriter();
  writer.varint(entries.length);
  let idBefore = 0;
  for (const { tileId } of entries) {
    writer.varint(tileId - idBefore);
    idBefore = tileId;
  }
  for (const { runLength } of entries) writer.varint(runLength);
  for (const { length } of entries) writer.varint(length);
  entries.forEach(({ offset }, i) => {
    const before = entries[i - 1];
    // Zero means: directly after the previous entry.
    writer.varint(before && offset === before.offset + before.length ? 0 : offset + 1);
  });
  return gzipSync(writer.toBytes());
}
