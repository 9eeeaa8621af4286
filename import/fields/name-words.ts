// Takes the name of a field apart into words and spells them in one way: MAILSTRNAM and Mailing_Street_Name are the same.
import { CUT_LENGTH, nameKey } from './field-names.ts';

/** Each word with the spellings and abbreviations that counties have for it. */
const spellings: Readonly<Record<string, string>> = {
  owner: 'owner owners ownr own',
  name: 'name names nam nme nm',
  first: 'first frst',
  last: 'last lst',
  second: 'second secondary secndry sec',
  primary: 'primary prim',
  taxpayer: 'taxpayer taxpyr taxpr txpyr taxpayr',
  holder: 'holder',
  care: 'care careof incareof ico',
  mail: 'mail mailing',
  postal: 'postal pstl',
  delivery: 'delivery',
  notice: 'notice',
  situs: 'situs',
  site: 'site',
  physical: 'physical phys phy',
  property: 'property prop prp prprty',
  premise: 'premise premises prem',
  location: 'location locat loc',
  parcel: 'parcel prcl parc pcl par',
  address: 'address addres addre addr add adr adrs adress adres addrss',
  street: 'street str strt stret',
  line: 'line lin ln',
  number: 'number num nbr nmbr no nr numb',
  house: 'house hse',
  pre: 'pre prefix pfx prefx pref',
  post: 'post pos postd',
  direction: 'direction dir',
  suffix: 'suffix suf sfx sufix suff',
  type: 'type typ ttyp',
  unit: 'unit unt apt apartment suite',
  city: 'city',
  cty: 'cty',
  st: 'st',
  state: 'state stat sta ste prvst province',
  zip: 'zip',
  code: 'code cd cod',
  sale: 'sale sales sls sold',
  date: 'date dt dat dte',
  price: 'price prc pric pri',
  amount: 'amount amt',
  year: 'year yr',
  month: 'month mo',
  deed: 'deed deeded',
  transfer: 'transfer transf xfer',
  recorded: 'recorded recording record rec recd',
  acres: 'acres acre acreage acreag acrg ac',
  area: 'area',
  assessed: 'assessed assess assd assr asd asmt',
  calculated: 'calculated calc',
  gis: 'gis',
  legal: 'legal lgl',
  total: 'total tot totl',
  land: 'land lnd',
  gross: 'gross',
  net: 'net',
  zoning: 'zoning zng',
  zone: 'zone zon zn',
  district: 'district dist distr',
  class: 'class cls',
  description: 'description desc dscrp descr descript',
  value: 'value val',
  tax: 'tax',
  map: 'map',
  id: 'id',
  pin: 'pin',
  county: 'county cnty',
  prior: 'prior prev previous old former orig original historic hist',
  parent: 'parent',
  alternate: 'alternate alt',
  identifier: 'ident identifier',
  information: 'info',
};
/** They say that a field holds what its other words say. */
const qualifiers = new Set(['true', 'full', 'clean', 'current', 'curr', 'cur', 'complete']);

const wordOf = new Map(
  Object.entries(spellings).flatMap(([word, all]) =>
    all.split(' ').map((spelling) => [spelling, word] as const),
  ),
);

/** In order, without qualifiers. A part of the name that is not a known word stays as it is. */
export function nameWords(name: string): string[] {
  const chunks = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[a-z]+|\d+/g);
  const isCut = name.length === CUT_LENGTH;
  const words = (chunks ?? []).flatMap((chunk, at) => splitChunk(chunk, isCut && at === chunks!.length - 1));
  const telling = words.filter((word) => !qualifiers.has(word));
  return telling.length > 0 ? telling : words;
}

/** The name in the one spelling, as a key like those of `nameKey`. */
export function spelledKey(name: string): string {
  const words = nameWords(name);
  // The city of a mailing address is the mailing city, and the first line of a name is the first name.
  const isIdle = (word: string, at: number) =>
    (word === 'address' && /^(city|cty|state|zip)$/.test(words[at + 1] ?? '')) ||
    (word === 'line' && words[at - 1] === 'name');
  return nameKey(words.filter((word, at) => !isIdle(word, at)).join(''));
}

/** The fewest known words that make up the text; the text itself where there are none. */
function splitChunk(chunk: string, isCut: boolean): string[] {
  const best: (string[] | undefined)[] = [[]];
  for (let end = 1; end <= chunk.length; end++) {
    for (let start = 0; start < end; start++) {
      const before = best[start];
      const piece = chunk.slice(start, end);
      const word = before && (qualifiers.has(piece) ? piece : (wordOf.get(piece) ?? undefined));
      if (word === undefined || !before) continue;
      if (best[end] === undefined || before.length + 1 < best[end]!.length) best[end] = [...before, word];
    }
  }
  if (best[chunk.length]) return best[chunk.length]!;
  return (isCut && splitCut(chunk, best)) || [chunk];
}

const CUT_WORD_MIN = 3;

/** The last word of a name that was cut at ten characters may be the beginning of a known one. */
function splitCut(chunk: string, best: readonly (readonly string[] | undefined)[]): string[] | undefined {
  for (let start = 0; start <= chunk.length - CUT_WORD_MIN; start++) {
    const before = best[start];
    if (!before) continue;
    const begun = new Set(
      [...wordOf].filter(([spelling]) => spelling.startsWith(chunk.slice(start))).map(([, word]) => word),
    );
    if (begun.size === 1) return [...before, ...begun];
  }
  return undefined;
}
