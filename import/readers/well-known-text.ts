// Reads well-known text (WKT), with Z, M, curves and PostGIS's `SRID=2264;` in front (EWKT).
import type { RawGeometry, RawRing } from '../layer.ts';
import { appendCurve } from './circular-arc.ts';

const NO_AREAS = new Map([
  ['POINT', 'Point'],
  ['MULTIPOINT', 'MultiPoint'],
  ['LINESTRING', 'LineString'],
  ['LINEARRING', 'LineString'],
  ['MULTILINESTRING', 'MultiLineString'],
  ['CIRCULARSTRING', 'CircularString'],
  ['COMPOUNDCURVE', 'CompoundCurve'],
  ['MULTICURVE', 'MultiCurve'],
]);

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
    const polygons: RawRing[][] = [];
    const other = reader.collectPolygons(polygons, 0);
    if (!reader.isAtEnd()) throw new Unreadable('has text after its end');
    if (polygons.length > 0) return { kind: 'polygons', polygons };
    return other === undefined ? null : { kind: 'other', type: other };
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

  /** Appends the polygons of the next geometry; returns the name of its type where that is not an area and not empty. */
  collectPolygons(polygons: RawRing[][], depth: number): string | undefined {
    if (depth > MAX_DEPTH) throw new Unreadable('is nested too deeply');
    const type = this.type();
    if (this.isEmpty()) return undefined;
    switch (type) {
      case 'POLYGON':
      case 'TRIANGLE':
      case 'CURVEPOLYGON':
        this.polygon(polygons, depth);
        return undefined;
      case 'MULTIPOLYGON':
        this.list(() => {
          if (!this.isEmpty()) this.polygon(polygons, depth);
        });
        return undefined;
      case 'MULTISURFACE':
        this.list(() => {
          if (this.peek() === OPEN) this.polygon(polygons, depth);
          else this.collectPolygons(polygons, depth + 1);
        });
        return undefined;
      case 'GEOMETRYCOLLECTION': {
        let other: string | undefined;
        this.list(() => {
          other = this.collectPolygons(polygons, depth + 1) ?? other;
        });
        return other === undefined ? undefined : 'GeometryCollection';
      }
      default:
        return this.skipNoArea(type);
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

  private polygon(polygons: RawRing[][], depth: number): void {
    const rings: RawRing[] = [];
    this.list(() => {
      const points: number[] = [];
      this.curve(points, depth + 1);
      if (points.length > 0) rings.push(Float64Array.from(points));
    });
    if (rings.length > 0) polygons.push(rings);
  }

  /** A list of coordinates, or a named curve. */
  private curve(points: number[], depth: number): void {
    if (depth > MAX_DEPTH) throw new Unreadable('is nested too deeply');
    if (this.peek() === OPEN) {
      appendCurve(points, this.coordinates(), false);
      return;
    }
    const type = this.type();
    if (this.isEmpty()) return;
    if (type === 'COMPOUNDCURVE') this.list(() => this.curve(points, depth + 1));
    else if (type === 'CIRCULARSTRING' || type === 'LINESTRING') {
      appendCurve(points, this.coordinates(), type === 'CIRCULARSTRING');
    } else throw new Unreadable('has something else where a ring should be');
  }

  private coordinates(): number[] {
    const { text } = this;
    const points: number[] = [];
    this.expect(OPEN);
    for (;;) {
      let position = 0;
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
        if (position < 2) points.push(value);
        position++;
      }
      if (position < 2) throw this.unexpected('has something else where a number should be');
      const code = text.charCodeAt(this.at);
      if (code !== COMMA && code !== CLOSE) throw this.unexpected();
      this.at++;
      if (code === CLOSE) return points;
    }
  }

  /** Steps over balanced brackets, because polygons may follow in a collection. */
  private skipNoArea(type: string): string {
    if (SURFACES_IN_SPACE.has(type)) throw new Unreadable(`is a ${type}, a surface in space, and no area`);
    const name = NO_AREAS.get(type);
    if (!name || this.peek() !== OPEN) throw new Unreadable('is not well-known text');
    let open = 0;
    do {
      const code = this.text.charCodeAt(this.at);
      if (Number.isNaN(code)) throw new Unreadable('is cut off');
      if (code === OPEN) open++;
      if (code === CLOSE) open--;
      this.at++;
    } while (open > 0);
    return name;
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
