// Decodes a stream of bytes into text: the encoding asked for, that of a byte order mark, or what the bytes look like.
import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import { OperatorError } from '../../runtime/operator-error.ts';
import { decoderGuessed, knownEncoding } from './text-encoding.ts';

const NEW_LINE = 0x0a;

/** A byte order mark is dropped. */
export async function* decodeStream(
  bytes: AsyncIterable<Buffer>,
  encoding: string | undefined,
): AsyncIterable<string> {
  const asked = encoding === undefined ? undefined : knownEncoding(encoding);
  if (encoding !== undefined && !asked) {
    throw new OperatorError(
      `There is no encoding ${JSON.stringify(encoding)}. Common ones are UTF-8, windows-1252, ISO-8859-1 and CP437.`,
    );
  }
  let decoder: { write(chunk: Buffer): string; end(): string | undefined } | undefined;
  for await (const chunk of bytes) {
    decoder ??= decoderFor(chunk, asked);
    yield decoder.write(chunk);
  }
  yield decoder?.end() ?? '';
}

function decoderFor(firstBytes: Buffer, asked: string | undefined) {
  if (asked) return iconv.getDecoder(asked, { stripBOM: true });
  const isUtf16 =
    (firstBytes[0] === 0xff && firstBytes[1] === 0xfe) || (firstBytes[0] === 0xfe && firstBytes[1] === 0xff);
  return isUtf16 ? iconv.getDecoder('utf-16', { stripBOM: true }) : new GuessingDecoder();
}

/** UTF-8 or windows-1252, line by line: one bad line does not spoil the others. */
class GuessingDecoder {
  #rest: Buffer = Buffer.alloc(0);
  #isAtStart = true;
  readonly #decode = decoderGuessed(undefined);

  write(chunk: Buffer): string {
    const end = chunk.lastIndexOf(NEW_LINE) + 1;
    if (end === 0) {
      this.#rest = Buffer.concat([this.#rest, chunk]);
      return '';
    }
    const lines = Buffer.concat([this.#rest, chunk.subarray(0, end)]);
    this.#rest = chunk.subarray(end);
    return this.#text(lines);
  }

  end(): string {
    return this.#text(this.#rest);
  }

  #text(lines: Buffer): string {
    const text = isUtf8(lines) ? lines.toString('utf8') : this.#lineByLine(lines);
    if (!this.#isAtStart || text === '') return text;
    this.#isAtStart = false;
    return text.startsWith('\uFEFF') ? text.slice(1) : text;
  }

  #lineByLine(lines: Buffer): string {
    const texts: string[] = [];
    for (let start = 0; start < lines.length; ) {
      const newLine = lines.indexOf(NEW_LINE, start);
      const end = newLine === -1 ? lines.length : newLine + 1;
      texts.push(this.#decode(lines, start, end));
      start = end;
    }
    return texts.join('');
  }
}
