// A font without its rules for pairs of letters. Applying them takes PDFKit 0.8 ms a line of text, a hundred times what the
// rest takes; and a text is then exactly as wide as its letters, so that what was measured fits.
import { inflateSync } from 'node:zlib';

/** Kerning, ligatures and the classes of letters that these go by. Latin, Greek and Cyrillic in NFC read well without. */
const RULES = new Set(['GSUB', 'GPOS', 'GDEF', 'kern']);

const WOFF_HEADER_BYTES = 44;
const WOFF_ENTRY_BYTES = 20;
const HEADER_BYTES = 12;
const ENTRY_BYTES = 16;

/** From a WOFF file (W3C, version 1.0) to the same font as an OpenType file. */
export function plainFont(woff: Buffer): Buffer {
  const tables = Array.from({ length: woff.readUInt16BE(12) }, (_, index) => {
    const at = WOFF_HEADER_BYTES + WOFF_ENTRY_BYTES * index;
    const [offset, packed, length] = [4, 8, 12].map((from) => woff.readUInt32BE(at + from)) as [
      number,
      number,
      number,
    ];
    const bytes = woff.subarray(offset, offset + packed);
    return {
      tag: woff.toString('latin1', at, at + 4),
      checksum: woff.readUInt32BE(at + 16),
      data: packed < length ? inflateSync(bytes) : bytes,
    };
  }).filter(({ tag }) => !RULES.has(tag));

  const header = Buffer.alloc(HEADER_BYTES + ENTRY_BYTES * tables.length);
  woff.copy(header, 0, 4, 8);
  header.writeUInt16BE(tables.length, 4);
  const parts: Uint8Array[] = [header];
  let offset = header.length;
  for (const [index, { tag, checksum, data }] of tables.entries()) {
    const at = HEADER_BYTES + ENTRY_BYTES * index;
    header.write(tag, at, 'latin1');
    header.writeUInt32BE(checksum, at + 4);
    header.writeUInt32BE(offset, at + 8);
    header.writeUInt32BE(data.length, at + 12);
    // Each table begins at a multiple of four bytes.
    const padding = Buffer.alloc((4 - (data.length % 4)) % 4);
    parts.push(data, padding);
    offset += data.length + padding.length;
  }
  return Buffer.concat(parts);
}
