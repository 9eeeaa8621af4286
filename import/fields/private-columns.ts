// Columns that no map should show: those that the operator leaves out, and those whose values look private. Some counties publish
// them by mistake.
import type { LayerField, RawFeature } from '../layer.ts';
import { cleanText } from './clean-text.ts';
import { isSystemField } from './county-extras.ts';
import { lastPart } from './field-names.ts';

export type ColumnWishes = {
  /** Patterns of names: OWNER_SSN, *_PHONE. */
  leaveOut?: readonly string[] | undefined;
  /** Shown although their values look private. */
  keep?: readonly string[] | undefined;
};

/** The names of columns that are left out, and what they seem to hold; null where the operator said so. */
export type LeftOut = ReadonlyMap<string, string | null>;

type PrivateKind = {
  words: string;
  /** A name that can mean nothing else. */
  name: RegExp;
  /** Of the value of a column with such a name. */
  value: RegExp;
  /** Of a column of any name: written as nothing else is. */
  unmistakable?: (value: string) => boolean;
};

const KINDS: readonly PrivateKind[] = [
  {
    words: 'social security numbers',
    // Neither an association, ASSN, nor ASSESSNO.
    name: /(?<![a-z])ssn|(?<!a)ssn(?![a-z])|soc(ial)?_?sec|tax_?payer_?id$|^tin$/i,
    // As a number it has lost the zeros in front.
    value: /^(\d{3}-?\d{2}-?\d{4}|\d{7,8}|[*X]{3}-?[*X]{2}-?\d{4})$/i,
    unmistakable: (value) => /^(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}$/.test(value),
  },
  {
    words: 'phone numbers',
    name: /phone|(^|_)(tel|cell|mobile|fax)(_?(no|num|number))?($|_)/i,
    value: /^\+?1?[-. (]*\d{3}[-. )]*\d{3}[-. ]*\d{4}( *(x|ext\.?) *\d+)?$|^\d{3}[-. ]?\d{4}$/i,
    unmistakable: (value) => /^(\+?1[-. ]?)?(\([2-9]\d\d\) ?|[2-9]\d\d[-.])[2-9]\d\d[-.]\d{4}$/.test(value),
  },
  {
    words: 'dates of birth',
    name: /(^|_)(dob|b_?date)($|_)|birth/i,
    value: /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|^\d{8}$|^-?\d{9,13}$/,
  },
  {
    words: 'numbers of bank accounts or cards',
    name: /bank|routing|(^|_)(iban|aba|credit_?card|card_?(no|num|number))($|_)/i,
    value: /^[A-Z]{0,2}[\d -]{6,30}$/i,
    unmistakable: isCardOrIban,
  },
];

/** Parcel numbers of three groups may look like any of these. */
const OTHER_NUMBER =
  /pin|parcel|prcl|apn|map|lot|tax|acc(oun)?t|deed|plat|bl(oc)?k|book|page|folio|geo|key|permit|doc|instr|(^|_)id($|_)/i;
/** Of the values that are there. The rest may be UNKNOWN and the like. */
const MOST = 0.8;
/** Of a column whose name tells it. */
const SOME = 0.1;
const VALUES_MIN = 3;

export function findLeftOut(
  fields: readonly LayerField[],
  sample: readonly RawFeature[],
  { leaveOut = [], keep = [] }: ColumnWishes,
  /** What the operator leaves out goes all the same. */
  wanted: ReadonlySet<string> = new Set(),
): LeftOut {
  const left = new Map<string, string | null>();
  for (const { name } of fields) {
    if (isNamedBy(leaveOut, name)) left.set(name, null);
    else if (!wanted.has(name) && !isNamedBy(keep, name) && !isSystemField(name)) {
      const values = sample.flatMap(({ properties }) => cleanText(properties[name]) ?? []);
      const kind = KINDS.find((one) => isOfKind(one, { name: lastPart(name), values }));
      if (kind) left.set(name, kind.words);
    }
  }
  return left;
}

export function leftOutInWords(left: LeftOut): string[] {
  const byOperator = [...left].flatMap(([name, words]) => (words === null ? [name] : []));
  const found = [...left].flatMap(([name, words]) => (words === null ? [] : [`${name} (${words})`]));
  const [example = ''] = [...left].find(([, words]) => words !== null) ?? [];
  return [
    ...(byOperator.length > 0 ? [`Left out, as you said: ${byOperator.join(', ')}.`] : []),
    ...(found.length > 0
      ? [`Left out, because the values look private: ${found.join(', ')}. --keep ${example} shows it.`]
      : []),
  ];
}

/** Names are compared as they are and without the table in front; case does not count. */
export function isNamedBy(patterns: readonly string[], name: string): boolean {
  return patterns.some((pattern) => {
    const text = pattern
      .trim()
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.');
    const isMeant = new RegExp(`^${text}$`, 'i');
    return isMeant.test(name) || isMeant.test(lastPart(name));
  });
}

type Column = { name: string; values: readonly string[] };

function isOfKind({ name, value, unmistakable }: PrivateKind, column: Column): boolean {
  const { values } = column;
  const shareOf = (test: (text: string) => boolean) => values.filter(test).length / values.length;
  // Blank in the first rows, its name is all there is to go by.
  if (name.test(column.name)) return values.length === 0 || shareOf((text) => value.test(text)) >= SOME;
  if (!unmistakable || values.length < VALUES_MIN || OTHER_NUMBER.test(column.name)) return false;
  return shareOf(unmistakable) >= MOST;
}

function isCardOrIban(value: string): boolean {
  if (/^[A-Z]{2}\d{2}[A-Z]{4}\d{7,18}$/.test(value)) return true;
  const digits = /^[3-6]\d{3}([ -]?)\d{4}\1\d{4}\1\d{3,4}$/.test(value) ? value.replace(/\D/g, '') : '';
  return digits !== '' && luhnSum(digits) % 10 === 0;
}

/** Of the digits of a card; the last one makes it a multiple of ten. */
function luhnSum(digits: string): number {
  return [...digits].reverse().reduce((sum, digit, at) => {
    const doubled = Number(digit) * (at % 2 === 0 ? 1 : 2);
    return sum + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
}
