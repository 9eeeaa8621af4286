// CQL2 text to a filter, by recursive descent. Each function takes what its name says, or throws a TextProblem.
import {
  FILTER_FEET_MAX,
  FILTER_NEAR_DEPTH_MAX,
  FILTER_NEAR_MAX,
  FILTER_TERMS_MAX,
  LIKE_PATTERN_MAX,
  SEARCH_QUERY_MAX,
  SEARCH_QUERY_MIN,
} from '../limits.ts';
import { pin } from '../parcel.ts';
import { type Comparison, type ParcelFilter, typeOfField } from '../parcel-filter.ts';
import { AreaParser, takeNumber } from './parse-area.ts';
import {
  asField,
  refuseOrder,
  type Side,
  takeSide,
  takeText,
  takeValue,
  typesInWords,
  type ValueSide,
  valueFor,
} from './parse-side.ts';
import { answerOrError, quoted, Scanner, type TextError, TextProblem } from './scan-text.ts';

export function parseFilter(text: string): { filter: ParcelFilter } | { error: TextError } {
  return answerOrError(() => ({ filter: new FilterParser(new Scanner(text)).takeAll() }));
}

/** The third argument of NEAR. */
export const SAME_BLOCK = 'same block';

const COMPARISONS = new Set<string>(['=', '<>', '<', '<=', '>', '>='] satisfies Comparison[]);
const mirrored: Record<Comparison, Comparison> = {
  '=': '=',
  '<>': '<>',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};
const GEOMETRY = 'geometry';

class FilterParser {
  readonly #scanner: Scanner;
  readonly #areas: AreaParser;
  #terms = 0;
  #nears = 0;
  #nearDepth = 0;

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
    return { op: 'not', of: this.#scanner.deeper(() => this.#negatable()) };
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
      const filter = this.#scanner.deeper(() => this.#either());
      scanner.expect(')');
      return filter;
    }
    this.#countTerm();
    if (scanner.token.kind === 'word' && scanner.isBeforeParenthesis()) {
      const takeCall = this.#calls[scanner.token.text.toUpperCase()];
      if (takeCall) {
        const { at } = scanner.advance();
        scanner.expect('(');
        const filter = takeCall(at);
        scanner.expect(')');
        return filter;
      }
    }
    return this.#predicate(takeSide(this.#scanner, 'a condition'));
  }

  readonly #calls: Readonly<Record<string, (at: number) => ParcelFilter>> = {
    __proto__: null as never,
    S_INTERSECTS: () => ({ op: 'intersects', area: this.#areaBesideGeometry() }),
    S_DWITHIN: () => {
      const area = this.#areaBesideGeometry();
      this.#scanner.expect(',');
      return { op: 'within-feet', area, feet: this.#feet() };
    },
    NEAR: (at) => {
      const of = this.#innerOfNear(at);
      this.#scanner.expect(',');
      const feet = this.#feet();
      if (!this.#scanner.take(',')) return { op: 'near', of, feet };
      const third = this.#scanner.token;
      if (takeText(this.#scanner, `'${SAME_BLOCK}'`).toLowerCase() !== SAME_BLOCK) {
        throw new TextProblem(`NEAR knows only '${SAME_BLOCK}', not what stands`, third.at);
      }
      return { op: 'near', of, feet, sameBlock: true };
    },
    SAME_OWNER: () => ({ op: 'same-owner', pin: this.#pin() }),
    SAME_MAILING: () => ({ op: 'same-mailing', pin: this.#pin() }),
    MATCHES: () => {
      const { at } = this.#scanner.token;
      const text = takeText(this.#scanner, 'words in quotes');
      const { length } = text.trim();
      if (length < SEARCH_QUERY_MIN || length > SEARCH_QUERY_MAX) {
        const what = `MATCHES needs ${SEARCH_QUERY_MIN} to ${SEARCH_QUERY_MAX} characters in the quotes`;
        throw new TextProblem(what, at);
      }
      return { op: 'matches', text };
    },
  };

  #innerOfNear(at: number): ParcelFilter {
    if (++this.#nears > FILTER_NEAR_MAX)
      throw new TextProblem(
        `A filter may have NEAR at most ${FILTER_NEAR_MAX} times; another one begins`,
        at,
      );
    if (++this.#nearDepth > FILTER_NEAR_DEPTH_MAX) {
      const what = `NEAR may stand in NEAR at most ${FILTER_NEAR_DEPTH_MAX} deep; a deeper one begins`;
      throw new TextProblem(what, at);
    }
    const of = this.#scanner.deeper(() => this.#either());
    this.#nearDepth--;
    return of;
  }

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

  #pin(): string {
    const { at } = this.#scanner.token;
    const parsed = pin.safeParse(takeText(this.#scanner, 'a PIN in quotes'));
    if (parsed.success) return parsed.data;
    throw new TextProblem(`${parsed.error.issues[0]!.message.replace(/\.$/, '')}, unlike the one`, at);
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
      const pattern = takeSide(this.#scanner, 'a pattern in quotes');
      if (pattern.field !== undefined || pattern.type !== 'text') {
        throw new TextProblem('LIKE needs a pattern in quotes', pattern.at);
      }
      const text = pattern.value as string;
      if (text.length > LIKE_PATTERN_MAX) {
        const max = LIKE_PATTERN_MAX.toLocaleString('en-US');
        throw new TextProblem(
          `A pattern after LIKE may have at most ${max} characters, unlike the one`,
          pattern.at,
        );
      }
      return { op: 'like', field, pattern: text };
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
      const low = takeValue(this.#scanner);
      scanner.expect('AND');
      const high = takeValue(this.#scanner);
      const folded = [side, low, high].find(({ ignoresCase }) => ignoresCase);
      if (folded) throw new TextProblem('BETWEEN compares as written, without CASEI and ACCENTI', folded.at);
      refuseOrder(side, 'BETWEEN');
      return { op: 'between', field: side.field, low: valueFor(side, low), high: valueFor(side, high) };
    }
    return undefined;
  }

  #values(): ValueSide[] {
    this.#scanner.expect('(');
    const values = [takeValue(this.#scanner)];
    while (this.#scanner.take(',')) {
      this.#countTerm();
      values.push(takeValue(this.#scanner));
    }
    this.#scanner.expect(')');
    return values;
  }

  #comparison(left: Side, operator: Comparison): ParcelFilter {
    const right = takeSide(this.#scanner, 'a value');
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
}
