// The two sides of a comparison in CQL2 text: a field, or a value and whether it is of the field's type.
import { type FilterField, type FilterType, type FilterValue, typeOfField } from '../parcel-filter.ts';
import { isReserved, takeField } from './field-names.ts';
import { takeNumber } from './parse-area.ts';
import { quoted, type Scanner, shortened, TextProblem } from './scan-text.ts';

export type Side = { at: number; ignoresCase: boolean } & (
  | { field: FilterField; written: string }
  | { field?: undefined; value: FilterValue; type: FilterType }
);
type FieldSide = Extract<Side, { field: FilterField }>;
export type ValueSide = Exclude<Side, FieldSide>;

export const typesInWords: Record<FilterType, string> = {
  text: 'text',
  number: 'a number',
  date: 'a date',
  boolean: 'true or false',
};

/** One side of a comparison. */
export function takeSide(scanner: Scanner, what: string): Side {
  const { token } = scanner;
  const { at } = token;
  if (token.kind === 'string') {
    return { at, ignoresCase: false, value: scanner.advance().value, type: 'text' };
  }
  if (token.kind === 'number') {
    return { at, ignoresCase: false, value: takeNumber(scanner, what), type: 'number' };
  }
  if (scanner.isKeyword('TRUE') || scanner.isKeyword('FALSE')) {
    const value = scanner.advance().text.toUpperCase() === 'TRUE';
    return { at, ignoresCase: false, value, type: 'boolean' };
  }
  if (scanner.isKeyword('NULL')) {
    throw new TextProblem('Nothing equals NULL (write IS NULL or IS NOT NULL), which stands', at);
  }
  if (token.kind === 'word' && scanner.isBeforeParenthesis() && !isReserved(token)) return takeCall(scanner);
  if (token.kind !== 'name' && (token.kind !== 'word' || isReserved(token))) scanner.failExpected(what);
  return { at, ignoresCase: false, field: takeField(scanner), written: shortened(token.text) };
}

function takeCall(scanner: Scanner): Side {
  const { text, at } = scanner.advance();
  const name = text.toUpperCase();
  scanner.expect('(');
  let side: Side;
  if (name === 'CASEI' || name === 'ACCENTI') {
    side = { ...scanner.deeper(() => takeSide(scanner, 'a field or a text')), at, ignoresCase: true };
    const type = side.field === undefined ? side.type : typeOfField(side.field);
    if (type !== 'text') throw new TextProblem(`${name} needs text, not ${typesInWords[type]},`, at);
  } else if (name === 'DATE' || name === 'TIMESTAMP') {
    const written = shortened(scanner.token.text);
    const kind = name === 'DATE' ? 'day' : 'time';
    const value = dayOf(takeText(scanner, `a ${kind} in quotes`), name);
    if (value === undefined) {
      throw new TextProblem(`${name}(${written}) is no ${kind} of the calendar,`, at);
    }
    side = { at, ignoresCase: false, value, type: 'date' };
  } else {
    throw new TextProblem(`The function ${quoted(text)} is not known`, at);
  }
  scanner.expect(')');
  return side;
}

export function takeValue(scanner: Scanner): ValueSide {
  const side = takeSide(scanner, 'a value');
  if (side.field === undefined) return side;
  throw new TextProblem(
    `${quoted(side.written)} is a field where a value must stand (text needs single quotes)`,
    side.at,
  );
}

export function takeText(scanner: Scanner, what: string): string {
  if (scanner.token.kind !== 'string') scanner.failExpected(what);
  return scanner.advance().value;
}

export function asField(side: Side, before: string): FieldSide {
  if (side.field !== undefined) return side;
  throw new TextProblem(`${before} needs the name of a field, but a value stands`, side.at);
}

export function refuseOrder({ field, written, at }: FieldSide, operator: string): void {
  if (typeOfField(field) !== 'boolean') return;
  throw new TextProblem(`${written} is true or false, and ${operator} needs more or less`, at);
}

/** The value, if it is of the field's type. */
export function valueFor({ field, written }: FieldSide, { value, type, at }: ValueSide): FilterValue {
  const wanted = typeOfField(field);
  if (type === wanted) return value;
  // The county's own fields are kept as text, and those that are numbers are compared as such with a number.
  if (type === 'number' && field.startsWith('more:')) return value;
  // A day needs no DATE around it where nothing else can be meant.
  if (wanted === 'date' && type === 'text' && dayOf(value as string, 'DATE')) return value;
  const hint = {
    text: " (write '…')",
    date: " (write DATE('2024-12-31'))",
    number: '',
    boolean: ' (write TRUE or FALSE)',
  }[wanted];
  throw new TextProblem(`${written} is ${typesInWords[wanted]}${hint}, but ${typesInWords[type]} stands`, at);
}

const DAY = /^(\d{4}-\d{2}-\d{2})$/;
/** In UTC, as the standard has it. */
const TIME = /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?Z$/;

/** YYYY-MM-DD. Undefined if there is no such day. A time becomes its day: parcels know no times. */
function dayOf(text: string, form: 'DATE' | 'TIMESTAMP'): string | undefined {
  const day = (form === 'DATE' ? DAY : TIME).exec(text)?.[1];
  if (day === undefined) return undefined;
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) ? day : undefined;
}
