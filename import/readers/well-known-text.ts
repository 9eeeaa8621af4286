// Reads well-known text (WKT), with Z, M, curves and PostGIS's `SRID=2264;` in front (EWKT).
import type { RawGeometry, RawRing } from '../layer.ts';
import { appendCurve } from './circular-arc.ts';
import { GeometryParts } from './geometry-parts.ts';

const SURFACES_IN_SPACE = new Set(['TIN', 'POLYHEDRALSURFACE', 'SURFACE']);

const OPEN = 0x28;
const CLOSE = 0x29;
const COMMA = 0x2c;

/** A collection inside a collection inside …: no real file goes deeper, and a made-up one must not exhaust the stack. */
const MAX_DEPTH = 8;

const SRID = /^\s*SRID=(\d+);/i;

class Unreadable extends Error {}

/** Null for blank text and an empty geometry. Z and M are dropped, curves become short lines. Never throws. */
export function parseWkt(text: string): RawGeometry | null {
  try {
    const reader = new WktReader(text, SRID.exec(text)?.[0].length ?? 0);
    if (reader.isAtEnd()) return null;
    const parts = new GeometryParts();
    reader.collect(parts, 0);
    if (!reader.isAtEnd()) throw new Unreadable('has text after its end');
    return parts.geometry();
  } catch (error) {
    if (error instanceof Unreadable) return { kind: 'unreadable', reason: error.message };
    throw error;
  }
}

/** The coordinate system's number in front of EWKT. */
export function sridOfWkt(text: string): number | undefined {
  const found = SRID.exec(text);
  return found ? Number(found[1]) : undefined;
}

class WktReader {
  private readonly text: string;
  private at: number;

  constructor(text: string, at: number) {
    this.text = text;
    this.at = at;
  }

  isAtEnd(): boolean {
    this.skipBlanks();
    return this.at >= this.text.length;
  }

  /** Adds the parts of the next geometry. */
  collect(parts: GeometryParts, depth: number): void {
    if (depth > MAX_DEPTH) throw new Unreadable('is nested too deeply');
    const type = this.type();
    if (this.isEmpty()) return;
    switch (type) {
      case 'POLYGON':
      case 'TRIANGLE':
      case 'CURVEPOLYGON':
        this.polygon(parts, depth);
        break;
      case 'MULTIPOLYGON':
        this.list(() => {
          if (!this.isEmpty()) this.polygon(parts, depth);
        });
        break;
      case 'MULTISURFACE':
        this.list(() => {
          if (this.peek() === OPEN) this.polygon(parts, depth);
          else this.collect(parts, depth + 1);
        });
        break;
      case 'POINT':
        parts.addPoints(this.coordinates());
        break;
      // `(1 2, 3 4)` as well as `((1 2), (3 4))`.
      case 'MULTIPOINT':
        this.list(() => {
          if (!this.isEmpty()) parts.addPoints(this.peek() === OPEN ? this.coordinates() : this.position([]));
        });
        break;
      case 'MULTILINESTRING':
      case 'MULTICURVE':
        this.list(() => {
          const points: number[] = [];
          this.curve(points, depth + 1);
          parts.addLine(Float64Array.from(points));
        });
        break;
      case 'GEOMETRYCOLLECTION':
        this.list(() => this.collect(parts, depth + 1));
        break;
      default: {
        if (SURFACES_IN_SPACE.has(type)) {
          throw new Unreadable(`is a ${type}, a surface in space, and no area`);
        }
        const points: number[] = [];
        this.namedCurve(type, points, depth);
        parts.addLine(Float64Array.from(points));
      }
    }
  }

  /** The type's name in capitals, without Z and M: `POLYGON Z`, `PolygonZM` and `polygon` are all POLYGON. */
  private type(): string {
    const word = this.word().toUpperCase();
    if (word === '') throw new Unreadable('is not well-known text');
    const afterWord = this.at;
    const next = this.word().toUpperCase();
    if (next === 'Z' || next === 'M' || next === 'ZM') return word;
    this.at = afterWord;
    // `TRIANGLEZ` and `POLYGONZM`; no type's own name ends so.
    return word.replace(/(ZM|Z|M)$/, '');
  }

  private isEmpty(): boolean {
    this.skipBlanks();
    if (this.text.charCodeAt(this.at) === OPEN) return false;
    const before = this.at;
    if (this.word().toUpperCase() === 'EMPTY') return true;
    this.at = before;
    return false;
  }

  private polygon(parts: GeometryParts, depth: number): void {
    const rings: RawRing[] = [];
    this.list(() => {
      const points: number[] = [];
      this.curve(points, depth + 1);
      if (points.length > 0) rings.push(Float64Array.from(points));
    });
    parts.addPolygon(rings);
  }

  /** A list of coordinates, or a named curve. */
  private curve(points: number[], depth: number): void {
    if (depth > MAX_DEPTH) throw new Unreadable('is nested too deeply');
    if (this.isEmpty()) return;
    if (this.peek() === OPEN) {
      appendCurve(points, this.coordinates(), false);
      return;
    }
    const type = this.type();
    if (!this.isEmpty()) this.namedCurve(type, points, depth);
  }

  private namedCurve(type: string, points: number[], depth: number): void {
    if (type === 'COMPOUNDCURVE') this.list(() => this.curve(points, depth + 1));
    else if (type === 'CIRCULARSTRING' || type === 'LINESTRING' || type === 'LINEARRING') {
      appendCurve(points, this.coordinates(), type === 'CIRCULARSTRING');
    } else throw new Unreadable('is not well-known text');
  }

  private coordinates(): number[] {
    const points: number[] = [];
    this.list(() => this.position(points));
    return points;
  }

  /** Appends x and y of the next position. */
  private position(points: number[]): number[] {
    const { text } = this;
    let count = 0;
    for (;;) {
      this.skipBlanks();
      const start = this.at;
      let code = text.charCodeAt(this.at);
      // Everything of a number: digits, sign, dot, exponent. Number() finds out whether it is one.
      while (
        (code >= 0x30 && code <= 0x39) ||
        code === 0x2d ||
        code === 0x2e ||
        code === 0x2b ||
        (code | 32) === 0x65
      ) {
        code = text.charCodeAt(++this.at);
      }
      if (this.at === start) break;
      const value = Number(text.slice(start, this.at));
      if (Number.isNaN(value)) throw new Unreadable('has something else where a number should be');
      if (count < 2) points.push(value);
      count++;
    }
    if (count < 2) throw this.unexpected('has something else where a number should be');
    return points;
  }

  /** `(item, item, …)`. */
  private list(readItem: () => void): void {
    this.expect(OPEN);
    for (;;) {
      readItem();
      const code = this.peek();
      if (code !== COMMA && code !== CLOSE) throw this.unexpected();
      this.at++;
      if (code === CLOSE) return;
    }
  }

  private word(): string {
    this.skipBlanks();
    const start = this.at;
    let code = this.text.charCodeAt(this.at) | 32;
    while (code >= 0x61 && code <= 0x7a) code = this.text.charCodeAt(++this.at) | 32;
    return this.text.slice(start, this.at);
  }

  private expect(code: number): void {
    if (this.peek() !== code) throw this.unexpected();
    this.at++;
  }

  private peek(): number {
    this.skipBlanks();
    return this.text.charCodeAt(this.at);
  }

  private skipBlanks(): void {
    while (this.text.charCodeAt(this.at) <= 0x20) this.at++;
  }

  /** Without the text that is there: rows of nonsense would have a reason each. */
  private unexpected(reason = 'is not well-known text'): Unreadable {
    return new Unreadable(this.at >= this.text.length ? 'is cut off' : reason);
  }
}
