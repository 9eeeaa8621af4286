// What the name of a field says about addresses: whose (the owner's or the land's), and which part.
import { stateNames } from '../openaddresses/us-states.ts';
import { type FieldProfile, share } from './field-profile.ts';
import { isState, parseMailingLines } from './mailing-lines.ts';

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
  part: AddressPart;
  /** Of several lines; 0 without a number. */
  line: number;
  /** Whose address, as the name says it: MAIL_CITY and OWNER_CITY are not of one address. */
  whose: string;
};

const MAIL =
  /^(mailing|mail|owner(?:s(?=add))?|ownr|own|pstl|postal|post|taxpayer|taxpyr|taxpr|tax|billing|bill|tp|delivery|(?:change)?notice)(?=.)/;
const SITE =
  /^(situs|site|sit|physical|phys|phy|property|prop|prp|premises|premise|prem|location|loc|parcel|prcl|par|adr|e911|land)(?=.)/;
const SITE_WORD = /^(site|physical)$/;
/** One letter is only a prefix before these words: MCITY, OADDR1, SZIP. */
const MAIL_LETTER = /^[mo](?=(addr?(ess)?\d?|city(name)?|state(code)?|st|zip(code|1|5)?|unit)$)/;
const SITE_LETTER = /^s(?=(addr?(ess)?|city|state|zip(code)?|unit)$)/;
/** Whole names of the site's address, without any word for "address". */
const SITE_WHOLE =
  /^(location|locationaddress|propertylocation|propertyloc|propertylo|proploc|proplocation|proplocati|situs|situsfull|propstreetcombined|propstreet|parcelloc|parcellocation|parcelloca|locaddr|physicalloc|adrlabel|fulladdress|fulladdr|streetaddressfull|locate|premises|premise)$/;

const LINE =
  /^(?:full|street|str|st)?(?:address|addres|addre|addr|add|adress|adres|adrs|adr|addr?ss)(?:line|lin|li|l|ln)?([1-5])?(?:full|label|txt|text|all)?$/;
const LINE_ONLY = /^(?:line|ln|label|display|disp|full|all)([1-5])?$/;
const MAIL_LINE_ONLY = /^(?:line|ln|street|str|label)([1-5])?$/;
/** MAIL1, MAIL2 and so on are the lines of a label; OWNER1 is an owner. */
const LABEL_LINE = /^mail(?:ing)?([1-6])$/;
const linesOnly = { bare: undefined, site: LINE_ONLY, mail: MAIL_LINE_ONLY };
const parts: readonly (readonly [AddressPart, RegExp])[] = [
  ['city-state-zip', /^(city|cty)(and)?(st|state|stat)(zip|zi|z)?(code)?$|^csz$|^citystzip$|^statezip$/],
  ['city', /^(city|cityname|citynm|town|cty|ctyname)$/],
  ['state', /^(state|stat|statecd|statecode|state2|stateabbr|statename|stcd|st)$/],
  ['zip', /^(zip|zipcode|zipcod|zipco|zipc|zipcd|zip5|zip9|zip1|postalcode|postcode|postalcod)$/],
  [
    'unit',
    /^(unit|unitno|unitnum|unitnumber|unitnbr|unitid|unitinfo|unitinformation|unitidentifier|apt|aptno|suite|ste|streetunit|houseunit)$/,
  ],
  ['po-box', /^(pobox|box)$/],
  [
    'number',
    /^(anumber|addnum|addrno|addno|addrnum|addressnumber|addressnum|addressno|addressnu|hsenum|hseno|housenum|housenumber|housenumbe|houseno|house|hnum|stnum|stno|stnumber|streetnum|streetnumber|streetno|strnum|strno|buildingnum|buildingnumber|bldgnum|bldgno|fromaddressnum|fromaddressnumber|fromaddre|fromaddr|fromaddress|fromnum|lowaddressnumber|number|num|no)$/,
  ],
  [
    'direction',
    /^(stpredir|predir|predirection|stdir|direction|dir|strdir|streetdir|streetpredir|streetpred|streetdire|streetdirection|prefixdir|stprefix|prefix|prefixdirection|dirpre|predirection|streetpre|streetpredirection|streetnamepredirection|streetprefix|pre)$/,
  ],
  [
    'street',
    /^(addressstreet|addrstreet|addrstr|stname|streetname|strname|street|streetnam|stnam|roadname|rdname|road|stnm|streetnm|strnm|str)$/,
  ],
  [
    'type',
    /^(stpostyp|stpostype|postype|posttype|sttype|streettype|streettyp|strtype|sttyp|suffix|stsuffix|streetsuffix|streetsuff|streetsuf|strsuffix|sfx|stsfx|strsfx|roadtype|suf|streetposttype|streetnameposttype|streetnamesuffix|streetnametype)$/,
  ],
  [
    'direction-after',
    /^(stposdir|posdir|postdir|postdirection|sufdir|suffixdir|stsufdir|streetpostdir|dirsuf|streetpostdirection|streetnamepostdirection|suffixdirection|streetsuffixdirection)$/,
  ],
];
/** Of the name first, then of its vaguer forms; the values have the last word. */
export function addressRole(profile: FieldProfile): AddressRole | undefined {
  for (const { key, isCut } of profile.names) {
    const role = roleOf(key, isCut);
    if (role) return asValuesSay(role, profile);
  }
  return undefined;
}

const namesOfStates = new Set([...stateNames.values()].map((name) => name.toUpperCase()));
const HOUSE_AND_STREET = /^\d+\S* \S*\p{L}{2}|\bP\.? ?O\.? ?BOX\b/iu;

/** SITUS_ADDRESS may hold house numbers only, STREET whole lines, and MAILING_ST streets or states. */
function asValuesSay(role: AddressRole, profile: FieldProfile): AddressRole | undefined {
  if (profile.present.length === 0) return role;
  const most = (accepts: (value: string) => boolean) => share(profile, accepts) > 0.6;
  // The last line of a label may be the ZIP code.
  if (role.part === 'line' && most((value) => /^\d+[A-Z]?$/i.test(value)))
    return role.side === 'mail' && role.line > 1 ? role : { ...role, part: 'number' };
  if ((role.part === 'street' || role.part === 'state') && most((value) => HOUSE_AND_STREET.test(value)))
    return { ...role, part: 'line' };
  if (role.part === 'number' && !most((value) => /^\d/.test(value))) return undefined;
  const hasDigits = share(profile, (value) => /\d/.test(value));
  // MAIL_ADDRESSEE, cut: a mailing address has numbers.
  if (role.part === 'line' && role.side === 'mail' && role.line === 0 && hasDigits < 0.1)
    return profile.words.includes('street') ? { ...role, part: 'street' } : undefined;
  if (role.part === 'city' && most((value) => parseMailingLines([value]).state !== null))
    return { ...role, part: 'city-state-zip' };
  // LOCATION_ST is the street there.
  if (role.part === 'state' && role.side === 'site' && most((value) => / \S|\p{L}{4}/u.test(value)))
    return { ...role, part: 'street' };
  if (role.part === 'state' && !most((value) => isState(value) || namesOfStates.has(value.toUpperCase())))
    return undefined;
  if (role.part === 'zip' && !most((value) => /\d/.test(value))) return undefined;
  if (role.part === 'city' && most((value) => /^\d+$/.test(value))) return undefined;
  return role;
}

function roleOf(key: string, isCut: boolean): AddressRole | undefined {
  if (SITE_WHOLE.test(key)) return { side: 'site', part: 'line', line: 0, whose: 'site' };
  // ST_ADDRESS is a street address, not one of a state; whose it is shows elsewhere.
  const bare = partOf(key, { side: 'bare', whose: '', isCut });
  if (bare) return bare;
  // FULL_PHYSICAL_ADDRESS, cut behind its second word.
  if (isCut && SITE_WORD.test(key)) return { side: 'site', part: 'line', line: 0, whose: key };
  const label = LABEL_LINE.exec(key)?.[1];
  if (label !== undefined) return { side: 'mail', part: 'line', line: Number(label), whose: 'mail' };
  const candidates: [AddressSide, RegExp][] = [
    ['mail', MAIL],
    ['site', SITE],
    ['mail', MAIL_LETTER],
    ['site', SITE_LETTER],
  ];
  for (const [side, prefix] of candidates) {
    const whose = prefix.exec(key)?.[0];
    const role = whose && partOf(key.slice(whose.length), { side, whose: alike(whose), isCut });
    if (role) return role;
  }
  // ADDRMAIL, CITY_OWNER: the word may come last.
  const [, core, last] = /^(.+?)(mail|mailing|own|owner|site|situs|prop)$/.exec(key) ?? [];
  if (core === undefined || last === undefined) return undefined;
  return partOf(core, { side: /^(mail|own)/.test(last) ? 'mail' : 'site', whose: alike(last), isCut });
}

/** One word for all spellings of whose address it is. */
function alike(whose: string): string {
  if (/^(mail|m$)/.test(whose)) return 'mail';
  if (/^o(w|$)/.test(whose)) return 'owner';
  if (/^ta?x?p/.test(whose)) return 'taxpayer';
  return whose;
}

/** What is left of a word behind a prefix: MAILING_CI, TAXPAYER_Z, OWNER_AD_1. The values must agree. */
const CUT_PARTS: readonly (readonly [AddressPart, string])[] = [
  ['line', 'addressline'],
  ['city', 'city'],
  ['state', 'state'],
  ['zip', 'zipcode'],
  ['city-state-zip', 'citystatezip'],
  ['number', 'housenumber'],
  ['number', 'number'],
];

type Side = { side: AddressSide; whose: string; isCut: boolean };

function partOf(word: string, { side, whose, isCut }: Side): AddressRole | undefined {
  const line = LINE.exec(word) ?? linesOnly[side]?.exec(word);
  if (line) return { side, part: 'line', line: Number(line[1] ?? 0), whose };
  if (isCut && side !== 'bare') {
    const [, begun = '', number = 0] = /^([a-z]+?)(\d)?$/.exec(word) ?? [];
    const part = CUT_PARTS.find(([, wholes]) => begun !== '' && wholes.startsWith(begun))?.[0];
    if (part === 'line' || (part && number === 0)) return { side, part, line: Number(number), whose };
  }
  const inner = side === 'mail' ? word.replace(/^mail(ing)?/, '') : word;
  if (inner !== word) return partOf(inner, { side, whose: 'mail', isCut });
  const [part] = parts.find(([, pattern]) => pattern.test(word)) ?? [];
  if (part === undefined) return side === 'bare' ? undefined : partOfInner(word, { side, whose, isCut });
  // A bare ST is more often a street, and a bare NUMBER or NO anything. LAND_UNIT is acres or feet.
  if (side === 'bare' && BARE_ANYTHING.test(word)) return undefined;
  if (whose === 'land' && part === 'unit') return undefined;
  // PARCEL_NO and PROPERTY_NUMBER are not house numbers.
  if (/^(pa|pr|land)/.test(whose) && part === 'number' && /^(number|num|no)$/.test(word)) return undefined;
  return { side, part, line: 0, whose };
}

/** PAR_ADRDIR is the direction of the address; SITUS_NAME is the name of the street there. */
function partOfInner(word: string, of: Side): AddressRole | undefined {
  const rest = word.replace(/^(address|addr|adr)(?=.)/, '');
  if (rest !== word) return partOf(rest, of);
  if (of.whose !== 'situs') return undefined;
  const part = word === 'name' ? 'street' : word === 'type' ? 'type' : undefined;
  return part && { side: of.side, part, line: 0, whose: of.whose };
}

const BARE_ANYTHING = /^(st|str|suf|no|num|number|pre|prefix|suffix|dir|box|house|direction|stat)$/;
