// Tells the owner's mailing address and the land's own address apart, and puts their parts together.
import { type AddressPart, type AddressRole, type AddressSide, addressRole } from './address-role.ts';
import { quoteField } from './expression.ts';
import { type FieldProfile, isBlank, share } from './field-profile.ts';
import { parseMailingLines } from './mailing-lines.ts';
import type { FieldMapping } from './mapping.ts';

type Found = { profile: FieldProfile; role: AddressRole };

type AddressField = 'add1' | 'add2' | 'city' | 'state' | 'zip' | 'site_address';
export type AddressGuess = Pick<FieldMapping, AddressField>;
type PossibleGuess = { [Field in AddressField]?: string | undefined };

/** So many rows must say their place in the lines. */
const PLACE_SHARE_MIN = 0.3;
/** A line that so many rows have is the address, and not an addition to it. */
const LINE_FILLED = 0.5;
const SAME_STREET_MIN = 0.9;
const PO_BOX = /\bP\.? ?O\.? ?(BOX|DRAWER)\b/i;

export function guessAddresses({
  profiles,
  care,
  hasOwner,
}: {
  profiles: readonly FieldProfile[];
  /** An expression for lines such as C/O. */
  care: string | undefined;
  hasOwner: boolean;
}): AddressGuess {
  const all = profiles.flatMap((profile) => {
    const role = addressRole(profile);
    return role ? [{ profile, role }] : [];
  });
  // TAX_CITY is where the tax goes, unless there is a TAX_ADDRESS.
  const hasTaxLine = all.some(({ role }) => role.whose === 'tax' && role.part === 'line');
  const found = hasTaxLine ? all : all.filter(({ role }) => role.whose !== 'tax');
  const mailLines = mailingLines(found);
  const bareLines = numberedLines(found, 'bare').map(({ profile }) => profile);
  const siteOfBare = mailLines.length > 0 ? bareLines : bareLines.filter((line) => isSameStreet(line, found));
  const site = siteAddress(found, siteOfBare);
  const isBareMailing =
    mailLines.length === 0 &&
    bareLines.length > siteOfBare.length &&
    bareIsMailing({ found, bareLines, hasOwner, hasSite: site !== undefined });
  const lines = isBareMailing ? bareLines : mailLines.map(({ profile }) => profile);
  // Beside OWN_ADDR a bare CITY is the land's, unless there is a STATE with it and no OWN_STATE: no county lists its own state.
  const useBare =
    isBareMailing || (lines.length > 0 && !hasMailingPlace(found, lines) && hasBareState(found));
  const mail = found.filter(({ role }) => role.side === 'mail');
  const whose = mailLines[0]?.role.whose;
  // MCITY completes MAILADD, and so does a CITY_OWNER; but the city of the same address comes first.
  const ofLines = mail.filter(({ role }) => role.whose === whose);
  const groups = [ofLines, mail, ...(useBare ? [found.filter(({ role }) => role.side === 'bare')] : [])];
  return dropMissing({
    ...mailingAddress({ found, lines, groups, care }),
    site_address: site ?? (isBareMailing ? undefined : bareSite(bareLines)),
  });
}

function numberedLines(found: readonly Found[], side: AddressSide): Found[] {
  return found
    .filter(({ role }) => role.side === side && role.part === 'line')
    .sort((a, b) => a.role.line - b.role.line);
}

/** Of several addresses (MAIL_ADDR and OWNER_ADDR, say) the one that most rows have; of equal ones in this order. */
const whoseOrder = ['mail', 'owner', 'pstl', 'postal', 'post', 'delivery', 'taxpayer', 'tax'];

function mailingLines(found: readonly Found[]): Found[] {
  const lines = numberedLines(found, 'mail');
  const filled = (whose: string) =>
    Math.max(...lines.filter(({ role }) => role.whose === whose).map(({ profile }) => profile.filled));
  const order = (whose: string) =>
    (whoseOrder.indexOf(whose) + whoseOrder.length + 1) % (whoseOrder.length + 1);
  const [best] = [...new Set(lines.map(({ role }) => role.whose))].sort(
    (a, b) => Math.round(4 * (filled(b) - filled(a))) || order(a) - order(b),
  );
  const chosen = lines.filter(({ role }) => role.whose === best);
  const hasNumbers = ({ profile }: Found) => share(profile, (value) => /\d/.test(value)) > 0.3;
  return chosen.some(hasNumbers) ? chosen : [];
}

/** Whether the mailing address says its state by itself, in a field or in its lines. */
function hasMailingPlace(found: readonly Found[], lines: readonly FieldProfile[]): boolean {
  return (
    one(found, 'mail', 'state') !== undefined ||
    one(found, 'mail', 'city-state-zip') !== undefined ||
    placeShare(lines, { needsZip: true }) >= PLACE_SHARE_MIN
  );
}

/** The fields of a part, those with values first. */
function ranked(found: readonly Found[], part: AddressPart): FieldProfile[] {
  return found
    .filter(({ role }) => role.part === part)
    .sort((a, b) => Number(isBlank(a.profile)) - Number(isBlank(b.profile)) || a.role.line - b.role.line)
    .map(({ profile }) => profile);
}

function best(found: readonly Found[], part: AddressPart): FieldProfile | undefined {
  return ranked(found, part)[0];
}

function pick(found: readonly Found[], side: AddressSide, part: AddressPart): FieldProfile[] {
  return ranked(
    found.filter(({ role }) => role.side === side),
    part,
  );
}

function one(found: readonly Found[], side: AddressSide, part: AddressPart): FieldProfile | undefined {
  return pick(found, side, part)[0];
}

function hasBareState(found: readonly Found[]): boolean {
  return one(found, 'bare', 'state') !== undefined || one(found, 'bare', 'city-state-zip') !== undefined;
}

/**
 * Whether ADDRESS, CITY, STATE and ZIP without a prefix are the owner's. They are where the land's address has fields of
 * its own, where the lines are numbered (ADD1, ADD2), where there are post office boxes among them, or where there is a
 * STATE, which tells owners apart but not parcels of one county.
 */
function bareIsMailing({
  found,
  bareLines,
  hasOwner,
  hasSite,
}: {
  found: readonly Found[];
  bareLines: readonly FieldProfile[];
  hasOwner: boolean;
  hasSite: boolean;
}): boolean {
  if (hasSite) return true;
  if (bareLines.some((profile) => profile.present.some((value) => PO_BOX.test(value)))) return true;
  const isNumbered = found.some(({ role }) => role.side === 'bare' && role.part === 'line' && role.line > 1);
  if (isNumbered) return true;
  if (!hasOwner) return false;
  const state = one(found, 'bare', 'state');
  if (state === undefined) return one(found, 'bare', 'city-state-zip') !== undefined;
  return state.present.length < 50 || new Set(state.present).size > 1;
}

function bareSite(lines: readonly FieldProfile[]): string | undefined {
  const line = lines.find((profile) => !isBlank(profile)) ?? lines[0];
  return line && quoteField(line.field.name);
}

/** `bareLines` are those that can only be the land's. */
function siteAddress(found: readonly Found[], bareLines: readonly FieldProfile[]): string | undefined {
  const ofSite = pick(found, 'site', 'line');
  const lines = ofSite.some((profile) => !isBlank(profile)) ? ofSite : [...ofSite, ...bareLines];
  // Beside SITUS_FULL_ADDRESS, which ends with the city, the plain line is meant.
  const filled = lines.filter((profile) => !isBlank(profile));
  const line = filled.find((profile) => !isWhole(profile)) ?? filled[0] ?? lines[0];
  const parts = streetParts(found, ['site', 'bare']);
  if (line === undefined || (isBlank(line) && parts !== undefined)) {
    const street = one(found, 'site', 'street');
    return parts ?? (street && quoteField(street.field.name));
  }
  // A line that is only the street, with the house number in a field of its own.
  const number = one(found, 'site', 'number') ?? one(found, 'bare', 'number');
  const isStreetOnly = line.present.length > 0 && share(line, (value) => /\d/.test(value)) < 0.3;
  if (isStreetOnly && number && !isBlank(number)) return joinFields([number, line]);
  const field = quoteField(line.field.name);
  return isWhole(line) ? `line1(${field})` : field;
}

/** Whether a line is the house number and the street that have fields of their own, too. Owners may live elsewhere. */
function isSameStreet(line: FieldProfile, found: readonly Found[]): boolean {
  const [number, street] = [one(found, 'bare', 'number'), one(found, 'bare', 'street')];
  if (number === undefined || street === undefined || line.present.length === 0) return false;
  const same = line.values.filter((value, row) => {
    const [house, name] = [number.values[row], street.values[row]];
    return value !== null && house && name && value.startsWith(house) && value.includes(name);
  });
  return same.length >= line.present.length * SAME_STREET_MIN;
}

/** Whether a line ends with the city, the state and the ZIP code. */
function isWhole(line: FieldProfile): boolean {
  return placeShare([line], { needsZip: true }) >= 0.5;
}

const partOrder: readonly AddressPart[] = [
  'number',
  'direction',
  'street',
  'type',
  'direction-after',
  'unit',
];

/** House number, street and their kin, as one text. Undefined without both a number and a street. */
function streetParts(found: readonly Found[], sides: readonly AddressSide[]): string | undefined {
  const part = (name: AddressPart) =>
    sides.map((side) => one(found, side, name)).find((profile) => profile !== undefined);
  if (part('number') === undefined || part('street') === undefined) return undefined;
  const fields = partOrder.flatMap((name) => part(name) ?? []).filter((profile) => !isBlank(profile));
  if (fields.length < 2) return undefined;
  return joinFields(fields);
}

function joinFields(fields: readonly FieldProfile[]): string {
  return `join(' ', ${fields.map(({ field }) => quoteField(field.name)).join(', ')})`;
}

function mailingAddress({
  found,
  lines,
  groups,
  care,
}: {
  found: readonly Found[];
  lines: readonly FieldProfile[];
  /** Where the other parts of the address are looked for, in this order. */
  groups: readonly (readonly Found[])[];
  care: string | undefined;
}): PossibleGuess {
  const get = (part: AddressPart) =>
    groups.map((group) => best(group, part)).find((profile) => profile !== undefined);
  const [city, state, zip, together] = [get('city'), get('state'), get('zip'), get('city-state-zip')];
  const used = usefulLines(lines, { hasPlace: city !== undefined && state !== undefined });
  const names = used.map(({ field }) => quoteField(field.name));
  const all = names.join(', ');
  const [line1, ...rest] = names;
  const parts = streetParts(found, ['mail']);
  // Lines that no row has may be filled elsewhere in the county.
  const add1 = parts !== undefined && used.every(isBlank) ? parts : line1;
  const [ofLines = [], ofMail = []] = groups;
  // A unit without a prefix is one of the land.
  const ownUnit = line1 === undefined ? undefined : (best(ofLines, 'unit') ?? best(ofMail, 'unit'));
  const unit = ownUnit && isRepeated(ownUnit, used) ? undefined : ownUnit;
  const beside = [unit, get('po-box') ?? one(found, 'bare', 'po-box')].flatMap((profile) =>
    profile && !isBlank(profile) ? [besideLine(profile)] : [],
  );
  const name = (profile: FieldProfile | undefined) => profile && quoteField(profile.field.name);

  // Without a CITY beside it, a ZIP is that of the lines.
  const zipOfLines = zip ?? (one(found, 'bare', 'city') ? undefined : one(found, 'bare', 'zip'));
  // A CITY without a STATE may be the land's.
  const isInLines =
    (city === undefined || state === undefined) &&
    together === undefined &&
    placeShare(used, { needsZip: zipOfLines === undefined }) >= PLACE_SHARE_MIN;
  if (isInLines) {
    const hasZip = placeShare(used, { needsZip: true }) >= PLACE_SHARE_MIN;
    return {
      add1: `line1(${all})`,
      add2: joinLines([care, used.length > 1 ? `line2(${all})` : undefined, ...beside]),
      city: name(one(found, 'mail', 'city')) ?? `city(${all})`,
      state: name(state) ?? `state(${all})`,
      zip: name(hasZip ? one(found, 'mail', 'zip') : zipOfLines) ?? `zip(${all})`,
    };
  }
  // A POSTAL_CITY alone is no address of an owner.
  if (add1 === undefined && state === undefined && together === undefined) return {};
  const combined = name(together);
  return {
    add1: used[0] !== undefined && isWhole(used[0]) ? `line1(${add1})` : add1,
    add2: add1 === undefined ? undefined : joinLines([care, ...(add1 === line1 ? rest : names), ...beside]),
    city: name(city) ?? (combined && `city(${combined})`),
    state: name(state) ?? (combined && `state(${combined})`),
    zip: name(zip) ?? (combined && `zip(${combined})`),
  };
}

/**
 * In the order of their numbers. A later line may be blank in the sample and not in the county; a first line that few
 * rows have moves to the end. The whole address in one line is left out where its parts have fields of their own.
 */
function usefulLines(lines: readonly FieldProfile[], { hasPlace }: { hasPlace: boolean }): FieldProfile[] {
  const parts = lines.filter((profile) => !isWhole(profile));
  const isApart = hasPlace && parts.some(({ filled }) => filled > LINE_FILLED);
  const wanted = isApart ? parts : lines;
  const useful = wanted.filter(
    (profile, at) => isBlank(profile) || !isRepeated(profile, wanted.slice(0, at)),
  );
  const first = useful.findIndex(({ filled }) => filled > LINE_FILLED);
  const main = first > 0 && useful[0]!.filled < LINE_FILLED / 2 ? [useful[first]!] : [];
  return [...main, ...useful.filter((profile) => !main.includes(profile))];
}

/** Whether most values stand in a line before it, too: some counties have the whole address and its lines. */
function isRepeated({ values, present }: FieldProfile, before: readonly FieldProfile[]): boolean {
  const repeats = values.filter(
    (value, row) => value !== null && before.some((line) => line.values[row]?.includes(value)),
  );
  return repeats.length > present.length / 2;
}

function besideLine(profile: FieldProfile): string {
  const field = quoteField(profile.field.name);
  const isBoxNumber =
    addressRole(profile)?.part === 'po-box' && share(profile, (value) => /^\d+$/.test(value)) > 0.5;
  return isBoxNumber ? `'PO Box ' & ${field}` : field;
}

function joinLines(lines: readonly (string | undefined)[]): string | undefined {
  const there = lines.filter((line) => line !== undefined);
  return there.length > 1 ? `join(', ', ${there.join(', ')})` : there[0];
}

/** The share of rows whose lines end with a city, a state and a ZIP code, which may have a field of its own. */
function placeShare(lines: readonly FieldProfile[], { needsZip }: { needsZip: boolean }): number {
  const rows = lines[0]?.values.length ?? 0;
  let there = 0;
  let places = 0;
  for (let row = 0; row < rows; row += 1) {
    const texts = lines.map(({ values }) => values[row]).filter((text) => typeof text === 'string');
    if (texts.length === 0) continue;
    there += 1;
    const { city, zip } = parseMailingLines(texts);
    if (city !== null && (zip !== null || !needsZip)) places += 1;
  }
  return there === 0 ? 0 : places / there;
}

function dropMissing(guess: PossibleGuess): AddressGuess {
  return Object.fromEntries(Object.entries(guess).filter(([, expression]) => expression !== undefined));
}
