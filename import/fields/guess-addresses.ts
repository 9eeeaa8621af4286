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
  const found = profiles.flatMap((profile) => {
    const role = addressRole(profile);
    return role ? [{ profile, role }] : [];
  });
  const site = siteAddress(found);
  const mailLines = numberedLines(found, 'mail');
  const bareLines = numberedLines(found, 'bare');
  const isBareMailing =
    mailLines.length === 0 &&
    bareLines.length > 0 &&
    bareIsMailing({ found, bareLines, hasOwner, hasSite: site !== undefined });
  const lines = isBareMailing ? bareLines : mailLines;
  // Beside OWN_ADDR a bare CITY is the land's, unless there is a STATE with it and no OWN_STATE: no county lists its own state.
  const useBare =
    isBareMailing || (lines.length > 0 && one(found, 'mail', 'state') === undefined && hasBareState(found));
  const sides: AddressSide[] = useBare ? ['mail', 'bare'] : ['mail'];
  return dropMissing({
    ...mailingAddress({ found, lines, sides, care }),
    site_address: site ?? (isBareMailing ? undefined : bareSite(bareLines)),
  });
}

function numberedLines(found: readonly Found[], side: AddressSide): FieldProfile[] {
  return found
    .filter(({ role }) => role.side === side && role.part === 'line')
    .sort((a, b) => a.role.line - b.role.line)
    .map(({ profile }) => profile);
}

function pick(found: readonly Found[], side: AddressSide, part: AddressPart): FieldProfile[] {
  return found
    .filter(({ role }) => role.side === side && role.part === part)
    .sort((a, b) => Number(isBlank(a.profile)) - Number(isBlank(b.profile)) || a.role.line - b.role.line)
    .map(({ profile }) => profile);
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

function siteAddress(found: readonly Found[]): string | undefined {
  const [line] = pick(found, 'site', 'line');
  const parts = siteParts(found);
  if (line === undefined || (isBlank(line) && parts !== undefined)) {
    const street = one(found, 'site', 'street');
    return parts ?? (street && quoteField(street.field.name));
  }
  // A line that is only the street, with the house number in a field of its own.
  const number = one(found, 'site', 'number');
  const isStreetOnly = line.present.length > 0 && share(line, (value) => /\d/.test(value)) < 0.3;
  return isStreetOnly && number && !isBlank(number)
    ? joinFields([number, line])
    : quoteField(line.field.name);
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
function siteParts(found: readonly Found[]): string | undefined {
  const part = (name: AddressPart) => one(found, 'site', name) ?? one(found, 'bare', name);
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
  sides,
  care,
}: {
  found: readonly Found[];
  lines: readonly FieldProfile[];
  sides: readonly AddressSide[];
  care: string | undefined;
}): PossibleGuess {
  const get = (part: AddressPart) =>
    sides.map((side) => one(found, side, part)).find((profile) => profile !== undefined);
  const used = usefulLines(lines);
  const names = used.map(({ field }) => quoteField(field.name));
  const all = names.join(', ');
  const [city, state, zip, together] = [get('city'), get('state'), get('zip'), get('city-state-zip')];
  const [add1, ...rest] = names;
  const beside = [get('unit'), get('po-box') ?? one(found, 'bare', 'po-box')].flatMap((profile) =>
    profile && !isBlank(profile) ? [besideLine(profile)] : [],
  );
  const name = (profile: FieldProfile | undefined) => profile && quoteField(profile.field.name);

  // A CITY without a STATE may be the land's.
  if ((city === undefined || state === undefined) && together === undefined && placeShare(used) >= 0.3) {
    return {
      add1: `line1(${all})`,
      add2: joinLines([care, used.length > 1 ? `line2(${all})` : undefined, ...beside]),
      city: name(one(found, 'mail', 'city')) ?? `city(${all})`,
      state: name(state) ?? `state(${all})`,
      zip: name(one(found, 'mail', 'zip')) ?? `zip(${all})`,
    };
  }
  const combined = name(together);
  const isWhole = used[0] !== undefined && placeShare(used.slice(0, 1)) >= 0.5;
  return {
    add1: isWhole ? `line1(${add1})` : add1,
    add2: add1 === undefined ? undefined : joinLines([care, ...rest, ...beside]),
    city: name(city) ?? (combined && `city(${combined})`),
    state: name(state) ?? (combined && `state(${combined})`),
    zip: name(zip) ?? (combined && `zip(${combined})`),
  };
}

/**
 * In the order of their numbers. A later line may be blank in the sample and not in the county; a first line that is
 * blank moves to the end.
 */
function usefulLines(lines: readonly FieldProfile[]): FieldProfile[] {
  const useful = lines.filter((profile, at) => isBlank(profile) || !isRepeated(profile, lines.slice(0, at)));
  const first = useful.findIndex((profile) => !isBlank(profile));
  return first > 0 ? [...useful.slice(first), ...useful.slice(0, first)] : useful;
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

/** The share of rows whose lines end with a city, a state and a ZIP code. */
function placeShare(lines: readonly FieldProfile[]): number {
  const rows = lines[0]?.values.length ?? 0;
  let there = 0;
  let places = 0;
  for (let row = 0; row < rows; row += 1) {
    const texts = lines.map(({ values }) => values[row]).filter((text) => typeof text === 'string');
    if (texts.length === 0) continue;
    there += 1;
    const { city, zip } = parseMailingLines(texts);
    if (city !== null && zip !== null) places += 1;
  }
  return there === 0 ? 0 : places / there;
}

function dropMissing(guess: PossibleGuess): AddressGuess {
  return Object.fromEntries(Object.entries(guess).filter(([, expression]) => expression !== undefined));
}
