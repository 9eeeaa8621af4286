// The names of fields in CQL2 text.
import { type FilterField, fieldAliases, isKnownField } from '../parcel-filter.ts';
import { isWord, type Scanner, TextProblem, type Token } from './scan-text.ts';

/** Of the county's own: `more:owner` is the county's field "owner", not the alias of `name`. */
const OWN = 'more:';

const RESERVED = new Set(['AND', 'OR', 'NOT', 'LIKE', 'IN', 'BETWEEN', 'IS', 'NULL', 'TRUE', 'FALSE']);
export const isReserved = ({ kind, text }: Token): boolean =>
  kind === 'word' && RESERVED.has(text.toUpperCase());

/**
 * Whatever is no field of ours is one of the county's own. Case does not count, but in quotes it does: "ZONING" is the
 * county's own, zoning and "zoning" are ours.
 */
export function resolveField(name: string, { isQuoted }: { isQuoted: boolean }): FilterField {
  if (name.startsWith(OWN)) return name as `more:${string}`;
  const key = isQuoted ? name : name.toLowerCase();
  if (isKnownField(key)) return key;
  return Object.hasOwn(fieldAliases, key) ? fieldAliases[key]! : `${OWN}${name}`;
}

export function takeField(scanner: Scanner): FilterField {
  const { token } = scanner;
  if (!(token.kind === 'name' || token.kind === 'word') || isReserved(token)) {
    scanner.failExpected('the name of a field');
  }
  if (token.value === '' || token.value === OWN) {
    throw new TextProblem('The name of a field is empty', token.at);
  }
  scanner.advance();
  return resolveField(token.value, { isQuoted: token.kind === 'name' });
}

/** As it reads back to the same field. */
export function formatField(field: FilterField): string {
  if (!field.startsWith(OWN)) return field;
  const label = field.slice(OWN.length);
  const readsBack = (isQuoted: boolean) => resolveField(label, { isQuoted }) === field;
  if (isWord(label) && !RESERVED.has(label.toUpperCase()) && readsBack(false)) return label;
  return `"${(readsBack(true) ? label : field).replaceAll('"', '""')}"`;
}
