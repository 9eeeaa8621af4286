// How a county's text is encoded: what the file says about it, and what its bytes say.
import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import { OperatorError } from '../../runtime/operator-error.ts';

/** Decodes the bytes from `start` to `end`. */
export type DecodeText = (bytes: Buffer, start: number, end: number) => string;

/** Where bytes are not valid UTF-8, US counties mean this. */
const USUAL_ENCODING = 'windows-1252';

/** Encodings of several bytes a character besides UTF-8: their text may look like UTF-8 by accident. */
const SEVERAL_BYTES = /932|936|949|950|gb|big5|jis|euc|ks_?c|utf-?(?:16|32)|ucs/i;

/** The encoding that the operator named, exactly. */
export function decoderAsked(encoding: string): DecodeText {
  const name = knownEncoding(encoding);
  if (!name) {
    throw new OperatorError(
      `There is no encoding ${JSON.stringify(encoding)}. Common ones are UTF-8, windows-1252, ISO-8859-1 and CP437.`,
    );
  }
  if (name === 'utf-8') return (bytes, start, end) => bytes.toString('utf8', start, end);
  return (bytes, start, end) => iconv.decode(bytes.subarray(start, end), name);
}

/**
 * UTF-8 where the bytes are valid UTF-8, else what the file says, else windows-1252. Files often say wrong: text of
 * another encoding with an accent in it is practically never valid UTF-8, so the bytes are the better witness.
 */
export function decoderGuessed(said: string | undefined): DecodeText {
  const known = said === undefined ? undefined : knownEncoding(said);
  if (known && SEVERAL_BYTES.test(known)) return decoderAsked(known);
  // ISO 8859-1 has no letters where windows-1252 has its quotes and dashes, which is what was typed.
  const fallback = !known || known === 'utf-8' || /8859-?1$|latin-?1$/i.test(known) ? USUAL_ENCODING : known;
  return (bytes, start, end) => {
    const whole = bytes.subarray(start, end);
    if (isUtf8(whole)) return bytes.toString('utf8', start, end);
    const cut = end - incompleteTail(bytes, start, end);
    if (cut < end && isUtf8(bytes.subarray(start, cut)) && !isAscii(bytes, start, cut)) {
      return bytes.toString('utf8', start, cut);
    }
    return iconv.decode(whole, fallback);
  };
}

/** How many bytes at the end begin a UTF-8 character that a fixed width has cut off. */
function incompleteTail(bytes: Buffer, start: number, end: number): number {
  for (let back = 1; back <= 3 && end - back >= start; back++) {
    const byte = bytes[end - back]!;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0;
    if (byte < 0x80) return 0;
  }
  return 0;
}

export function isAscii(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at]! >= 0x80) return false;
  return true;
}

/** The name as iconv-lite knows it, from the ways a `.cpg` file spells it: `UTF-8`, `65001`, `ANSI 1252`, `88591`. */
export function knownEncoding(spelled: string): string | undefined {
  const name = spelled.trim().toLowerCase();
  if (/^(utf-?8|65001|cp65001)$/.test(name)) return 'utf-8';
  const iso = /^(?:iso)?[-_ ]*8859[-_ ]*(\d{1,2})$/.exec(name);
  if (iso) return `iso-8859-${iso[1]}`;
  const numbered = /^(?:ansi|oem|cp|windows|ibm|dos)?[-_ ]*(\d{3,5})$/.exec(name);
  if (numbered && iconv.encodingExists(`cp${numbered[1]}`)) return `cp${numbered[1]}`;
  return name !== '' && iconv.encodingExists(name) ? name : undefined;
}

/** The "language driver" byte of a DBF, 0 where it says nothing. */
export function encodingOfLanguageDriver(byte: number): string | undefined {
  const codePage = CODE_PAGES.find(([, drivers]) => drivers.includes(byte))?.[0];
  return codePage === undefined ? undefined : `cp${codePage}`;
}

const CODE_PAGES: readonly (readonly [number, readonly number[]])[] = [
  [437, [0x01, 0x09, 0x0b, 0x0d, 0x0f, 0x11, 0x15, 0x18, 0x19, 0x1b]],
  [850, [0x02, 0x0a, 0x0e, 0x10, 0x12, 0x14, 0x16, 0x1a, 0x1d, 0x25, 0x37]],
  [1252, [0x03, 0x57, 0x58, 0x59]],
  [865, [0x08, 0x17, 0x66]],
  [932, [0x13, 0x7b]],
  [863, [0x1c, 0x6c]],
  [852, [0x1f, 0x22, 0x23, 0x40, 0x64, 0x87]],
  [860, [0x24]],
  [866, [0x26, 0x65]],
  [936, [0x4d, 0x7a]],
  [949, [0x4e, 0x79]],
  [950, [0x4f, 0x78]],
  [874, [0x50, 0x7c]],
  [861, [0x67]],
  [737, [0x6a, 0x86]],
  [857, [0x6b, 0x88]],
  [1250, [0xc8]],
  [1251, [0xc9]],
  [1254, [0xca]],
  [1253, [0xcb]],
  [1257, [0xcc]],
];
