// One key for all spellings of a mailing address, and whether an owner's mail goes elsewhere than to the land itself.
import type { ParcelFields } from '../contract/parcel-columns.ts';
import { parseSiteAddress } from '../contract/parse-site-address.ts';
import { isGeneric, nameWords } from './place-words.ts';

export type MailingFields = Pick<ParcelFields, 'add1' | 'add2' | 'city' | 'state' | 'zip'>;

const CARE_OF = /^\s*(?:c\s?[/\\]\s?o|%|attn|attention|in care of)(?![\p{L}\p{N}])/iu;
/** Where the address itself begins in a line that names somebody first. */
const ADDRESS_BEGINS = /(?<![\p{L}\p{N}])(?:\d+\S*\s+\S|p\.?\s?o\.?\s?box|post office box).*$/isu;
const NO_ADDRESS =
  /^(?:unknown|unavailable|none|null|na|no(?: mailing)? address(?: .*)?|address unknown|not available|confidential|undeliverable|bad address|general delivery|same(?: as .*)?|x+|0+)$/;

/** Of the words of a line. RT 2 BOX 12 and R R 2 BOX 12 are one; so are APT 4, UNIT 4 and # 4. */
const ONE_SPELLING: readonly (readonly [pattern: RegExp, spelling: string])[] = [
  [/(?<!\S)(?:p ?o ?b|(?:p ?o|post office) (?:box|bx)|p ?o) (?=\d)/g, 'po box '],
  [/^(?:box|bx) (?=\S*\d)/, 'po box '],
  [/(?<!\S)(?:r ?r|r ?f ?d|rt|rte|route|rural route) (\d+) (?:box|bx) /g, 'rr $1 box '],
  // APT E is not the eastern end of the street.
  [/(?<!\S)(?:(?:apartment|unit|suite) (?=\S)(?!(?:north|south|east|west)(?!\S))|no (?=\d))/g, ''],
];
/** Numbers that many houses share: RT 1, HWY 70 E, NC 16, 5TH AVE. */
const ROAD_NUMBER =
  /(?<!\S)(?:(?:highway|interstate|road|route|r|r r|r d|r ?f ?d|i|[a-z]{2}) \p{L}?\d+\p{L}?|\d+(?:st|nd|rd|th))(?!\S)/gu;
const BOX = /(?<!\S)box (?=\S*\d)/;
/** ONE MAIN ST is 1 MAIN ST. */
const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
/** A number alone, or APT 4 without the house: of many houses in a city. UNIT, APT and # are gone from it. */
const NO_HOUSE = /^(?:(?:bldg|building|fl|floor|rm|room) )?\S*$/;
const UNIT_LINE = /^\s*(?:#|(?:apt|apartment|unit|ste|suite|bldg|building|fl|floor|rm|room)\b).{0,12}$/i;

/**
 * Null where there is no house number and no box: two owners in one village may both have only MAIN ST. Whom the mail is in
 * care of does not count, and neither do the last four digits of a ZIP code.
 */
export function mailingKey(fields: MailingFields): string | null {
  const street = streetLines(fields).map(lineWords).join(' ');
  if (!/\d/.test(street.replace(ROAD_NUMBER, '')) || NO_HOUSE.test(street)) return null;
  const { city, state, zip } = fields;
  return [
    street,
    nameWords(city ?? '').join(' '),
    nameWords(state ?? '').join(' '),
    shortZip(zip ?? ''),
  ].join('|');
}

const shortZip = (zip: string): string =>
  /^\s*(\d{5})(?:-?\d{4})?\s*$/.exec(zip)?.[1] ?? nameWords(zip).join('');

/** The lines that say where, the house before its unit. */
function streetLines({ add1, add2 }: MailingFields): string[] {
  const lines = [add1, add2]
    .map((line) => (CARE_OF.test(line ?? '') ? (ADDRESS_BEGINS.exec(line!)?.[0] ?? '') : (line ?? '')))
    .filter((line) => line.trim() !== '' && !NO_ADDRESS.test(nameWords(line).join(' ')));
  return lines.length === 2 && UNIT_LINE.test(lines[0]!) ? lines.reverse() : lines;
}

function lineWords(line: string): string {
  let words = nameWords(line).join(' ');
  for (const [pattern, spelling] of ONE_SPELLING) words = words.replace(pattern, spelling);
  const number = NUMBERS.indexOf(words.slice(0, words.indexOf(' ')));
  return number < 0 ? words : `${number + 1}${words.slice(words.indexOf(' '))}`;
}

/**
 * Whether the mail goes to another house than the one on the land. Units do not count: a landlord's own flat is on the land.
 * Null where it cannot be told: without a site address, without a mailing address, or where the mail goes to a box. In many
 * villages nobody gets mail at home, so that a box says nothing about where its owner lives, unless the site address names a
 * city and the box is in another.
 */
export function livesElsewhere(fields: MailingFields & Pick<ParcelFields, 'site_address'>): boolean | null {
  const site = parseSiteAddress(fields.site_address ?? '');
  if (!site) return null;
  const lines = streetLines(fields);
  const addresses = lines
    .filter((line) => !BOX.test(lineWords(line)) && !UNIT_LINE.test(line))
    .flatMap((line) => parseSiteAddress(lineAddress(line)) ?? []);
  const mail = addresses.find(({ house }) => house) ?? addresses[0];
  if (!mail) return lines.some((line) => BOX.test(lineWords(line))) ? isBoxElsewhere(fields) : null;
  if (!isSameStreet(site.street, mail.street)) return true;
  // Land without a house number has a neighbor's, or none: an owner in the same street may live on it or not.
  if (!site.house || !mail.house) return null;
  return site.house.number !== mail.house.number;
}

function lineAddress(line: string): string {
  const number = NUMBERS.indexOf(line.trim().split(/\s/, 1)[0]!.toLowerCase());
  return number < 0 ? line : line.trim().replace(/^\S+/, String(number + 1));
}

function isBoxElsewhere({
  site_address,
  city,
}: MailingFields & Pick<ParcelFields, 'site_address'>): boolean | null {
  const siteCity = nameWords((site_address ?? '').split(',').slice(1).join(' '));
  const mailCity = nameWords(city ?? '');
  if (mailCity.length === 0 || !siteCity.some((word) => /^\p{L}{3,}$/u.test(word))) return null;
  return ` ${siteCity.join(' ')} `.includes(` ${mailCity.join(' ')} `) ? null : true;
}

/** A direction or a suffix may be missing in one of them, but not another one: N MAIN ST is not S MAIN ST. */
function isSameStreet(one: string, other: string): boolean {
  const [a, b] = [streetParts(one), streetParts(other)];
  if (a.name !== b.name) return false;
  return (
    a.generic.every((word) => b.generic.includes(word)) || b.generic.every((word) => a.generic.includes(word))
  );
}

function streetParts(street: string): { name: string; generic: string[] } {
  // A unit without a designator stands behind the suffix: MAIN ST 4B.
  const words = nameWords(street.replace(/\s+#?(?:\d+\p{L}?|\p{L}?\d+)$/u, ''));
  const name = words.filter((word) => !isGeneric(word));
  return name.length === 0
    ? { name: words.join(' '), generic: [] }
    : { name: name.join(' '), generic: words.filter(isGeneric) };
}
