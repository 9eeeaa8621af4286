// The directories of a PMTiles archive, version 3: which tile lies where.
// https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md
import { gzipSync } from 'node:zlib';
import { ByteWriter } from '../geo/byte-writer.ts';

/** `runLength` tiles from `tileId` on share the same bytes; 0 means that a leaf directory lies there. */
export type DirectoryEntry = { tileId: number; runLength: number; offset: number; length: number };

export type Directories = { root: Uint8Array; leaves: Uint8Array };

/** A reader's first request fetches this many bytes, and header and root must be among them. */
const FIRST_BYTES = 16_384;
export const HEADER_BYTES = 127;
const ROOT_BYTES_MAX = FIRST_BYTES - HEADER_BYTES;
const LEAF_ENTRIES_MIN = 4096;

/** Entries in the order of their tile ids. Those of a small archive all stand in the root. */
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

/** Column by column: similar numbers side by side pack well. */
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
    // Zero says: right behind the one before.
    writer.varint(before && offset === before.offset + before.length ? 0 : offset + 1);
  });
  return gzipSync(writer.toBytes());
}
