// A cursor over the bytes of a JSON file: holds a window of them in memory, and finds where values end.
import { OperatorError } from '../../runtime/operator-error.ts';
import { decodeJson, parseJson } from './geojson-text.ts';

const FIRST_WINDOW_BYTES = 4 * 1024 * 1024;
/** Longer than any parcel: where quotes are not balanced, the rest of the file would look like one value. */
const VALUE_MAX_BYTES = 128 * 1024 * 1024;

export const OPEN_BRACKET = 0x5b;
export const CLOSE_BRACKET = 0x5d;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;
export const QUOTE = 0x22;
export const COLON = 0x3a;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
/** Before each feature of a GeoJSON text sequence (RFC 8142). */
const RECORD_SEPARATOR = 0x1e;

/** The file ended inside a value. */
export class CutJson extends Error {}
/** A byte that no JSON has there. */
export class NotJson extends Error {}

export class JsonCursor {
  private readonly chunks: AsyncGenerator<Buffer>;
  private window: Buffer = Buffer.allocUnsafe(FIRST_WINDOW_BYTES);
  /** Of the bytes in the window. */
  private end = 0;
  private position = 0;
  /** Where a value begins that may be needed again. */
  private mark: number | undefined;
  /** The scan for the end of a value, which goes on when more bytes have come. */
  private scanned = 0;
  private depth = 0;
  private inString = false;
  private hasOnlyAscii = true;

  constructor(chunks: AsyncGenerator<Buffer>) {
    this.chunks = chunks;
  }

  /** The next byte that is neither a blank nor a separator, without taking it; undefined at the end of the file. */
  async peek(): Promise<number | undefined> {
    for (;;) {
      while (this.position < this.end) {
        const byte = this.window[this.position]!;
        if (byte > 0x20 && byte !== COMMA) return byte;
        if (byte < 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09 && byte !== RECORD_SEPARATOR) {
          throw new NotJson();
        }
        this.position++;
      }
      if (!(await this.more())) return undefined;
    }
  }

  skip(): void {
    this.position++;
  }

  /** Remembers this place, for `goBack`: the bytes from here on stay in memory. */
  setMark(): void {
    this.mark = this.position;
  }

  dropMark(): void {
    this.mark = undefined;
  }

  goBack(): void {
    this.position = this.mark!;
    this.mark = undefined;
  }

  /** The text of the object or array that begins here. */
  async takeNested(): Promise<string> {
    this.scanned = this.position;
    this.depth = 0;
    this.inString = false;
    this.hasOnlyAscii = true;
    while (!this.scanOn()) {
      if (this.end - this.position > VALUE_MAX_BYTES) throw new NotJson();
      if (!(await this.more())) throw new CutJson();
    }
    const text = decodeJson(this.window.subarray(this.position, this.scanned), this.hasOnlyAscii);
    this.position = this.scanned;
    return text;
  }

  /** The hot loop. False where the bytes in the window end before the value does. */
  private scanOn(): boolean {
    const { window, end } = this;
    let { scanned, depth, inString } = this;
    let bits = 0;
    let found = false;
    while (scanned < end) {
      if (inString) {
        const byte = window[scanned++]!;
        bits |= byte;
        if (byte === QUOTE) inString = false;
        // What a backslash escapes is skipped. It may not be there yet: `scanned` then points behind it all the same.
        else if (byte === BACKSLASH) scanned++;
        continue;
      }
      const byte = window[scanned++]!;
      if (byte === QUOTE) {
        inString = true;
        continue;
      }
      // Brackets and braces differ by one bit. Whether they match is for JSON.parse to say.
      const folded = byte | 0x20;
      if (folded === OPEN_BRACE) {
        depth++;
      } else if (folded === CLOSE_BRACE && --depth === 0) {
        found = true;
        break;
      }
    }
    if (bits > 0x7f) this.hasOnlyAscii = false;
    this.scanned = scanned;
    this.depth = depth;
    this.inString = inString;
    return found;
  }

  /** The string, number or word that begins here. */
  async takeScalar(): Promise<unknown> {
    let length = 1;
    const isString = this.window[this.position] === QUOTE;
    for (;;) {
      if (this.position + length >= this.end && !(await this.more())) {
        if (isString) throw new CutJson();
        break;
      }
      const byte = this.window[this.position + length]!;
      if (!isString && (byte <= 0x20 || byte === COMMA || byte === CLOSE_BRACE || byte === CLOSE_BRACKET))
        break;
      length += isString && byte === BACKSLASH ? 2 : 1;
      if (isString && byte === QUOTE) break;
    }
    const value = parseJson(decodeJson(this.window.subarray(this.position, this.position + length), false));
    if (value === undefined) throw new NotJson();
    this.position += length;
    return value;
  }

  async skipByteOrderMark(fileName: string): Promise<void> {
    while (this.end < 3 && (await this.more())) {}
    const [first, second, third] = this.window.subarray(0, this.end);
    if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
      throw new OperatorError(`${fileName} is written in UTF-16: save it as UTF-8.`);
    }
    if (first === 0xef && second === 0xbb && third === 0xbf) this.position = 3;
  }

  /** The beginning of what comes next, for a sentence about it. */
  excerpt(): string {
    return this.window.toString('utf8', this.position, Math.min(this.end, this.position + 200));
  }

  /** Reads on; false at the end of the file. Bytes that are still needed move to the front of the window. */
  private async more(): Promise<boolean> {
    const { done, value: chunk } = await this.chunks.next();
    if (done) return false;
    const kept = this.mark ?? this.position;
    const needed = this.end - kept + chunk.length;
    const old = this.window;
    if (needed > old.length) this.window = Buffer.allocUnsafe(2 ** Math.ceil(Math.log2(needed)));
    old.copy(this.window, 0, kept, this.end);
    chunk.copy(this.window, this.end - kept);
    this.end = needed;
    this.position -= kept;
    this.scanned -= kept;
    if (this.mark !== undefined) this.mark = 0;
    return true;
  }

  close(): Promise<unknown> {
    return this.chunks.return(undefined);
  }
}
