// A text file as bytes in UTF-8: transcoded where the operator or its byte order mark names another encoding.
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import iconv from 'iconv-lite';
import { OperatorError } from '../../runtime/operator-error.ts';
import { decoderAsked, knownEncoding } from './text-encoding.ts';

const CHUNK_BYTES = 1024 * 1024;
const NULS_BYTES = 400;

/**
 * Without an encoding the bytes come as they are, so that windows-1252 can be told from UTF-8 later. A byte order mark
 * is dropped.
 */
export async function* readText(path: string, encoding: string | undefined): AsyncIterable<Buffer> {
  // Tells an encoding that does not exist.
  if (encoding !== undefined) decoderAsked(encoding);
  let decoder: ReturnType<typeof iconv.getDecoder> | undefined;
  let isFirst = true;
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>) {
    if (isFirst) {
      const name =
        encoding === undefined
          ? (encodingOfMark(chunk) ?? encodingOfNuls(chunk, path))
          : knownEncoding(encoding);
      if (name && name !== 'utf-8') decoder = iconv.getDecoder(name, { stripBOM: true });
    }
    if (decoder) yield Buffer.from(decoder.write(chunk));
    else yield isFirst && hasUtf8Mark(chunk) ? chunk.subarray(3) : chunk;
    isFirst = false;
  }
  const rest = decoder?.end();
  if (rest) yield Buffer.from(rest);
}

function encodingOfMark(bytes: Buffer): string | undefined {
  const isLittleEndian = bytes[0] === 0xff && bytes[1] === 0xfe;
  const isBigEndian = bytes[0] === 0xfe && bytes[1] === 0xff;
  return isLittleEndian ? 'utf-16le' : isBigEndian ? 'utf-16be' : undefined;
}

/** Only UTF-16 has NULs in text: one in each letter. */
function encodingOfNuls(bytes: Buffer, path: string): string | undefined {
  const head = bytes.subarray(0, NULS_BYTES);
  if (!head.includes(0)) return undefined;
  const nuls = [0, 1].map((side) => head.filter((byte, at) => at % 2 === side && byte === 0).length);
  if (nuls[0] === 0 && nuls[1]! > head.length / 4) return 'utf-16le';
  if (nuls[1] === 0 && nuls[0]! > head.length / 4) return 'utf-16be';
  throw new OperatorError(
    `${basename(path)} is not text, so it is not CSV, although its name says so. Get another copy.`,
  );
}

function hasUtf8Mark(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}
