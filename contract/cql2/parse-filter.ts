// CQL2 text to a filter, by recursive descent. Each function takes what its name says, or throws a TextProblem.
import {
  FILTER_DEPTH_MAX,
  FILTER_FEET_MAX,
  FILTER_TERMS_MAX,
  SEARCH_QUERY_MAX,
  SEARCH_QUERY_MIN,
} from '../limits.ts';
import { pin } from '../parcel.ts';
import {
  type Comparison,
  type FilterField,
  type FilterType,
  type FilterValue,
  type ParcelFilter,
  typeOfField,
} from '../parcel-filter.ts';
import { isReserved, takeField } from './field-names.ts';
import { AreaParser, takeNumber } from './parse-area.ts';
import { answerOrError, quoted, Scanner, type TextError, TextProblem } from './scan-text.ts';

export function parseFilter(text: string): { filter: ParcelFilter } | { error: TextError } {
  return answerOrError(() => ({ filter: new FilterParser(new Scanner(text)).takeAll() }));
}

/** The third argument of NEAR. */
export const SAME_BLOCK = 'same block';

type Side = { at: number; ignoresCase: boolean } & (
  | { field: FilterField; written: string }
  | { field?: undefined; value: FilterValue; type: FilterType }
);
type FieldSide = Extract<Side, { field: FilterField }>;
type ValueSide = Exclude<Side, FieldSide>;

const COMPARISONS = new Set<string>(['=', '<>', '<', '<=', '>', '>='] satisfies Comparison[]);
const mirrored: Record<Comparison, Comparison> = {
  '=': '=',
  '<>': '<>',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};
const typesInWords: Record<FilterType, string> = {
  text: 'text',
  number: 'a number',
  date: 'a date',
  boolean: 'true or false',
};
const GEOMETRY = 'geometry';

class FilterParser {
  readonly #scanner: Scanner;
  readonly #areas: AreaParser;
  #depth = 0;
  #terms = 0;

  constructor(scanner: Scanner) {
    this.#scanner = scanner;
    this.#areas = new AreaParser(scanner);
  }

  takeAll(): ParcelFilter {
    if (this.#scanner.isAtEnd()) return { op: 'all' };
    const filter = this.#either();
    if (!this.#scanner.isAtEnd()) this.#scanner.failExpected('AND, OR or the end');
    return filter;
  }

  #either(): ParcelFilter {
    return this.#joined('or', () => this.#joined('and', () => this.#negatable()));
  }

  #joined(op: 'and' | 'or', part: () => ParcelFilter): ParcelFilter {
    const first = part();
    const of = [first];
    while (this.#scanner.take(op.toUpperCase())) of.push(part());
    return of.length === 1 ? first : { op, of };
  }

  #negatable(): ParcelFilter {
    if (!this.#scanner.take('NOT')) return this.#condition();
    return { op: 'not', of: this.#deeper(() => this.#negatable()) };
  }

  /** The depth of the text is that of the call stack. */
  #deeper<Answer>(take: () => Answer): Answer {
    if (++this.#depth > FILTER_DEPTH_MAX) {
      const what = `Conditions may stand at most ${FILTER_DEPTH_MAX} deep in each other; a deeper one begins`;
      throw new TextProblem(what, this.#scanner.token.at);
    }
    const answer = take();
    this.#depth--;
    return answer;
  }

  #countTerm(): void {
    if (++this.#terms <= FILTER_TERMS_MAX) return;
    const max = FILTER_TERMS_MAX.toLocaleString('en-US');
    throw new TextProblem(
      `A filter may have at most ${max} conditions and values; another one stands`,
      this.#scanner.token.at,
    );
  }

  #condition(): ParcelFilter {
    const scanner = this.#scanner;
    if (scanner.take('(')) {
      const filter = this.#deeper(() => this.#either());
      scanner.expect(')');
      return filter;
    }
    this.#countTerm();
    if (scanner.token.kind === 'word' && scanner.isBeforeParenthesis()) {
      const takeCall = this.#calls[scanner.token.text.toUpperCase()];
      if (takeCall) {
        scanner.advance();
        scanner.expect('(');
        const filter = takeCall();
        scanner.expect(')');
        return filter;
      }
    }
    return this.#predicate(this.#side('a condition'));
  }

  readonly #calls: Readonly<Record<string, () => ParcelFilter>> = {
    __proto__: null as never,
    S_INTERSECTS: () => ({ op: 'intersects', area: this.#areaBesideGeometry() }),
    S_DWITHIN: () => {
      const area = this.#areaBesideGeometry();
      this.#scanner.expect(',');
      return { op: 'within-feet', area, feet: this.#feet() };
    },
    NEAR: () => {
      const of = this.#deeper(() => this.#either());
      this.#scanner.expect(',');
      const feet = this.#feet();
      if (!this.#scanner.take(',')) return { op: 'near', of, feet };
      const { at } = this.#scanner.token;
      if (this.#text(`'${SAME_BLOCK}'`).toLowerCase() !== SAME_BLOCK) {
        throw new TextProblem(`NEAR knows only '${SAME_BLOCK}', not what stands`, at);
      }
      return { op: 'near', of, feet, sameBlock: true };
    },
    SAME_OWNER: () => ({ op: 'same-owner', pin: this.#pin() }),
    SAME_MAILING: () => ({ op: 'same-mailing', pin: this.#pin() }),
    MATCHES: () => {
      const { at } = this.#scanner.token;
      const text = this.#text('words in quotes');
      const { length } = text.trim();
      if (length < SEARCH_QUERY_MIN || length > SEARCH_QUERY_MAX) {
        const what = `MATCHES needs ${SEARCH_QUERY_MIN} to ${SEARCH_QUERY_MAX} characters in the quotes`;
        throw new TextProblem(what, at);
      }
      return { op: 'matches', text };
    },
  };

  /** In either order, as in the standard. */
  #areaBesideGeometry() {
    const scanner = this.#scanner;
    if (this.#areas.isAtArea()) {
      const area = this.#areas.take();
      scanner.expect(',');
      this.#geometry();
      return area;
    }
    this.#geometry();
    scanner.expect(',');
    return this.#areas.take();
  }

  #geometry(): void {
    const { kind, value } = this.#scanner.token;
    const isName = kind === 'word' || kind === 'name';
    if (!isName || value.toLowerCase() !== GEOMETRY) this.#scanner.failExpected(GEOMETRY);
    this.#scanner.advance();
  }

  #feet(): number {
    const { at } = this.#scanner.token;
    const feet = takeNumber(this.#scanner, 'a distance in feet');
    if (feet >= 0 && feet <= FILTER_FEET_MAX) return feet;
    const max = FILTER_FEET_MAX.toLocaleString('en-US');
    throw new TextProblem(`A distance must lie between 0 and ${max} feet, unlike the one`, at);
  }

  #text(what: string): string {
    if (this.#scanner.token.kind !== 'string') this.#scanner.failExpected(what);
    return this.#scanner.advance().value;
  }

  #pin(): string {
    const { at } = this.#scanner.token;
    const parsed = pin.safeParse(this.#text('a PIN in quotes'));
    if (parsed.success) return parsed.data;
    throw new TextProblem(`${parsed.error.issues[0]!.message.replace(/\.$/, '')}: see the one`, at);
  }

  #predicate(left: Side): ParcelFilter {
    const scanner = this.#scanner;
    const { token } = scanner;
    if (token.kind === 'symbol' && COMPARISONS.has(token.text)) {
      scanner.advance();
      return this.#comparison(left, token.text as Comparison);
    }
    if (scanner.take('IS')) {
      const isNot = scanner.take('NOT');
      scanner.expect('NULL');
      const filter: ParcelFilter = { op: 'is-null', field: asField(left, 'IS NULL').field };
      return isNot ? { op: 'not', of: filter } : filter;
    }
    const isNot = scanner.take('NOT');
    const filter = this.#ofList(left);
    if (filter) return isNot ? { op: 'not', of: filter } : filter;
    if (isNot) scanner.failExpected('LIKE, IN or BETWEEN');
    return this.#alone(left);
  }

  /** LIKE, IN and BETWEEN, which NOT may precede. */
  #ofList(left: Side): ParcelFilter | undefined {
    const scanner = this.#scanner;
    if (scanner.take('LIKE')) {
      const { field, written, at } = asField(left, 'LIKE');
      if (typeOfField(field) !== 'text') {
        throw new TextProblem(`LIKE needs text, but ${written} is ${typesInWords[typeOfField(field)]}`, at);
      }
      const pattern = this.#side('a pattern in quotes');
      if (pattern.field !== undefined || pattern.type !== 'text') {
        throw new TextProblem('LIKE needs a pattern in quotes', pattern.at);
      }
      return { op: 'like', field, pattern: pattern.value as string };
    }
    if (scanner.take('IN')) {
      const side = asField(left, 'IN');
      const values = this.#values();
      const ignoresCase = side.ignoresCase || values.some((value) => value.ignoresCase);
      return {
        op: 'in',
        field: side.field,
        values: values.map((value) => valueFor(side, value)),
        ...(ignoresCase && { ignoresCase }),
      };
    }
    if (scanner.take('BETWEEN')) {
      const side = asField(left, 'BETWEEN');
      const low = this.#value();
      scanner.expect('AND');
      const high = this.#value();
      const folded = [side, low, high].find(({ ignoresCase }) => ignoresCase);
      if (folded) throw new TextProblem('BETWEEN compares as written, without CASEI and ACCENTI', folded.at);
      refuseOrder(side, 'BETWEEN');
      return { op: 'between', field: side.field, low: valueFor(side, low), high: valueFor(side, high) };
    }
    return undefined;
  }

  #values(): ValueSide[] {
    this.#scanner.expect('(');
    const values = [this.#value()];
    while (this.#scanner.take(',')) {
      this.#countTerm();
      values.push(this.#value());
    }
    this.#scanner.expect(')');
    return values;
  }

  #value(): ValueSide {
    const side = this.#side('a value');
    if (side.field === undefined) return side;
    throw new TextProblem(
      `${quoted(side.written)} is a field where a value must stand (text needs single quotes)`,
      side.at,
    );
  }

  #comparison(left: Side, operator: Comparison): ParcelFilter {
    const right = this.#side('a value');
    if (left.field !== undefined && right.field !== undefined) {
      throw new TextProblem(
        `${quoted(right.written)} is a field, too, and only a field and a value are compared (text needs single quotes)`,
        right.at,
      );
    }
    const [side, value, is] =
      left.field !== undefined
        ? [left, right as ValueSide, operator]
        : [asField(right, operator), left, mirrored[operator]];
    if (is !== '=' && is !== '<>') refuseOrder(side, is);
    const ignoresCase = side.ignoresCase || value.ignoresCase;
    return {
      op: 'compare',
      field: side.field,
      is,
      value: valueFor(side, value),
      ...(ignoresCase && { ignoresCase }),
    };
  }

  /** A boolean field, or TRUE, or FALSE. */
  #alone(side: Side): ParcelFilter {
    if (side.field === undefined && side.type === 'boolean') {
      return side.value ? { op: 'all' } : { op: 'not', of: { op: 'all' } };
    }
    if (side.field !== undefined && typeOfField(side.field) === 'boolean') {
      return { op: 'compare', field: side.field, is: '=', value: true };
    }
    return this.#scanner.failExpected('a comparison');
  }

  /** One side of a comparison. */
  #side(what: string): Side {
    const scanner = this.#scanner;
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
      throw new TextProblem('Nothing equals NULL: write IS NULL or IS NOT NULL, not as', at);
    }
    if (token.kind === 'word' && scanner.isBeforeParenthesis() && !isReserved(token)) return this.#call();
    if (token.kind !== 'name' && (token.kind !== 'word' || isReserved(token))) scanner.failExpected(what);
    return { at, ignoresCase: false, field: takeField(scanner), written: token.text };
  }

  #call(): Side {
    const scanner = this.#scanner;
    const { text, at } = scanner.advance();
    const name = text.toUpperCase();
    scanner.expect('(');
    let side: Side;
    if (name === 'CASEI' || name === 'ACCENTI') {
      side = { ...this.#deeper(() => this.#side('a field or a text')), at, ignoresCase: true };
      const type = side.field === undefined ? side.type : typeOfField(side.field);
      if (type !== 'text') throw new TextProblem(`${name} needs text, not ${typesInWords[type]},`, at);
    } else if (name === 'DATE' || name === 'TIMESTAMP') {
      const written = scanner.token.text;
      const value = dayOf(this.#text(`a ${name === 'DATE' ? 'day' : 'time'} in quotes`), name);
      if (value === undefined)
        throw new TextProblem(
          `${name}(${written}) is no ${name === 'DATE' ? 'day' : 'time'} of the calendar,`,
          at,
        );
      side = { at, ignoresCase: false, value, type: 'date' };
    } else {
      throw new TextProblem(`There is no function ${quoted(text)} here: see`, at);
    }
    scanner.expect(')');
    return side;
  }
}

function asField(side: Side, before: string): FieldSide {
  if (side.field !== undefined) return side;
  throw new TextProblem(`${before} needs the name of a field, but a value stands`, side.at);
}

function refuseOrder({ field, written, at }: FieldSide, operator: string): void {
  if (typeOfField(field) !== 'boolean') return;
  throw new TextProblem(`${written} is true or false, and ${operator} needs more or less`, at);
}

/** The value, if it is of the field's type. */
function valueFor({ field, written }: FieldSide, { value, type, at }: ValueSide): FilterValue {
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
