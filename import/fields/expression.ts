// The small language of `--map`: field names, texts, numbers, arithmetic, joins and a fixed list of functions.
import { OperatorError } from '../../runtime/operator-error.ts';

export type Expression =
  | { kind: 'field'; name: string }
  | { kind: 'text'; text: string }
  | { kind: 'number'; value: number }
  | { kind: 'arithmetic'; operator: '-' | '*' | '/'; left: Expression; right: Expression }
  /** `A + B`: adds where the parcel's field is a number, joins text elsewhere. `A & B` always joins. */
  | { kind: 'plus' | 'joined'; parts: Expression[] }
  | { kind: 'call'; name: FunctionName; parts: Expression[] };

/** How many arguments each function takes. */
const functions = {
  /** join('-', A, B): the non-blank ones with the first in between. */
  join: { min: 2, max: 40 },
  /** regexp(A, 'pattern', 'replacement'), or regexp(A, 'pattern') for what its groups match. */
  regexp: { min: 2, max: 3 },
  /** first(A, B): the first non-blank one. */
  first: { min: 1, max: 20 },
  /** owners(A, B): all owners, repeats and `C/O` lines left out. */
  owners: { min: 1, max: 20 },
  /** care(A): A where it is a `C/O`, `ATTN` or `%` line, nothing elsewhere. */
  care: { min: 1, max: 20 },
  /** line1(A, B, C): lines of a mailing address, the last of which has city, state and ZIP code. */
  line1: { min: 1, max: 10 },
  line2: { min: 1, max: 10 },
  city: { min: 1, max: 10 },
  state: { min: 1, max: 10 },
  zip: { min: 1, max: 10 },
  /** acres(A, UNIT): A in the unit that the other field says. */
  acres: { min: 2, max: 2 },
  /** date(YEAR, MONTH), date(YEAR, MONTH, DAY) or date(A, 'YYMMDD'). */
  date: { min: 2, max: 3 },
  /** newest(DATE1, DATE2): the latest date. */
  newest: { min: 1, max: 20 },
  /** of_newest(DATE1, VALUE1, DATE2, VALUE2): the value beside the latest date. */
  of_newest: { min: 2, max: 40 },
} as const;

type FunctionName = keyof typeof functions;
export const functionNames = Object.keys(functions);

const LENGTH_MAX = 2000;
const DEPTH_MAX = 20;

type Token = {
  kind: 'name' | 'text' | 'number' | 'sign' | 'end';
  text: string;
  /** Where it begins, from 0. */
  at: number;
  /** A name in double quotes, which is never a function. */
  quoted?: boolean;
};

export function parseExpression(source: string): Expression {
  const fail = (problem: string, at: number): never => {
    throw new OperatorError(`${problem} at character ${at + 1} of the expression ${shorten(source)}.`);
  };
  if (source.length > LENGTH_MAX) fail(`More than ${LENGTH_MAX} characters are not read:`, LENGTH_MAX);
  const tokens = tokenize(source, fail);
  let position = 0;
  let depth = 0;

  const peek = () => tokens[position]!;
  const take = () => tokens[position++]!;
  const isSign = (sign: string) => peek().kind === 'sign' && peek().text === sign;

  function sum(): Expression {
    if (++depth > DEPTH_MAX) fail('Parentheses are nested too deeply', peek().at);
    let left = product();
    while (isSign('+') || isSign('-') || isSign('&')) {
      const operator = take().text;
      const right = product();
      if (operator === '-') left = { kind: 'arithmetic', operator, left, right };
      else {
        const kind = operator === '+' ? 'plus' : 'joined';
        left = left.kind === kind ? { kind, parts: [...left.parts, right] } : { kind, parts: [left, right] };
      }
    }
    depth -= 1;
    return left;
  }

  function product(): Expression {
    let left = single();
    while (isSign('*') || isSign('/')) {
      left = { kind: 'arithmetic', operator: take().text as '*' | '/', left, right: single() };
    }
    return left;
  }

  function single(): Expression {
    const token = take();
    if (token.kind === 'text') return { kind: 'text', text: token.text };
    if (token.kind === 'number') return { kind: 'number', value: Number(token.text) };
    if (token.kind === 'name') return isSign('(') && !token.quoted ? call(token) : field(token);
    if (token.kind === 'sign' && token.text === '(') {
      const inner = sum();
      close();
      // Parentheses keep `A + (B + C)` apart, which is the same in every use.
      return inner;
    }
    if (token.kind === 'end') return fail('Something is missing', token.at);
    return fail(`${token.text} stands where a field, a text or a number should be`, token.at);
  }

  /** Shells eat quotes, so the words of `PARCEL ID` are one name. */
  function field(token: Token): Expression {
    let name = token.text;
    while (!token.quoted && peek().kind === 'name' && !peek().quoted) name += ` ${take().text}`;
    return { kind: 'field', name };
  }

  function call(token: Token): Expression {
    const name = token.text.toLowerCase() as FunctionName;
    if (!Object.hasOwn(functions, name)) {
      return fail(`${token.text} is not a function (there are ${functionNames.join(', ')})`, token.at);
    }
    take();
    const parts: Expression[] = [];
    if (!isSign(')')) {
      do parts.push(sum());
      while (isSign(',') && take());
    }
    close();
    const { min, max } = functions[name];
    if (parts.length < min || parts.length > max) {
      const wanted = min === max ? min : `${min} to ${max}`;
      return fail(`${name}() takes ${wanted} arguments, not ${parts.length},`, token.at);
    }
    return { kind: 'call', name, parts };
  }

  function close(): void {
    if (!isSign(')')) fail('A closing parenthesis is missing', peek().at);
    take();
  }

  const expression = sum();
  if (peek().kind !== 'end') {
    const hint = peek().kind === 'name' ? ' (a name with blanks needs double quotes)' : '';
    fail(`${peek().text} is not expected${hint}`, peek().at);
  }
  return expression;
}

const NUMBER = /\d+(?:\.\d+)?(?![\p{L}\d_.#$@])/uy;
const NAME = /[\p{L}\d_.#$@:]+(?:\(\))?/uy;

function tokenize(source: string, fail: (problem: string, at: number) => never): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < source.length) {
    const character = source[at]!;
    if (/\s/.test(character)) at += 1;
    else if (character === "'" || character === '"') {
      const { text, end } = quotedText(source, at);
      if (end === undefined) return fail(`A closing ${character} is missing`, source.length);
      tokens.push(character === "'" ? { kind: 'text', text, at } : { kind: 'name', text, at, quoted: true });
      at = end;
    } else if ('+-*/&(),'.includes(character)) {
      tokens.push({ kind: 'sign', text: character, at });
      at += 1;
    } else {
      const [kind, text] = wordAt(source, at);
      if (text === undefined) return fail(`${character} is not understood`, at);
      tokens.push({ kind, text, at });
      at += text.length;
    }
  }
  tokens.push({ kind: 'end', text: 'the end', at: source.length });
  return tokens;
}

function wordAt(source: string, at: number): ['number' | 'name', string | undefined] {
  NUMBER.lastIndex = at;
  const number = NUMBER.exec(source)?.[0];
  if (number !== undefined) return ['number', number];
  NAME.lastIndex = at;
  return ['name', NAME.exec(source)?.[0]];
}

/** A quote inside is written twice. `end` is undefined where the text is not closed. */
export function quotedText(source: string, start: number): { text: string; end: number | undefined } {
  const quote = source[start]!;
  let text = '';
  let at = start + 1;
  while (at < source.length) {
    if (source[at] !== quote) text += source[at];
    else if (source[at + 1] === quote) {
      text += quote;
      at += 1;
    } else return { text, end: at + 1 };
    at += 1;
  }
  return { text, end: undefined };
}

/** The name of a field as an expression: with double quotes where it needs them. */
export function quoteField(name: string): string {
  const isPlain = /^[\p{L}_][\p{L}\d_]*(\.[\p{L}_][\p{L}\d_]*)*$/u.test(name);
  return isPlain ? name : `"${name.replaceAll('"', '""')}"`;
}

/** The names of all fields that an expression reads, as it writes them. */
export function fieldsIn(expression: Expression): string[] {
  switch (expression.kind) {
    case 'field':
      return [expression.name];
    case 'arithmetic':
      return [...fieldsIn(expression.left), ...fieldsIn(expression.right)];
    case 'plus':
    case 'joined':
    case 'call':
      return expression.parts.flatMap(fieldsIn);
    default:
      return [];
  }
}

function shorten(source: string): string {
  return source.length > 80 ? `${source.slice(0, 79)}…` : source;
}
