// Reads areas in CQL2 text: POLYGON and MULTIPOLYGON in Well-Known Text, and BBOX(west, south, east, north).
import { ringOfBounds } from '../../geo/bounds-of.ts';
import type { AreaGeometry, PolygonRings, Position, Ring } from '../../geo/geometry.ts';
import { FILTER_POINTS_MAX, LAT_MAX, LNG_MAX } from '../limits.ts';
import { type Scanner, TextProblem } from './scan-text.ts';

/** Closed, so a triangle. */
const RING_POINTS_MIN = 4;

export class AreaParser {
  readonly #scanner: Scanner;
  #points = 0;

  constructor(scanner: Scanner) {
    this.#scanner = scanner;
  }

  isAtArea(): boolean {
    return ['POLYGON', 'MULTIPOLYGON', 'BBOX'].some((keyword) => this.#scanner.isKeyword(keyword));
  }

  take(): AreaGeometry {
    const scanner = this.#scanner;
    if (scanner.take('POLYGON')) return { type: 'Polygon', coordinates: this.#polygon() };
    if (scanner.take('MULTIPOLYGON')) {
      return { type: 'MultiPolygon', coordinates: this.#list(() => this.#polygon()) };
    }
    if (scanner.take('BBOX')) return this.#box();
    return scanner.failExpected('POLYGON, MULTIPOLYGON or BBOX');
  }

  #list<Item>(item: () => Item): Item[] {
    const scanner = this.#scanner;
    scanner.expect('(');
    const items = [item()];
    while (scanner.take(',')) items.push(item());
    scanner.expect(')');
    return items;
  }

  #polygon(): PolygonRings {
    return this.#list(() => this.#ring());
  }

  #ring(): Ring {
    const { at } = this.#scanner.token;
    const ring = this.#list(() => this.#position());
    if (ring.length < RING_POINTS_MIN) {
      throw new TextProblem(
        `A ring has fewer than ${RING_POINTS_MIN} points (the last repeats the first), the one`,
        at,
      );
    }
    const [first, last] = [ring[0]!, ring.at(-1)!];
    if (first[0] !== last[0] || first[1] !== last[1]) {
      throw new TextProblem('A ring does not end at the point where it begins, the one', at);
    }
    return ring;
  }

  #position(): Position {
    if (++this.#points > FILTER_POINTS_MAX) {
      throw new TextProblem(
        `All shapes together may have at most ${FILTER_POINTS_MAX.toLocaleString('en-US')} points; another one stands`,
        this.#scanner.token.at,
      );
    }
    return [this.#degrees('longitude', LNG_MAX), this.#degrees('latitude', LAT_MAX)];
  }

  #degrees(name: string, max: number): number {
    const { at } = this.#scanner.token;
    const degrees = takeNumber(this.#scanner, `a ${name}`);
    if (Math.abs(degrees) <= max) return degrees;
    throw new TextProblem(`The ${name} does not lie between -${max} and ${max}`, at);
  }

  #box(): AreaGeometry {
    const scanner = this.#scanner;
    const { at } = scanner.token;
    scanner.expect('(');
    const west = this.#degrees('longitude', LNG_MAX);
    scanner.expect(',');
    const south = this.#degrees('latitude', LAT_MAX);
    scanner.expect(',');
    const east = this.#degrees('longitude', LNG_MAX);
    scanner.expect(',');
    const north = this.#degrees('latitude', LAT_MAX);
    scanner.expect(')');
    if (west >= east || south >= north) {
      throw new TextProblem('BBOX needs a west below its east and a south below its north', at);
    }
    return { type: 'Polygon', coordinates: [ringOfBounds({ west, south, east, north })] };
  }
}

export function takeNumber(scanner: Scanner, what: string): number {
  if (scanner.token.kind !== 'number') scanner.failExpected(what);
  const { value, at } = scanner.advance();
  const number = Number(value);
  if (!Number.isFinite(number)) throw new TextProblem('The number is too large', at);
  // Without the sign of -0.
  return number + 0;
}
