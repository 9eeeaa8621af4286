// Normalizes the words of place names and of queries, so that abbreviations and long forms match.
import { longForm, searchWords } from './search-text.ts';

/** Abbreviations in addition to those in search-text.ts. */
const moreLongForms: Record<string, string> = {
  anx: 'annex',
  bch: 'beach',
  bnd: 'bend',
  brg: 'bridge',
  crk: 'creek',
  cres: 'crescent',
  xing: 'crossing',
  ests: 'estates',
  fls: 'falls',
  fry: 'ferry',
  gdns: 'gardens',
  gln: 'glen',
  grv: 'grove',
  hbr: 'harbor',
  hl: 'hill',
  hls: 'hills',
  holw: 'hollow',
  lndg: 'landing',
  mnr: 'manor',
  mdws: 'meadows',
  ml: 'mill',
  mls: 'mills',
  plz: 'plaza',
  rdg: 'ridge',
  riv: 'river',
  rte: 'route',
  shr: 'shore',
  spg: 'spring',
  spgs: 'springs',
  sta: 'station',
  trce: 'trace',
  vly: 'valley',
  vw: 'view',
  vlg: 'village',
  first: '1st',
  second: '2nd',
  third: '3rd',
  fourth: '4th',
  fifth: '5th',
  sixth: '6th',
  seventh: '7th',
  eighth: '8th',
  ninth: '9th',
  tenth: '10th',
  eleventh: '11th',
  twelfth: '12th',
};

/** Abbreviations with another meaning at the start of a name: St Johns Rd, Dr King Blvd. */
const leadingForms: Record<string, string> = { st: 'saint', dr: 'doctor' };

const DIRECTIONS = 'north south east west northeast northwest southeast southwest';
const SUFFIXES =
  'alley avenue boulevard circle court cove drive expressway extension freeway highway lane loop parkway path pike ' +
  'place plaza point road route row run square street terrace trace trail turnpike walk way';

/** Words that many streets share. By itself, none of them identifies a street. */
const genericWords = new Set(`${DIRECTIONS} ${SUFFIXES}`.split(' '));

/** Joins dotted abbreviations: N.C. and D.C. are one word each. */
function words(text: string): string[] {
  return searchWords(text.replace(/(?<!\p{L})(\p{L})\.\s?(?=\p{L}\.|\p{L}(?!\p{L}))/gu, '$1'));
}

function inFull(word: string): string {
  return Object.hasOwn(moreLongForms, word) ? moreLongForms[word]! : longForm(word);
}

/** Each word in the form that is indexed. */
export function nameWords(name: string): string[] {
  return words(name).map((word, at) => (at === 0 && leadingForms[word]) || inFull(word));
}

/** Aliases are not expanded: the alias CT means Connecticut, not court. */
export function aliasWords(alias: string): string[] {
  return words(alias);
}

export function isGeneric(word: string): boolean {
  return genericWords.has(word);
}

export type QueryWord = {
  typed: string;
  /** Every indexed form that it may mean. */
  forms: readonly string[];
};

/** A house that has several numbers is known by the first: 1-3 Rockingham Pl. */
const HOUSE_NUMBERS = /^(\s*\d{1,6}[a-z]?)\s*[-–&/]\s*\d{1,6}[a-z]?(?=\s+\p{L})/iu;

/** Of two streets. The first is no part of the crossing; a slash between numbers is a fraction: 12 1/2 Main St. */
const CORNER_OF = /^\s*(the\s+)?(corner|intersection|crossing)\s+of\s/i;
const SLASH = /(?<=\p{L}\.?\s*)\/|\/(?=\s*\p{L})/gu;

export function queryWords(text: string): QueryWord[] {
  const plain = text
    .replace(HOUSE_NUMBERS, '$1')
    .replace(CORNER_OF, '')
    .replace(SLASH, ' and ')
    .replaceAll('@', ' and ');
  return words(plain).map((typed) => ({
    typed,
    forms: [...new Set([typed, inFull(typed), leadingForms[typed] ?? typed])],
  }));
}
