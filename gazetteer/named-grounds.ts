// Parks, waters, schools, neighborhoods and the like, as maps name them: gathered from labels, lines and areas, each once.
import { boxesTouch, widenBounds, withMargin } from '../geo/bounds-of.ts';
import type { Bounds, LngLat } from '../geo/geometry.ts';
import { nameWords } from '../store/place-words.ts';

export type NamedGround = {
  name: string;
  /** As the Protomaps schema has it: 'park', 'lake'; or 'neighborhood', 'town'. */
  kind: string;
  at: LngLat;
  bounds?: Bounds;
};

/** Parts of a name this close to each other are of one ground: about 500 m. */
const NEAR_DEGREES = 0.005;
const WATERS = new Set(['water', 'lake', 'river', 'stream', 'canal', 'ocean', 'pond', 'basin', 'reservoir']);
/** The name knows better than the map what a water is. */
const WATER_WORDS: readonly [RegExp, string][] = [
  [/\b(creek|brook|stream|branch|run|slough)\b/i, 'stream'],
  [/\b(river|fork)\b/i, 'river'],
  [/\bcanal\b/i, 'canal'],
  [/\breservoir\b/i, 'reservoir'],
  [/\bpond\b/i, 'pond'],
  [/\b(lake|loch)\b/i, 'lake'],
  [/\b(bay|cove|harbor|sound|inlet|ocean)\b/i, 'bay'],
];

type Gathered = { name: string; kind: string; box: Bounds; spots: LngLat[] };

export class GroundList {
  readonly #byName = new Map<string, Gathered[]>();

  add({ name, kind, at, bounds }: NamedGround): void {
    const words = nameWords(name);
    if (words.length === 0) return;
    const key = `${WATERS.has(kind) ? 'water' : kind} ${words.join(' ')}`;
    const box = { ...(bounds ?? { west: at.lng, south: at.lat, east: at.lng, north: at.lat }) };
    let all: Gathered = { name, kind, box, spots: [at] };
    const apart: Gathered[] = [];
    // One part may join several that were apart before.
    for (const other of this.#byName.get(key) ?? []) {
      if (boxesTouch(withMargin(other.box, NEAR_DEGREES), all.box)) all = joined(other, all);
      else apart.push(other);
    }
    this.#byName.set(key, [...apart, all]);
  }

  /** Each at the one of its labels, or points on its line, that is nearest to its middle. */
  *list(): Generator<NamedGround> {
    for (const grounds of this.#byName.values()) {
      for (const { name, kind, box, spots } of grounds) {
        const isPoint = box.west === box.east && box.south === box.north;
        yield {
          name,
          kind: kindOf(kind, name),
          at: middlemost(spots, box),
          ...(!isPoint && { bounds: box }),
        };
      }
    }
  }
}

/** In place: a river has thousands of parts. */
function joined(one: Gathered, other: Gathered): Gathered {
  widenBounds(one.box, other.box);
  one.spots.push(...other.spots);
  return one;
}

function kindOf(kind: string, name: string): string {
  const said = WATERS.has(kind) ? WATER_WORDS.find(([words]) => words.test(name))?.[1] : undefined;
  return said ?? kind.replaceAll('_', ' ');
}

function middlemost(spots: readonly LngLat[], { west, south, east, north }: Bounds): LngLat {
  const away = ({ lng, lat }: LngLat) => Math.hypot(lng - (west + east) / 2, lat - (south + north) / 2);
  return spots.reduce((best, spot) => (away(spot) < away(best) ? spot : best));
}
