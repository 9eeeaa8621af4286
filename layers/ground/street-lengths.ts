// Which streets are the main ones, by the total length of each name, where a file says nothing of classes.
import type { RoadClass } from '../../basemap/ground/road-features.ts';
import { type LineGeometry, linesOf, type Position } from '../../geo/geometry.ts';
import { kilometersBetween } from '../../geo/kilometers-between.ts';

/** The longest streets, as shares of all names; none is a main street that is shorter than this. */
const MAIN: readonly { class: RoadClass; share: number; kilometersMin: number }[] = [
  { class: 'secondary', share: 0.01, kilometersMin: 2 },
  { class: 'tertiary', share: 0.05, kilometersMin: 1 },
];
/** Bounds the memory. A state has about as many. */
const NAMES_MAX = 100_000;

export class StreetLengths {
  readonly #namesMax: number;
  #kilometers = new Map<string, number>();
  #classes: Map<string, RoadClass> | undefined;

  constructor(namesMax = NAMES_MAX) {
    this.#namesMax = namesMax;
  }

  add(name: string, geometry: LineGeometry): void {
    this.#kilometers.set(name, (this.#kilometers.get(name) ?? 0) + kilometersOf(geometry));
    // The shorter half is forgotten: it would not be among the longest.
    if (this.#kilometers.size > this.#namesMax) {
      this.#kilometers = new Map(this.#longestFirst().slice(0, this.#namesMax / 2));
    }
  }

  /** Of a street, once all have been added. */
  classOf(name: string | null): RoadClass {
    this.#classes ??= this.#rank();
    return (name === null ? undefined : this.#classes.get(name)) ?? 'residential';
  }

  #rank(): Map<string, RoadClass> {
    const streets = this.#longestFirst();
    const classes = new Map<string, RoadClass>();
    streets.forEach(([name, kilometers], at) => {
      const main = MAIN.find(
        ({ share, kilometersMin }) => at < Math.ceil(share * streets.length) && kilometers >= kilometersMin,
      );
      if (main) classes.set(name, main.class);
    });
    this.#kilometers.clear();
    return classes;
  }

  #longestFirst(): [name: string, kilometers: number][] {
    return [...this.#kilometers].sort((a, b) => b[1] - a[1]);
  }
}

function kilometersOf(geometry: LineGeometry): number {
  return linesOf(geometry).reduce((sum, line) => sum + lineKilometers(line), 0);
}

function lineKilometers(line: readonly Position[]): number {
  let sum = 0;
  for (let i = 1; i < line.length; i++) sum += kilometersBetween(toLngLat(line[i - 1]!), toLngLat(line[i]!));
  return sum;
}

const toLngLat = ([lng, lat]: Position) => ({ lng, lat });
