// A cursor over the bytes of a JSON file: holds a window of them in memory, and finds where values end.
import { OperatorError } from '../../runtime/operator-error.ts';
import type { RawGeometry } from '../layer.ts';
import { CoordinateReader } from './geojson-coordinates.ts';
import { geometryOfCoordinates } from './geojson-geometry.ts';
import { decodeJson, parseJson } from './geojson-text.ts';

const FIRST_WINDOW_BYTES = 4 * 1024 * 1024;
/** Longer than any parcel: where quotes are not balanced, the rest of the file would look like one value. */
export const VALUE_MAX_BYTES = 128 * 1024 * 1024;
/** JSON.parse takes some 50 bytes for each. */
const DEPTH_MAX = 1_000_000;
/** What is kept in memory at once: also blanks, and all that stands before the features. */
const WINDOW_MAX_BYTES = VALUE_MAX_BYTES + 2 * FIRST_WINDOW_BYTES;

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

/** The word coordinates and the quote behind it. */
const KEY_LENGTH = 12;

/** The file ended inside a value. */
export class CutJson extends Error {}
/** A byte that no JSON has there. */
export class NotJson extends Error {}
/** A value that is too long, or too deep; the message says which. */
export class EndlessJson extends Error {}
const tooLong = () => new EndlessJson(`more than ${VALUE_MAX_BYTES / 2 ** 20} MB in one piece`);

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
  /** Within a feature, from its beginning: where its coordinates stand, once they have been read. */
  private coordinatesStart = -1;
  private coordinatesEnd = 0;
  private isFeature = false;
  private featureStart = 0;
  private readonly coordinates = new CoordinateReader();

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
    await this.findEnd(false);
    const text = this.text(this.position, this.scanned);
    this.position = this.scanned;
    return text;
  }

  /** The text of the feature that begins here. Where its coordinates could be read, an empty list stands for them. */
  async takeFeature(): Promise<string> {
    await this.findEnd(true);
    const { position, scanned, coordinatesStart: start } = this;
    this.featureStart = position;
    this.position = scanned;
    if (start < 0) return this.wholeFeature();
    return `${this.text(position, position + start)}[]${this.text(position + this.coordinatesEnd, scanned)}`;
  }

  /** Whether the coordinates of the feature taken last are missing from its text. */
  hasCoordinates(): boolean {
    return this.coordinatesStart >= 0;
  }

  /** Those as a geometry of a type; undefined where their lists do not fit it. */
  geometryOf(type: unknown): RawGeometry | undefined {
    return geometryOfCoordinates(type, this.coordinates);
  }

  /** The text of the feature taken last, with its coordinates. */
  wholeFeature(): string {
    return this.text(this.featureStart, this.position);
  }

  private text(start: number, end: number): string {
    return decodeJson(this.window.subarray(start, end), this.hasOnlyAscii);
  }

  private async findEnd(isFeature: boolean): Promise<void> {
    this.isFeature = isFeature;
    this.coordinatesStart = -1;
    this.scanned = this.position;
    this.depth = 0;
    this.inString = false;
    this.hasOnlyAscii = true;
    while (!this.scanOn()) {
      if (this.end - this.position > VALUE_MAX_BYTES) throw tooLong();
      if (!(await this.more())) throw new CutJson();
    }
  }

  /** The hot loop. False where the bytes in the window end before the value does. */
  private scanOn(): boolean {
    const { window, end } = this;
    let { scanned, depth, inString } = this;
    let bits = 0;
    let found = false;
    let stringStart = -1;
    let objectStart = -1;
    while (scanned < end) {
      if (inString) {
        const byte = window[scanned++]!;
        bits |= byte;
        if (byte === QUOTE) {
          inString = false;
          if (depth === 2 && scanned - stringStart === KEY_LENGTH && this.isFeature && objectStart >= 0) {
            scanned = this.readCoordinates({ stringStart, objectStart, scanned });
          }
        }
        // What a backslash escapes is skipped. It may not be there yet: `scanned` then points behind it all the same.
        else if (byte === BACKSLASH) scanned++;
        continue;
      }
      const byte = window[scanned++]!;
      if (byte === QUOTE) {
        inString = true;
        stringStart = scanned;
        continue;
      }
      // Brackets and braces differ by one bit. Whether they match is for JSON.parse to say.
      const folded = byte | 0x20;
      if (folded === OPEN_BRACE) {
        if (++depth > DEPTH_MAX) throw new EndlessJson('a million lists in each other');
        if (depth === 2) objectStart = scanned - 1;
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

  /** Where the scan goes on: behind the coordinates, if the key that ends here is a geometry's and they can be read. */
  private readCoordinates(o: { stringStart: number; objectStart: number; scanned: number }): number {
    const { window, position } = this;
    if (window.toString('latin1', o.stringStart, o.scanned) !== 'coordinates"') return o.scanned;
    // A property may be called so, too: what counts is the key before the object.
    const before = window.toString('latin1', Math.max(position, o.objectStart - 40), o.objectStart);
    if (!/"geometry"\s*:\s*$/.test(before)) return o.scanned;
    const end = this.coordinates.read(window, o.scanned);
    if (end < 0) return o.scanned;
    const start = window.indexOf(OPEN_BRACKET, o.scanned);
    this.coordinatesStart = start - position;
    this.coordinatesEnd = end - position;
    return end;
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
    if (needed > WINDOW_MAX_BYTES) throw tooLong();
    const old = this.window;
    if (needed >= old.length) this.window = Buffer.allocUnsafe(2 ** Math.ceil(Math.log2(needed + 1)));
    old.copy(this.window, 0, kept, this.end);
    chunk.copy(this.window, this.end - kept);
    this.end = needed;
    // No number goes on over the end of what is at hand.
    this.window[needed] = 0;
    this.position -= kept;
    this.scanned -= kept;
    if (this.mark !== undefined) this.mark = 0;
    return true;
  }

  close(): Promise<unknown> {
    return this.chunks.return(undefined);
  }
}
