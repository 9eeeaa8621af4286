// Text as searching sees it: plain lower-case words, the same on both stores.

/** Long enough for any name; an index entry has a limit. */
const WORD_LENGTH_MAX = 60;

/** Letters that Unicode does not take apart into a base letter and a mark. */
const plainLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
};

/** As the Postal Service abbreviates. Addresses are indexed in the long form, which most short forms begin. */
const longForms: Record<string, string> = {
  n: 'north',
  s: 'south',
  e: 'east',
  w: 'west',
  ne: 'northeast',
  nw: 'northwest',
  se: 'southeast',
  sw: 'southwest',
  aly: 'alley',
  apt: 'apartment',
  av: 'avenue',
  ave: 'avenue',
  blvd: 'boulevard',
  cir: 'circle',
  ct: 'court',
  cv: 'cove',
  dr: 'drive',
  expy: 'expressway',
  ext: 'extension',
  ft: 'fort',
  fwy: 'freeway',
  hts: 'heights',
  hwy: 'highway',
  jct: 'junction',
  lk: 'lake',
  ln: 'lane',
  mt: 'mount',
  pkwy: 'parkway',
  pky: 'parkway',
  pl: 'place',
  pt: 'point',
  rd: 'road',
  sq: 'square',
  st: 'street',
  ste: 'suite',
  ter: 'terrace',
  tpke: 'turnpike',
  trl: 'trail',
};

/** The words of a text in their order. Each consists of letters and digits only, whatever the text was. */
export function searchWords(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøđłþı]/g, (letter) => plainLetters[letter]!)
    // O'Brien is one word; Smith & Sons is Smith and Sons.
    .replace(/['’‘`ʼ]/g, '')
    .replace(/&/g, ' and ');
  return [...plain.matchAll(/[\p{L}\p{N}]+/gu)].map(([word]) => word.slice(0, WORD_LENGTH_MAX));
}

/** Street and direction words in their long form, others as they are. */
export function longForm(word: string): string {
  return Object.hasOwn(longForms, word) ? longForms[word]! : word;
}

export function addressWords(text: string): string[] {
  return searchWords(text).map(longForm);
}

/** A PIN without its dashes and dots. */
export function pinKey(text: string): string {
  return searchWords(text).join('');
}

/** Everything that begins with a prefix sorts from the prefix itself up to this. */
export function prefixEnd(prefix: string): string {
  return `${prefix}\u{10ffff}`;
}
