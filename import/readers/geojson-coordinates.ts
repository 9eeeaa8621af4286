// Coordinates of a geometry straight from the bytes of a GeoJSON file into flat rings. JSON.parse would make an array of
// every point, which takes most of the time that a file of parcels needs.
import type { RawRing } from '../layer.ts';

const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

const powersOfTen = Float64Array.from({ length: 23 }, (_, i) => 10 ** i);

export class CoordinateReader {
  /** Of what is less deep, too: one polygon of one ring, or of one ring for each line. */
  polygons: RawRing[][] = [];
  /** How many lists are inside each other: a point is one list, a polygon three. */
  lists = 0;
  private points = new Float64Array(1024);
  private at = 0;

  /**
   * Reads the value behind the key that ends at `start`, and returns where it ends. -1 for whatever is not a plain
   * geometry whole at hand: JSON.parse then has its say. Behind the last byte stands one that no number has.
   */
  read(bytes: Uint8Array, start: number): number {
    this.polygons = [];
    this.at = start;
    let lists = 0;
    for (;;) {
      const byte = bytes[this.at++]!;
      if (byte === OPEN_BRACKET) lists++;
      else if (byte > 0x20 && !(byte === 0x3a && lists === 0)) break;
      else if (byte === 0) return -1;
    }
    this.at--;
    if (lists < 1 || lists > 4) return -1;
    this.lists = lists;
    let depth = lists;
    let count = 0;
    let rings: RawRing[] = [];
    for (;;) {
      if (count + 2 > this.points.length) this.grow();
      const { points } = this;
      const x = this.number(bytes);
      if (this.skipTo(bytes) !== COMMA) return -1;
      this.at++;
      const y = this.number(bytes);
      if (Number.isNaN(x) || Number.isNaN(y)) return -1;
      points[count++] = x;
      points[count++] = y;
      // Z and M.
      while (this.skipTo(bytes) === COMMA) {
        this.at++;
        if (Number.isNaN(this.number(bytes))) return -1;
      }
      if (bytes[this.at++] !== CLOSE_BRACKET) return -1;
      depth--;
      if (depth === 0) {
        this.polygons.push([points.slice(0, count)]);
        return this.at;
      }
      while (depth < lists) {
        const byte = this.skipTo(bytes);
        this.at++;
        if (byte === COMMA) continue;
        if (byte === OPEN_BRACKET) {
          depth++;
          continue;
        }
        if (byte !== CLOSE_BRACKET) return -1;
        if (depth === lists - 1) {
          rings.push(points.slice(0, count));
          count = 0;
        } else if (depth === lists - 2) {
          this.polygons.push(rings);
          rings = [];
        }
        if (--depth > 0) continue;
        if (lists === 2) this.polygons.push(rings);
        return this.at;
      }
    }
  }

  /** The next byte that is not a blank. */
  private skipTo(bytes: Uint8Array): number {
    let byte = bytes[this.at]!;
    while (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) byte = bytes[++this.at]!;
    return byte;
  }

  /**
   * NaN for what is not written with plain digits. Numbers of up to 15 digits are exact; of longer ones the last digit
   * that a double holds may differ, a millionth of a millimeter.
   */
  private number(bytes: Uint8Array): number {
    let byte = this.skipTo(bytes);
    let at = this.at;
    const isNegative = byte === MINUS;
    if (isNegative) byte = bytes[++at]!;
    const first = at;
    let value = 0;
    let digit = byte - ZERO;
    while (digit >= 0 && digit <= 9) {
      value = value * 10 + digit;
      byte = bytes[++at]!;
      digit = byte - ZERO;
    }
    if (at === first) return Number.NaN;
    if (byte === POINT) {
      const start = ++at;
      byte = bytes[at]!;
      digit = byte - ZERO;
      while (digit >= 0 && digit <= 9) {
        value = value * 10 + digit;
        byte = bytes[++at]!;
        digit = byte - ZERO;
      }
      const decimals = at - start;
      if (decimals === 0 || decimals > 22) return Number.NaN;
      value /= powersOfTen[decimals]!;
    }
    // An exponent, or the end of the bytes at hand.
    if (
      byte !== COMMA &&
      byte !== CLOSE_BRACKET &&
      byte !== 0x20 &&
      byte !== 0x0a &&
      byte !== 0x0d &&
      byte !== 0x09
    ) {
      return Number.NaN;
    }
    this.at = at;
    return isNegative ? -value : value;
  }

  private grow(): void {
    const larger = new Float64Array(2 * this.points.length);
    larger.set(this.points);
    this.points = larger;
  }
}
