// Which field of the county becomes which field of a parcel, as `--map` writes it.
import type { CountyField } from '../../contract/parcel.ts';
import { columnEntries, type ParcelField, type ParcelFields } from '../../contract/parcel-columns.ts';
import { OperatorError } from '../../runtime/operator-error.ts';
import type { LayerField, RawValue } from '../layer.ts';
import { fieldsIn, parseExpression, quotedText } from './expression.ts';
import { findField, nameKey } from './field-names.ts';

/** Each value is an expression; `-` means that the parcel's field is left out on purpose. */
export type FieldMapping = Partial<Record<ParcelField, string>>;

/** The order of day and month in dates such as 6/10/2020. */
export type DateOrder = 'mdy' | 'dmy';

export type Sample = {
  properties: Record<string, RawValue>;
  /** Of the polygon. */
  acres: number | undefined;
};

export type MappedRow = {
  fields: ParcelFields;
  more: CountyField[];
  repairs: string[];
  /** Why the row cannot become a parcel. */
  refusal: string | undefined;
};

export type RowMapper = {
  map(properties: Record<string, RawValue>): MappedRow;
  /** What is to be said of all rows that were mapped. */
  notes(): string[];
};

export const NOT_MAPPED = '-';

/** The names that messages use. */
export const fieldWords = Object.fromEntries(
  columnEntries.map(([field, { words }]) => [field, words?.[0] ?? field]),
) as Record<ParcelField, string>;

const targets = new Map(
  columnEntries.flatMap(([field, { words = [], label }]) =>
    [field, ...words, label].map((word) => [nameKey(word), field] as const),
  ),
);

/** The parcel's field that a word means. */
export function findTarget(word: string): ParcelField | undefined {
  return targets.get(nameKey(word));
}

/** 'pin=ML,add1=Location,taxacres=LandArea/43560' */
export function parseMapping(text: string): FieldMapping {
  const mapping: FieldMapping = {};
  for (const entry of splitEntries(text)) {
    if (entry.trim() === '') continue;
    const equals = entry.indexOf('=');
    if (equals < 0) {
      throw new OperatorError(
        `--map ${entry.trim()} has no = sign: write FIELD=EXPRESSION, such as pin=PARCEL_ID.`,
      );
    }
    const field = targetField(entry.slice(0, equals));
    if (mapping[field] !== undefined) {
      throw new OperatorError(`--map names ${fieldWords[field]} twice.`);
    }
    mapping[field] = checkedExpression(entry.slice(equals + 1));
  }
  return mapping;
}

export function targetField(word: string): ParcelField {
  const field = findTarget(word);
  if (field === undefined) {
    const known = Object.values(fieldWords).join(', ');
    throw new OperatorError(
      `${word.trim() || 'Nothing'} is not a field of a parcel: the fields are ${known}.`,
    );
  }
  return field;
}

/** The names of the county's fields that a mapping uses. */
export function usedFields(mapping: FieldMapping, fields: readonly LayerField[]): Set<string> {
  const expressions = Object.values(mapping).filter((text) => text !== NOT_MAPPED);
  const wanted = expressions.flatMap((text) => fieldsIn(parseExpression(text)));
  return new Set(wanted.flatMap((name) => findField(name, fields)?.name ?? []));
}

/** Returns the text as it is kept; throws where it cannot be read. */
export function checkedExpression(text: string): string {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed === NOT_MAPPED) return NOT_MAPPED;
  parseExpression(trimmed);
  return trimmed;
}

/** Splits at commas outside of quotes and parentheses. */
export function splitEntries(text: string): string[] {
  const entries: string[] = [];
  let depth = 0;
  let start = 0;
  let at = 0;
  while (at < text.length) {
    const character = text[at]!;
    if (character === "'" || character === '"') {
      at = quotedText(text, at).end ?? text.length;
      continue;
    }
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (character === ',' && depth <= 0) {
      entries.push(text.slice(start, at));
      start = at + 1;
    }
    at += 1;
  }
  return [...entries, text.slice(start)];
}
