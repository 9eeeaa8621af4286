// Roads of the Census Bureau, each once: a file has a row for every name of a road, with the same line.
import type { MapGeometry } from '../geo/geometry.ts';
import { cleanText } from '../import/fields/clean-text.ts';
import type { Shape, ShapeLayer } from '../import/open-shapes.ts';

/** By which its rows are known. RTTYP says what kind of name FULLNAME is. */
const COLUMNS = ['LINEARID', 'FULLNAME', 'RTTYP'];
/** The column that is added: the route for the shield. */
const ROUTE = 'ROUTE';
/** M is what people call it; then interstate, federal, state and county routes, and others. */
const BEST_NAMES = ['M', 'I', 'U', 'S', 'C', 'O'];
const BEST_ROUTES = ['I', 'U', 'S', 'C'];

/** A text, and how good it is: 0 is best. */
type Ranked = { text: string; rank: number } | undefined;
type Names = { name: Ranked; route: Ranked };

/** Rows with the same line become one, with the common name before the route's. Any other layer stays as it is. */
export function roadsOnce(layer: ShapeLayer): ShapeLayer {
  if (!COLUMNS.every((column) => layer.fields.some(({ name }) => name === column))) return layer;
  return {
    ...layer,
    get notes() {
      return layer.notes;
    },
    fields: [...layer.fields, { name: ROUTE, type: 'text' }],
    sample: layer.sample.map((shape) => withNames(shape, namesOf(shape))),
    async *read(options) {
      const byLine = new Map<number, Names>();
      for await (const batch of layer.read(options)) {
        for (const shape of batch) {
          const line = hashOf(shape.geometry);
          byLine.set(line, better(byLine.get(line), namesOf(shape)));
        }
      }
      for await (const batch of layer.read(options)) {
        yield batch.flatMap((shape) => {
          const line = hashOf(shape.geometry);
          const names = byLine.get(line);
          byLine.delete(line);
          return names ? [withNames(shape, names)] : [];
        });
      }
    },
  };
}

function namesOf({ properties: { FULLNAME, RTTYP } }: Shape): Names {
  const text = cleanText(FULLNAME);
  const kind = cleanText(RTTYP) ?? '';
  const ranked = (kinds: readonly string[]): Ranked => {
    const rank = kinds.indexOf(kind);
    return text === null || rank < 0 ? undefined : { text, rank };
  };
  const unknown = text === null ? undefined : { text, rank: BEST_NAMES.length };
  return { name: ranked(BEST_NAMES) ?? unknown, route: ranked(BEST_ROUTES) };
}

function better(one: Names | undefined, other: Names): Names {
  if (!one) return other;
  const best = (a: Ranked, b: Ranked) => (a && (!b || a.rank <= b.rank) ? a : b);
  return { name: best(one.name, other.name), route: best(one.route, other.route) };
}

function withNames(shape: Shape, { name, route }: Names): Shape {
  const properties = { ...shape.properties, FULLNAME: name?.text ?? null, [ROUTE]: route?.text ?? null };
  return { ...shape, properties };
}

/** 53 bits of the coordinates: two of a county's 100,000 lines share one by chance once in a million counties. */
function hashOf({ coordinates }: MapGeometry): number {
  let low = 0x811c9dc5;
  let high = 0x9747b28c;
  for (const value of coordinates.flat(2) as number[]) {
    // On a grid finer than that of stored positions.
    const bits = Math.round(value * 1e7);
    low = Math.imul(low ^ bits, 0x01000193);
    low ^= low >>> 15;
    high = Math.imul(high ^ bits, 0x85ebca6b);
    high = (high << 13) | (high >>> 19);
  }
  return (low >>> 0) * 2 ** 21 + (high >>> 11);
}
