// Finds a field by the name that a person or a definition gives it, and the likeliest names where there is none.
import { OperatorError } from '../../runtime/operator-error.ts';
import type { LayerField } from '../layer.ts';

/** Shapefiles cut names at this length. */
export const CUT_LENGTH = 10;

/** Letters and digits only, in lower case: `Parcel_ID`, `PARCEL ID` and `parcelid` are the same. */
export function nameKey(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\d]/gu, '');
}

/** The name behind the dots of a joined layer: PIN of GIS.PARCELS.PIN. */
export function lastPart(name: string): string {
  // `SHAPE.STArea()` is a function of the database, not a table's field.
  return name.endsWith(')') ? name : name.slice(name.lastIndexOf('.') + 1);
}

/** From the surest way to mean a field to the vaguest. */
const ways: readonly ((wanted: string, field: LayerField) => boolean)[] = [
  (wanted, { name }) => name === wanted,
  (wanted, { name }) => name.toLowerCase() === wanted.toLowerCase(),
  (wanted, { alias }) => alias?.toLowerCase() === wanted.toLowerCase(),
  (wanted, { name }) => nameKey(name) === nameKey(wanted) && nameKey(wanted) !== '',
  (wanted, { name }) => lastPart(name).toLowerCase() === lastPart(wanted).toLowerCase(),
  (wanted, { name }) =>
    isCutOf(lastPart(name), lastPart(wanted)) || isCutOf(lastPart(wanted), lastPart(name)),
];

/** Whether a name is another one cut at ten characters. */
function isCutOf(cut: string, long: string): boolean {
  return (
    cut.length === CUT_LENGTH &&
    long.length > CUT_LENGTH &&
    long.slice(0, CUT_LENGTH).toLowerCase() === cut.toLowerCase()
  );
}

/** The surest field that a name means; undefined where there is none. */
export function findField(wanted: string, fields: readonly LayerField[]): LayerField | undefined {
  return candidates(wanted, fields)[0];
}

/** A field was named that the layer has not got: perhaps it had it when the name was given. */
export class UnknownField extends OperatorError {
  readonly wanted: string;
  /** What it was wanted for: `pin`, or `--on in the layer …`. */
  readonly use: string;

  constructor({ wanted, use, hint }: { wanted: string; use: string; hint: string }) {
    super(`There is no field ${wanted} for ${use}: ${hint}`);
    this.wanted = wanted;
    this.use = use;
  }
}

/** Throws where no field is meant, or several could be. `use` completes "for …" in the message. */
export function requireField(o: {
  wanted: string;
  fields: readonly LayerField[];
  use: string;
  /** Said instead of the likeliest names. */
  wayOut?: string;
}): LayerField {
  const found = candidates(o.wanted, o.fields);
  if (found.length === 1) return found[0]!;
  if (found.length > 1) {
    const names = found.slice(0, 5).map(({ name }) => name);
    throw new OperatorError(
      `The name ${o.wanted} for ${o.use} could mean several fields: write one of ${names.join(', ')}.`,
    );
  }
  const likely = likelyNames(o.wanted, o.fields);
  const guess = o.wayOut ?? `do you mean ${inWords(likely)}?`;
  const hint = likely.length > 0 ? guess : 'it has no fields at all.';
  throw new UnknownField({ wanted: o.wanted, use: o.use, hint });
}

function candidates(wanted: string, fields: readonly LayerField[]): LayerField[] {
  for (const isMeant of ways) {
    const found = fields.filter((field) => isMeant(wanted, field));
    if (found.length > 0) return found;
  }
  return [];
}

const LIKELY_MAX = 4;

function likelyNames(wanted: string, fields: readonly LayerField[]): string[] {
  const key = nameKey(lastPart(wanted));
  return fields
    .map(({ name, alias }) => {
      const own = distance(key, nameKey(lastPart(name)));
      return { name, distance: alias === undefined ? own : Math.min(own, distance(key, nameKey(alias))) };
    })
    .sort((a, b) => a.distance - b.distance)
    .slice(0, LIKELY_MAX)
    .map(({ name }) => name);
}

/** The share of differing letter pairs, from 0 (the same) to 1. */
function distance(a: string, b: string): number {
  const [pairsOfA, pairsOfB] = [letterPairs(a), letterPairs(b)];
  const shared = [...pairsOfA].filter((pair) => pairsOfB.has(pair)).length;
  return 1 - (2 * shared) / (pairsOfA.size + pairsOfB.size);
}

function letterPairs(word: string): Set<string> {
  const padded = ` ${word} `;
  return new Set(Array.from({ length: padded.length - 1 }, (_, at) => padded.slice(at, at + 2)));
}

function inWords(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}
