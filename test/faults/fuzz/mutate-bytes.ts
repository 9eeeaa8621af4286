// Damages a valid file as disks, networks and bad programs do: flipped bits, changed lengths, cuts, copies, odd words.
import fc from 'fast-check';

type Edit = { kind: number; at: number; to: number; value: number; bytes: Uint8Array };

/** Numbers at the edges of types, as lengths and counts in a header. */
const EDGES = [
  0, 1, 2, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x10000, 0xffffff, 0x7fffffff, 0x80000000, 0xfffffffe,
  0xffffffff,
];

/** Pieces of text that mean something to one of the parsers. */
const WORDS = [
  '"',
  "'",
  ...'{ } [ ] , :'.split(' '),
  '\\',
  '\n',
  '\r',
  '\0',
  ';',
  '\t',
  ...'( ) null NaN Infinity -0 1e999 -1e308 9007199254740993 __proto__ constructor toString'.split(' '),
  ...'hasOwnProperty'.split(' '),
  '\ud800',
  '\ufeff',
  '\u001e',
  ...'../ %00 MULTIPOLYGON EMPTY GEOMETRYCOLLECTION "type" "features" "coordinates"'.split(' '),
  ...'"geometry" UNIT[" PROJECTION[" [[[[ ]]]] {"a": 99999999999999999999'.split(' '),
];

const edit: fc.Arbitrary<Edit> = fc.record({
  kind: fc.nat(10),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  to: fc.double({ min: 0, max: 1, noNaN: true }),
  value: fc.oneof(fc.constantFrom(...EDGES), fc.nat(0xffffffff)),
  bytes: fc.uint8Array({ maxLength: 24 }),
});

/** Most files of a format differ in their first bytes: half of all edits go there. */
const HEAD_BYTES = 400;

export const damage: fc.Arbitrary<readonly Edit[]> = fc.array(edit, { minLength: 1, maxLength: 6 });

export function damaged(valid: Uint8Array, edits: readonly Edit[]): Buffer {
  let bytes: Buffer = Buffer.from(valid);
  for (const each of edits) bytes = applied(bytes, each);
  return bytes;
}

function applied(bytes: Buffer, { kind, at, to, value, bytes: more }: Edit): Buffer {
  if (bytes.length === 0) return Buffer.from(more);
  const within = value % 2 === 0 ? bytes.length : Math.min(bytes.length, HEAD_BYTES);
  const start = Math.min(Math.floor(at * within), bytes.length - 1);
  const end = Math.min(Math.floor(to * bytes.length), bytes.length - 1);
  switch (kind) {
    case 0:
    case 1:
      bytes[start] = bytes[start]! ^ (1 << (value % 8));
      return bytes;
    case 2:
      bytes[start] = value & 0xff;
      return bytes;
    case 3:
      if (start + 4 <= bytes.length) bytes.writeUInt32LE(value, start);
      return bytes;
    case 4:
      if (start + 4 <= bytes.length) bytes.writeUInt32BE(value, start);
      return bytes;
    case 5:
      if (start + 2 <= bytes.length) bytes.writeUInt16LE(value & 0xffff, start);
      return bytes;
    case 6:
      return bytes.subarray(0, end);
    case 7:
      return Buffer.concat([
        bytes.subarray(0, start),
        bytes.subarray(Math.min(bytes.length, start + (value % 40))),
      ]);
    case 8:
      return Buffer.concat([bytes.subarray(0, start), more, bytes.subarray(start)]);
    case 9:
      bytes.copy(bytes, start, end, Math.min(bytes.length, end + (value % 64)));
      return bytes;
    default:
      return Buffer.concat([
        bytes.subarray(0, start),
        Buffer.from(WORDS[value % WORDS.length]!),
        bytes.subarray(start + (value % 3)),
      ]);
  }
}

/** As above for text that is parsed as text. */
export function damagedText(valid: string, edits: readonly Edit[]): string {
  return damaged(Buffer.from(valid), edits).toString('utf8');
}
