// Cuts CQL2 text into tokens, one at a time, and says where something is wrong.
import { FILTER_DEPTH_MAX, FILTER_LENGTH_MAX } from '../limits.ts';

export type Token = {
  /** `name` in double quotes is a name always, `word` may be a keyword. */
  kind: 'word' | 'name' | 'string' | 'number' | 'symbol' | 'end';
  /** As written. */
  text: string;
  /** Without quotes and their escapes. */
  value: string;
  /** Where it begins: 0 is the first character. */
  at: number;
};

export type TextError = {
  /** For people. Ends with the place, counted from 1. */
  message: string;
  /** Counted from 0. */
  at: number;
};

/** Leaves the parser from any depth; nothing outside contract/cql2/ sees it. */
export class TextProblem extends Error {
  readonly at: number;

  constructor(what: string, at: number) {
    super(`${what} at character ${at + 1}.`);
    this.at = at;
  }
}

/** The answer, or what is wrong with the text. */
export function answerOrError<Answer>(parse: () => Answer): Answer | { error: TextError } {
  try {
    return parse();
  } catch (problem) {
    if (!(problem instanceof TextProblem)) throw problem;
    return { error: { message: problem.message, at: problem.at } };
  }
}

const SPACE = /\s*/y;
const NUMBER = /[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?/iy;
/** As the standard has it: a colon may begin a name, a dot may be in it. */
const WORD = /[\p{L}_:][\p{L}\p{M}\p{N}_:.]*/uy;
const SYMBOL = /<>|<=|>=|[=<>(),+-]/y;
const QUOTED_IN_MESSAGES_MAX = 40;

/** A bare name that needs no quotes. */
export const isWord = (text: string): boolean => {
  WORD.lastIndex = 0;
  return WORD.exec(text)?.[0] === text;
};

export class Scanner {
  readonly #text: string;
  #end = 0;
  /** The one before `token`. */
  #previous = '';
  #depth = 0;
  token: Token;

  constructor(text: string) {
    if (text.length > FILTER_LENGTH_MAX) {
      throw new TextProblem(
        `The text may have at most ${FILTER_LENGTH_MAX.toLocaleString('en-US')} characters, and goes on`,
        FILTER_LENGTH_MAX,
      );
    }
    // Half a surrogate pair is no character, and could not be written into a link.
    const broken = text.search(/[\0\p{Surrogate}]/u);
    if (broken >= 0) throw new TextProblem('NUL or half a character stands', broken);
    this.#text = text;
    this.token = this.#scan();
  }

  isAtEnd(): boolean {
    return this.token.kind === 'end';
  }

  /** The token is passed over. */
  advance(): Token {
    const passed = this.token;
    this.#previous = passed.text;
    this.token = this.#scan();
    return passed;
  }

  isSymbol(symbol: string): boolean {
    return this.token.kind === 'symbol' && this.token.text === symbol;
  }

  isKeyword(keyword: string): boolean {
    return this.token.kind === 'word' && this.token.text.toUpperCase() === keyword;
  }

  take(symbolOrKeyword: string): boolean {
    const isThere = this.isSymbol(symbolOrKeyword) || this.isKeyword(symbolOrKeyword);
    if (isThere) this.advance();
    return isThere;
  }

  expect(symbolOrKeyword: string): void {
    if (!this.take(symbolOrKeyword))
      this.failExpected(/\w/.test(symbolOrKeyword) ? symbolOrKeyword : `"${symbolOrKeyword}"`);
  }

  /** The depth of the text is that of the call stack. */
  deeper<Answer>(take: () => Answer): Answer {
    if (++this.#depth > FILTER_DEPTH_MAX) {
      const what = `Conditions may stand at most ${FILTER_DEPTH_MAX} deep in each other; a deeper one begins`;
      throw new TextProblem(what, this.token.at);
    }
    const answer = take();
    this.#depth--;
    return answer;
  }

  /** Whether a parenthesis follows the token: then a word is a function. */
  isBeforeParenthesis(): boolean {
    return this.#text[this.#skipSpace(this.#end)] === '(';
  }

  failExpected(what: string): never {
    const after = this.#previous === '' ? '' : ` after ${quoted(this.#previous)}`;
    throw new TextProblem(`Expected ${what}${after}`, this.token.at);
  }

  #skipSpace(from: number): number {
    SPACE.lastIndex = from;
    SPACE.test(this.#text);
    return SPACE.lastIndex;
  }

  #scan(): Token {
    const at = this.#skipSpace(this.#end);
    if (at === this.#text.length) return { kind: 'end', text: '', value: '', at };
    const first = this.#text[at];
    if (first === "'") return this.#scanQuoted("'", at);
    if (first === '"') return this.#scanQuoted('"', at);
    for (const [kind, pattern] of [
      ['number', NUMBER],
      ['word', WORD],
      ['symbol', SYMBOL],
    ] as const) {
      pattern.lastIndex = at;
      const text = pattern.exec(this.#text)?.[0];
      if (text !== undefined) {
        this.#end = at + text.length;
        return { kind, text, value: text, at };
      }
    }
    const character = String.fromCodePoint(this.#text.codePointAt(at)!);
    const hint = this.#text.startsWith('!=', at) ? ' (unequal is <>)' : '';
    throw new TextProblem(`Nothing begins with ${quoted(character)}${hint}`, at);
  }

  /** Two quotes within are one. */
  #scanQuoted(quote: "'" | '"', at: number): Token {
    let end = at;
    do {
      end = this.#text.indexOf(quote, end + 1) + 1;
      if (end === 0) throw new TextProblem(`No ${quote} ends the text that begins`, at);
    } while (this.#text[end] === quote);
    this.#end = end;
    const text = this.#text.slice(at, end);
    const value = text.slice(1, -1).replaceAll(quote + quote, quote);
    return { kind: quote === "'" ? 'string' : 'name', text, value, at };
  }
}

/** For a message. */
export function shortened(text: string): string {
  return text.length > QUOTED_IN_MESSAGES_MAX ? `${text.slice(0, QUOTED_IN_MESSAGES_MAX)}…` : text;
}

export const quoted = (text: string): string => `"${shortened(text)}"`;
