// Normalizes text for searching: lower-case words without accents, alike in both stores.

/** Far below the limit of PostgreSQL's full-text index, which refuses words of more than 2046 bytes. */
const WORD_LENGTH_MAX = 60;

/** Letters that Unicode does not decompose into a base letter and an accent. */
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

/** Abbreviations of the Postal Service. Addresses are indexed in the long form. */
const longForms = new Map(
  Object.entries({
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
  }),
);

/** Lower case and without accents: what is left of a text where neither counts. */
export function foldText(text: string): string {
  // Fast path: nearly every text is plain ASCII.
  if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøđłþı]/g, (letter) => plainLetters[letter]!);
}

/** The words of a text in order. They consist of letters and digits only, so they need no escaping. */
export function searchWords(text: string): string[] {
  // Fast path: nearly every text is plain ASCII without the characters that are replaced below.
  if (/^[\0-%(-_a-\x7f]*$/.test(text)) return cutWords(text.toLowerCase().match(/[a-z0-9]+/g) ?? []);
  // O'Brien and Kealiʻi become one word each; Smith & Sons becomes Smith and Sons.
  const plain = foldText(text.replaceAll('´', "'"))
    .replace(/['’‘`ʼʻ′]/g, '')
    .replace(/&/g, ' and ');
  return cutWords(plain.match(/[\p{L}\p{N}]+/gu) ?? []);
}

function cutWords(words: string[]): string[] {
  return words.some((word) => word.length > WORD_LENGTH_MAX)
    ? words.map((word) => word.slice(0, WORD_LENGTH_MAX))
    : words;
}

/** Expands street and direction words; other words stay as they are. */
export function longForm(word: string): string {
  return longForms.get(word) ?? word;
}

export function addressWords(text: string): string[] {
  return searchWords(text).map(longForm);
}

/** A PIN without dashes and dots. */
export function pinKey(text: string): string {
  return searchWords(text).join('');
}

/** The upper end of the range of texts with this prefix, which starts at the prefix itself. */
export function prefixEnd(prefix: string): string {
  return `${prefix}\u{10ffff}`;
}
