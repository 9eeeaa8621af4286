// Turns an expression of the mapping into a function that is fast for every row.
import { OperatorError } from '../../runtime/operator-error.ts';
import type { LayerField, RawValue } from '../layer.ts';
import { parseNumber, unitsPerAcre } from './clean-amount.ts';
import { cleanText } from './clean-text.ts';
import type { Expression } from './expression.ts';
import { requireField } from './field-names.ts';
import { type MailingAddress, parseMailingLines } from './mailing-lines.ts';
import { isCareLine, joinOwners } from './owner-names.ts';
import { DATE_FORMATS, type DateReading, months, parseDate, parseDateAs } from './parse-date.ts';
import { compilePattern } from './safe-pattern.ts';

export type Row = Record<string, RawValue>;
export type Evaluate = (row: Row) => string | number | null;

export type CompileOptions = {
  fields: readonly LayerField[];
  /** Whether `+` adds, because the parcel's field is a number. */
  isNumber: boolean;
  reading: DateReading;
  /** Completes "for …" in messages: the parcel's field. */
  use: string;
};

/** What a value becomes that no target understands, so that the row is counted. */
const NOT_UNDERSTOOD = 'not understood';

export function compileExpression(expression: Expression, options: CompileOptions): Evaluate {
  const compile = (part: Expression) => compileExpression(part, options);
  switch (expression.kind) {
    case 'field': {
      const { name } = requireField({ wanted: expression.name, fields: options.fields, use: options.use });
      return (row) => {
        const value = row[name];
        if (typeof value === 'boolean') return value ? 'Yes' : 'No';
        return value ?? null;
      };
    }
    case 'text':
      return () => expression.text;
    case 'number':
      return () => expression.value;
    case 'arithmetic':
      return arithmetic(expression.operator, compile(expression.left), compile(expression.right));
    case 'plus':
      return options.isNumber ? addition(expression.parts.map(compile)) : joined(expression.parts, compile);
    case 'joined':
      return joined(expression.parts, compile);
    case 'call':
      return compileCall(expression, compile, options);
  }
}

function arithmetic(operator: '-' | '*' | '/', left: Evaluate, right: Evaluate): Evaluate {
  return (row) => {
    const a = parseNumber(left(row));
    const b = parseNumber(right(row));
    if (a === null || b === null) return null;
    const result = operator === '*' ? a * b : operator === '-' ? a - b : a / b;
    return Number.isFinite(result) ? result : NOT_UNDERSTOOD;
  };
}

function addition(parts: readonly Evaluate[]): Evaluate {
  return (row) => {
    let sum: number | null = null;
    for (const part of parts) {
      const value = parseNumber(part(row));
      if (Number.isNaN(value)) return NOT_UNDERSTOOD;
      if (value !== null) sum = (sum ?? 0) + value;
    }
    return sum;
  };
}

/** Joins text. A literal text between two parts is left out where either is blank, so that no separator is left over. */
function joined(parts: readonly Expression[], compile: (part: Expression) => Evaluate): Evaluate {
  const steps = parts.map((part) =>
    part.kind === 'text' ? { literal: part.text } : { evaluate: compile(part) },
  );
  if (steps.every((step) => step.literal !== undefined)) {
    const text = steps.map(({ literal }) => literal).join('');
    return () => text;
  }
  return (row) => {
    let text = '';
    let literal = '';
    let isFirst = true;
    let isAfterValue = false;
    for (const step of steps) {
      if (step.literal !== undefined) {
        literal += step.literal;
        continue;
      }
      const value = cleanText(step.evaluate!(row));
      if (value !== null) {
        // A separator before the first value is only meant where it opens the expression, as in 'Lot ' & LOT.
        text += isFirst || text !== '' || /[\p{L}\d]/u.test(literal) ? literal + value : value;
      }
      isAfterValue = value !== null;
      isFirst = false;
      literal = '';
    }
    return text === '' ? null : isAfterValue ? text + literal : text;
  };
}

type Call = Extract<Expression, { kind: 'call' }>;

function compileCall(
  { name, parts }: Call,
  compile: (part: Expression) => Evaluate,
  { reading, use }: CompileOptions,
): Evaluate {
  const values = parts.map(compile);
  switch (name) {
    case 'join': {
      const separator = literalText(
        parts[0]!,
        `join() for ${use} needs a text first, such as join('-', A, B)`,
      );
      const joinedValues = values.slice(1);
      return (row) => {
        const texts = joinedValues.map((value) => cleanText(value(row)));
        return texts.filter((text) => text !== null).join(separator) || null;
      };
    }
    case 'first':
      return (row) => {
        for (const value of values) {
          const text = value(row);
          if (cleanText(text) !== null) return text;
        }
        return null;
      };
    case 'regexp':
      return regexpCall(parts, values[0]!, use);
    case 'owners':
      return (row) => joinOwners(values.map((value) => cleanText(value(row))));
    case 'care':
      return (row) => {
        const lines = values.map((value) => cleanText(value(row)));
        return lines.filter((line) => line !== null && isCareLine(line)).join(', ') || null;
      };
    case 'line1':
    case 'line2':
    case 'city':
    case 'state':
    case 'zip':
      return mailingCall(values, name);
    case 'acres':
      return (row) => {
        const amount = parseNumber(values[0]!(row));
        if (amount === null || amount === 0) return null;
        const unit = cleanText(values[1]!(row));
        return amount / (unit === null ? 1 : (unitsPerAcre(unit) ?? Number.NaN)) || NOT_UNDERSTOOD;
      };
    case 'date':
      return dateCall(parts, values, { reading, use });
    case 'newest':
      return (row) => newest(values, { row, reading, step: 1 })?.date ?? null;
    case 'of_newest':
      if (values.length % 2 > 0) {
        throw new OperatorError(
          `of_newest() for ${use} needs pairs: of_newest(DATE1, VALUE1, DATE2, VALUE2).`,
        );
      }
      return (row) => {
        const at = newest(values, { row, reading, step: 2 })?.at;
        return at === undefined ? null : values[at + 1]!(row);
      };
  }
}

function literalText(part: Expression, problem: string): string {
  if (part.kind !== 'text') throw new OperatorError(`${problem}.`);
  return part.text;
}

function regexpCall(parts: readonly Expression[], value: Evaluate, use: string): Evaluate {
  const problem = `regexp() for ${use} needs texts, such as regexp(A, '^0+', '')`;
  const pattern = compilePattern(literalText(parts[1]!, problem));
  const replacement = parts[2] === undefined ? undefined : literalText(parts[2], problem);
  return (row) => {
    const text = cleanText(value(row));
    if (text === null) return null;
    if (replacement !== undefined) return pattern.matcher(text).replaceAll(replacement);
    const found = pattern.exec(text);
    if (!found) return null;
    return found.length > 1 ? found.slice(1).join('') : found[0];
  };
}

function mailingCall(values: readonly Evaluate[], part: keyof MailingAddress): Evaluate {
  return (row) => {
    const lines: string[] = [];
    for (const value of values) {
      const line = cleanText(value(row));
      if (line !== null) lines.push(line);
    }
    return parseMailingLines(lines)[part];
  };
}

function dateCall(
  parts: readonly Expression[],
  values: readonly Evaluate[],
  { reading, use }: { reading: DateReading; use: string },
): Evaluate {
  const [first, second, third] = values;
  if (parts[1]!.kind === 'text') {
    const format = parts[1]!.text.toUpperCase();
    if (!DATE_FORMATS.includes(format)) {
      throw new OperatorError(
        `date() for ${use} knows the formats ${DATE_FORMATS.join(', ')}, not '${format}'.`,
      );
    }
    return (row) => {
      const date = parseDateAs(first!(row), { format, year: reading.year });
      return date === undefined ? NOT_UNDERSTOOD : date;
    };
  }
  return (row) => {
    const year = cleanText(first!(row));
    if (year === null || Number(year) === 0) return null;
    const month = cleanText(second!(row)) ?? '';
    const day = third === undefined ? '1' : (cleanText(third(row)) ?? '1');
    // With the month's name the text is the same for every order of day and month.
    return `${day} ${/^\d+$/.test(month) ? (months[Number(month) - 1] ?? NOT_UNDERSTOOD) : month} ${year}`;
  };
}

function newest(
  values: readonly Evaluate[],
  { row, reading, step }: { row: Row; reading: DateReading; step: number },
): { at: number; date: string } | undefined {
  let best: { at: number; date: string } | undefined;
  for (let at = 0; at < values.length; at += step) {
    const date = parseDate(values[at]!(row), reading);
    if (typeof date === 'string' && (best === undefined || date > best.date)) best = { at, date };
  }
  return best;
}
