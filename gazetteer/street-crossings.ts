// The lines of streets, gathered one by one: where two of them cross, and which point of a street is nearest to its middle.
import type { LngLat, Position } from '../geo/geometry.ts';
import { addToGroup } from '../geo/groups.ts';

/** Lines this close to each other meet: about 3 m. Bridges over streets are not known. */
const MEETING_METERS = 3;
/** The roadways of a divided street cross another several times, which is one crossing: about 60 m. */
const SAME_CROSSING_METERS = 60;
/** As many meters or more, also of longitude, up to 75 degrees of latitude. */
const SAME_CROSSING_DEGREES = 0.0025;
const CELL_METERS = 60;
const METERS_PER_DEGREE = 111_195;

export type StreetCrossing = { streets: [number, number]; at: LngLat };

/** Streets by number. Segments are columns of numbers, because a state has millions of them. */
export class StreetSegments {
  /** Longitude and latitude of both ends, four numbers a segment. */
  #ends = new Float64Array(4096);
  #street = new Uint32Array(1024);
  #count = 0;

  add(street: number, line: readonly Position[]): void {
    for (let i = 1; i < line.length; i++) {
      if (this.#count === this.#street.length) {
        this.#ends = doubled(this.#ends, new Float64Array(2 * this.#ends.length));
        this.#street = doubled(this.#street, new Uint32Array(2 * this.#street.length));
      }
      this.#ends.set([line[i - 1]![0], line[i - 1]![1], line[i]![0], line[i]![1]], 4 * this.#count);
      this.#street[this.#count++] = street;
    }
  }

  /** For each street with lines, the point on them that is nearest to its middle. */
  nearestTo(middleOf: (street: number) => LngLat): Map<number, LngLat> {
    const best = new Map<number, LngLat & { squared: number }>();
    for (let segment = 0; segment < this.#count; segment++) {
      const street = this.#street[segment]!;
      const middle = middleOf(street);
      const near = this.#nearest(segment, middle.lng, middle.lat);
      const known = best.get(street);
      if (!known || near.squared < known.squared) best.set(street, near);
    }
    return new Map([...best].map(([street, { lng, lat }]) => [street, { lng, lat }]));
  }

  crossings(): StreetCrossing[] {
    const found: StreetCrossing[] = [];
    // Alleys without a name are one street all over a county, so two of its streets may cross ten thousand times.
    const known = new Map<string, LngLat[]>();
    const isNew = ({ streets, at }: StreetCrossing) => {
      const column = Math.floor(at.lng / SAME_CROSSING_DEGREES);
      const row = Math.floor(at.lat / SAME_CROSSING_DEGREES);
      for (let x = column - 1; x <= column + 1; x++) {
        for (let y = row - 1; y <= row + 1; y++) {
          const others = known.get(`${streets} ${x} ${y}`);
          if (others?.some((other) => meters(other, at) < SAME_CROSSING_METERS)) return false;
        }
      }
      addToGroup(known, `${streets} ${column} ${row}`, at);
      return true;
    };
    for (const segments of this.#cells().values()) {
      for (let i = 1; i < segments.length; i++) {
        for (let j = 0; j < i; j++) {
          const [one, other] = [segments[i]!, segments[j]!];
          const [a, b] = [this.#street[one]!, this.#street[other]!];
          if (a === b) continue;
          const at = this.#meeting(one, other);
          if (!at) continue;
          const crossing: StreetCrossing = { streets: a < b ? [a, b] : [b, a], at };
          if (isNew(crossing)) found.push(crossing);
        }
      }
    }
    return found;
  }

  /** A grid of the segments: each is in all cells that its box touches, a long one in those along it. */
  #cells(): Map<number, number[]> {
    const cells = new Map<number, number[]>();
    const degrees = CELL_METERS / METERS_PER_DEGREE;
    const margin = MEETING_METERS / CELL_METERS;
    for (let segment = 0; segment < this.#count; segment++) {
      const [fromX, fromY, toX, toY] = [0, 1, 2, 3].map((at) => this.#ends[4 * segment + at]! / degrees) as [
        number,
        number,
        number,
        number,
      ];
      const parts = Math.max(1, Math.ceil(Math.max(Math.abs(toX - fromX), Math.abs(toY - fromY))));
      for (let part = 0; part < parts; part++) {
        const [ax, bx] = [part, part + 1].map((at) => fromX + ((toX - fromX) * at) / parts) as [
          number,
          number,
        ];
        const [ay, by] = [part, part + 1].map((at) => fromY + ((toY - fromY) * at) / parts) as [
          number,
          number,
        ];
        const north = Math.floor(Math.max(ay, by) + margin);
        const east = Math.floor(Math.max(ax, bx) + 2 * margin);
        for (let y = Math.floor(Math.min(ay, by) - margin); y <= north; y++) {
          for (let x = Math.floor(Math.min(ax, bx) - 2 * margin); x <= east; x++) {
            const key = y * 2 ** 21 + x;
            const cell = cells.get(key);
            if (!cell) cells.set(key, [segment]);
            else if (cell.at(-1) !== segment) cell.push(segment);
          }
        }
      }
    }
    return cells;
  }

  /** Where two segments cross, or nearly touch. */
  #meeting(one: number, other: number): LngLat | undefined {
    const ends = this.#ends;
    const [a, b] = [4 * one, 4 * other];
    const slack = MEETING_METERS / METERS_PER_DEGREE;
    const shrink = Math.cos((ends[a + 1]! * Math.PI) / 180);
    for (const [axis, reach] of [
      [0, slack / shrink],
      [1, slack],
    ] as const) {
      const [from, to, start, end] = [
        ends[a + axis]!,
        ends[a + axis + 2]!,
        ends[b + axis]!,
        ends[b + axis + 2]!,
      ];
      if (Math.max(from, to) < Math.min(start, end) - reach) return undefined;
      if (Math.min(from, to) > Math.max(start, end) + reach) return undefined;
    }
    const alongX = ends[a + 2]! - ends[a]!;
    const alongY = ends[a + 3]! - ends[a + 1]!;
    const otherX = ends[b + 2]! - ends[b]!;
    const otherY = ends[b + 3]! - ends[b + 1]!;
    const determinant = alongX * otherY - alongY * otherX;
    if (determinant !== 0) {
      const [x, y] = [ends[b]! - ends[a]!, ends[b + 1]! - ends[a + 1]!];
      const share = (x * otherY - y * otherX) / determinant;
      const otherShare = (x * alongY - y * alongX) / determinant;
      if (share >= 0 && share <= 1 && otherShare >= 0 && otherShare <= 1) {
        return { lng: ends[a]! + share * alongX, lat: ends[a + 1]! + share * alongY };
      }
    }
    for (const [point, segment] of [
      [a, other],
      [a + 2, other],
      [b, one],
      [b + 2, one],
    ] as const) {
      const at = { lng: ends[point]!, lat: ends[point + 1]! };
      if (this.#nearest(segment, at.lng, at.lat).squared <= slack * slack) return at;
    }
    return undefined;
  }

  /** The nearest point of a segment, and its squared distance in degrees of latitude. */
  #nearest(segment: number, lng: number, lat: number): LngLat & { squared: number } {
    const [fromLng, fromLat, toLng, toLat] = this.#ends.subarray(4 * segment, 4 * segment + 4) as unknown as [
      number,
      number,
      number,
      number,
    ];
    const shrink = Math.cos((fromLat * Math.PI) / 180);
    const [alongX, alongY] = [(toLng - fromLng) * shrink, toLat - fromLat];
    const [x, y] = [(lng - fromLng) * shrink, lat - fromLat];
    const length = alongX * alongX + alongY * alongY;
    const share = length > 0 ? Math.min(1, Math.max(0, (x * alongX + y * alongY) / length)) : 0;
    return {
      lng: fromLng + share * (toLng - fromLng),
      lat: fromLat + share * (toLat - fromLat),
      squared: (x - share * alongX) ** 2 + (y - share * alongY) ** 2,
    };
  }
}

function doubled<A extends Float64Array | Uint32Array>(from: A, to: A): A {
  to.set(from);
  return to;
}

function meters(one: LngLat, other: LngLat): number {
  const east = (other.lng - one.lng) * Math.cos((one.lat * Math.PI) / 180);
  return METERS_PER_DEGREE * Math.hypot(east, other.lat - one.lat);
}
