// Puts the owner's mailing address together: its lines or parts, and the city, the state and the ZIP code.
import {
  best,
  type Found,
  isWhole,
  numberedLines,
  one,
  PLACE_SHARE_MIN,
  placeShare,
  streetParts,
} from './address-fields.ts';
import { type AddressPart, addressRole } from './address-role.ts';
import { quoteField } from './expression.ts';
import { type FieldProfile, isBlank, share } from './field-profile.ts';

export type MailingGuess = Record<'add1' | 'add2' | 'city' | 'state' | 'zip', string | undefined>;

/** A line that so many rows have is the address, and not an addition to it. */
const LINE_FILLED = 0.5;

/** Of several addresses (MAIL_ADDR and OWNER_ADDR, say) the one that most rows have; of equal ones in this order. */
const whoseOrder = ['mail', 'owner', 'pstl', 'postal', 'post', 'delivery', 'taxpayer', 'tax'];

export function mailingLines(found: readonly Found[]): Found[] {
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

export function mailingAddress({
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
}): MailingGuess {
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
  // A POSTAL_CITY alone is not an address of an owner.
  if (add1 === undefined && state === undefined && together === undefined) {
    return { add1: undefined, add2: undefined, city: undefined, state: undefined, zip: undefined };
  }
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
