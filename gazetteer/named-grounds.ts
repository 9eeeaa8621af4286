// Parks, waters, schools, neighborhoods and the like, as maps name them: gathered from labels, lines and areas, each once.
import { unionOfBounds, withMargin } from '../geo/bounds-of.ts';
import { BoxIndex } from '../geo/box-index.ts';
import type { Bounds, LngLat } from '../geo/geometry.ts';
import { addToGroup, groupBy } from '../geo/groups.ts';
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

export class GroundList {
  readonly #byName = new Map<string, NamedGround[]>();

  add(ground: NamedGround): void {
    const words = nameWords(ground.name);
    if (words.length === 0) return;
    addToGroup(this.#byName, `${WATERS.has(ground.kind) ? 'water' : ground.kind} ${words.join(' ')}`, ground);
  }

  /** Each at the one of its labels, or points on its line, that is nearest to its middle. */
  *list(): Generator<NamedGround> {
    for (const named of this.#byName.values()) {
      for (const parts of groupsOfNear(named)) {
        const { name, kind } = parts[0]!;
        const box = unionOfBounds(parts.map(boxOf));
        const isPoint = box.west === box.east && box.south === box.north;
        const at = middlemost(parts, box);
        yield { name, kind: kindOf(kind, name), at, ...(!isPoint && { bounds: box }) };
      }
    }
  }
}

const boxOf = ({ at: { lng, lat }, bounds }: NamedGround): Bounds =>
  bounds ?? { west: lng, south: lat, east: lng, north: lat };
const sidesOf = ({ west, south, east, north }: Bounds) => [west, south, east, north];

/** Each group is what can be reached in steps of NEAR_DEGREES. A county may have ten thousand ponds of one name. */
function* groupsOfNear(grounds: readonly NamedGround[]): Generator<NamedGround[]> {
  // All labels of a lake may have the lake's box.
  const parts = [...groupBy(grounds, (ground) => sidesOf(boxOf(ground)).join(' ')).values()];
  const boxes = parts.map(([first]) => boxOf(first!));
  const index = new BoxIndex(boxes.flatMap(sidesOf), parts.length);
  const isReached = new Uint8Array(parts.length);
  for (let first = 0; first < parts.length; first++) {
    if (isReached[first]) continue;
    isReached[first] = 1;
    const group = [first];
    for (const part of group) {
      const box = sidesOf(withMargin(boxes[part]!, NEAR_DEGREES));
      index.search({ box, scaleX: 1, scaleY: 1 }, 0, (other) => {
        if (!isReached[other]) group.push(other);
        isReached[other] = 1;
        return 0;
      });
    }
    yield group.flatMap((part) => parts[part]!);
  }
}

function kindOf(kind: string, name: string): string {
  const said = WATERS.has(kind) ? WATER_WORDS.find(([words]) => words.test(name))?.[1] : undefined;
  return said ?? kind.replaceAll('_', ' ');
}

function middlemost(parts: readonly NamedGround[], { west, south, east, north }: Bounds): LngLat {
  const away = ({ at: { lng, lat } }: NamedGround) =>
    Math.hypot(lng - (west + east) / 2, lat - (south + north) / 2);
  return parts.reduce((best, part) => (away(part) < away(best) ? part : best)).at;
}
