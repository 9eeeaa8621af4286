// What the name of a field says about addresses: whose (the owner's or the land's), and which part.
import type { FieldProfile } from './field-profile.ts';

export type AddressSide =
  /** The owner's mailing address. */
  | 'mail'
  /** Where the land lies. */
  | 'site'
  /** The name alone does not say. */
  | 'bare';

export type AddressPart =
  | 'line'
  | 'city'
  | 'state'
  | 'zip'
  | 'city-state-zip'
  | 'unit'
  | 'po-box'
  | 'number'
  | 'direction'
  | 'street'
  | 'type'
  | 'direction-after';

export type AddressRole = {
  side: AddressSide;
  part: AddressPart /** Of several lines; 0 without a number. */;
  line: number;
};

const MAIL =
  /^(mailing|mail|owner(?:s(?=add))?|ownr|own|pstl|postal|post|taxpayer|taxpyr|billing|bill|tp)(?=.)/;
const SITE =
  /^(situs|site|sit|physical|phys|phy|property|prop|prp|location|loc|parcel|prcl|par|adr|e911|land)(?=.)/;
/** One letter is only a prefix before these words: MCITY, OADDR1, SZIP. */
const MAIL_LETTER = /^[mo](?=(addr?(ess)?\d?|city(name)?|state(code)?|st|zip(code|1|5)?|unit)$)/;
const SITE_LETTER = /^s(?=(addr?(ess)?|city|state|zip(code)?|unit)$)/;
/** Whole names of the site's address, without any word for "address". */
const SITE_WHOLE =
  /^(location|locationaddress|propertylocation|propertyloc|propertylo|proploc|proplocation|proplocati|situs|situsfull|propstreetcombined|propstreet|parcelloc|parcellocation|parcelloca|locaddr|physicalloc|adrlabel|fulladdress|fulladdr|streetaddressfull)$/;

const LINE =
  /^(?:full|street|str|st)?(?:address|addres|addre|addr|add|adress|adres|adrs|adr|addr?ss)(?:line|lin|li|l|ln)?([1-4])?(?:full|label|txt|text)?$/;
const LINE_ONLY = /^(?:line|ln|label)([1-4])?$/;
const MAIL_LINE_ONLY = /^(?:line|ln|street|str|label)([1-4])?$/;
const linesOnly = { bare: undefined, site: LINE_ONLY, mail: MAIL_LINE_ONLY };
const parts: readonly (readonly [AddressPart, RegExp])[] = [
  ['city-state-zip', /^(city|cty)(and)?(st|state|stat)(zip|zi|z)?(code)?$|^csz$|^citystzip$|^statezip$/],
  ['city', /^(city|cityname|citynm|town|cty|postalcity)$/],
  ['state', /^(state|stat|statecd|statecode|state2|stateabbr|stcd|st)$/],
  ['zip', /^(zip|zipcode|zipcod|zipco|zipc|zipcd|zip5|zip9|zip1|postalcode|postcode|postalcod)$/],
  ['unit', /^(unit|unitno|unitnum|unitnumber|unitnbr|apt|aptno|suite|ste)$/],
  ['po-box', /^(pobox|box)$/],
  [
    'number',
    /^(anumber|addnum|addrno|addno|addrnum|addressnumber|addressnum|addressno|addressnu|hsenum|hseno|housenum|housenumber|housenumbe|houseno|house|hnum|stnum|stno|stnumber|streetnum|streetnumber|streetno|strnum|strno|number|num|no)$/,
  ],
  [
    'direction',
    /^(stpredir|predir|predirection|stdir|direction|dir|strdir|streetdir|streetpredir|streetpred|streetdire|prefixdir|stprefix|prefix|prefixdirection|dirpre)$/,
  ],
  [
    'street',
    /^(stname|streetname|strname|street|streetnam|stnam|roadname|rdname|road|stnm|streetnm|strnm|str)$/,
  ],
  [
    'type',
    /^(stpostyp|stpostype|postype|posttype|sttype|streettype|streettyp|strtype|sttyp|suffix|stsuffix|streetsuffix|streetsuff|streetsuf|strsuffix|sfx|stsfx|strsfx|roadtype|suf)$/,
  ],
  [
    'direction-after',
    /^(stposdir|posdir|postdir|postdirection|sufdir|suffixdir|stsufdir|streetpostdir|dirsuf)$/,
  ],
];
/** House numbers and streets are only asked for where the land lies. */
const SITE_PARTS: ReadonlySet<AddressPart> = new Set([
  'number',
  'direction',
  'street',
  'type',
  'direction-after',
]);

/** Of the name first, then of its vaguer forms. */
export function addressRole(profile: FieldProfile): AddressRole | undefined {
  for (const { key, isCut } of profile.names) {
    const role = roleOf(key, isCut);
    if (role) return role;
  }
  return undefined;
}

function roleOf(key: string, isCut: boolean): AddressRole | undefined {
  if (SITE_WHOLE.test(key)) return { side: 'site', part: 'line', line: 0 };
  // ST_ADDRESS is a street address, not one of a state; whose it is shows elsewhere.
  const bare = partOf(key, 'bare', isCut);
  const candidates: [AddressSide, RegExp][] = [
    ['mail', MAIL],
    ['site', SITE],
    ['mail', MAIL_LETTER],
    ['site', SITE_LETTER],
  ];
  if (bare === undefined) {
    for (const [side, prefix] of candidates) {
      const rest = key.replace(prefix, '');
      const role = rest === key ? undefined : partOf(rest, side, isCut);
      if (role) return role;
    }
    // ADDRMAIL, CITY_OWNER: the word may come last.
    const [, core, last] = /^(.+?)(mail|mailing|own|owner|site|situs|prop)$/.exec(key) ?? [];
    return core === undefined ? undefined : partOf(core, /^(mail|own)/.test(last!) ? 'mail' : 'site', isCut);
  }
  return bare;
}

function partOf(word: string, side: AddressSide, isCut: boolean): AddressRole | undefined {
  const line = LINE.exec(word) ?? linesOnly[side]?.exec(word);
  if (line) return { side, part: 'line', line: Number(line[1] ?? 0) };
  // OWNER_MAILING_AD cut: nothing but "address" begins so.
  if (isCut && side !== 'bare' && /^(a|ad|addressl|addressli|addresslin)$/.test(word))
    return { side, part: 'line', line: 0 };
  const isNested = side === 'mail' ? word.replace(/^mail(ing)?/, '') : word;
  if (isNested !== word) return partOf(isNested, side, isCut);
  const part = parts.find(([, pattern]) => pattern.test(word))?.[0];
  if (part === undefined || (side === 'mail' && SITE_PARTS.has(part))) return undefined;
  // A bare ST is more often a street, and a bare NUMBER or NO anything.
  if (side === 'bare' && /^(st|str|suf|no|num|number|prefix|suffix|dir|box|house|direction|stat)$/.test(word))
    return undefined;
  return { side, part, line: 0 };
}
