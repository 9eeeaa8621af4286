// The fields of a layer that are parts of addresses, and what they make together.
import type { AddressPart, AddressRole, AddressSide } from './address-role.ts';
import { quoteField } from './expression.ts';
import { type FieldProfile, isBlank } from './field-profile.ts';
import { parseMailingLines } from './mailing-lines.ts';

export type Found = { profile: FieldProfile; role: AddressRole };

export function numberedLines(found: readonly Found[], side: AddressSide): Found[] {
  return found
    .filter(({ role }) => role.side === side && role.part === 'line')
    .sort((a, b) => a.role.line - b.role.line);
}

/** The fields of a part, those with values first. */
function ranked(found: readonly Found[], part: AddressPart): FieldProfile[] {
  return found
    .filter(({ role }) => role.part === part)
    .sort((a, b) => Number(isBlank(a.profile)) - Number(isBlank(b.profile)) || a.role.line - b.role.line)
    .map(({ profile }) => profile);
}

export function best(found: readonly Found[], part: AddressPart): FieldProfile | undefined {
  return ranked(found, part)[0];
}

export function pick(found: readonly Found[], side: AddressSide, part: AddressPart): FieldProfile[] {
  return ranked(
    found.filter(({ role }) => role.side === side),
    part,
  );
}

export function one(found: readonly Found[], side: AddressSide, part: AddressPart): FieldProfile | undefined {
  return pick(found, side, part)[0];
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
export function streetParts(found: readonly Found[], sides: readonly AddressSide[]): string | undefined {
  const part = (name: AddressPart) =>
    sides.map((side) => one(found, side, name)).find((profile) => profile !== undefined);
  if (part('number') === undefined || part('street') === undefined) return undefined;
  const fields = partOrder.flatMap((name) => part(name) ?? []).filter((profile) => !isBlank(profile));
  if (fields.length < 2) return undefined;
  return joinFields(fields);
}

export function joinFields(fields: readonly FieldProfile[]): string {
  return `join(' ', ${fields.map(({ field }) => quoteField(field.name)).join(', ')})`;
}

/** So many rows must say their place in the lines. */
export const PLACE_SHARE_MIN = 0.3;

/** The share of rows whose lines end with a city, a state and a ZIP code, which may have a field of its own. */
export function placeShare(lines: readonly FieldProfile[], { needsZip }: { needsZip: boolean }): number {
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

/** Whether a line ends with the city, the state and the ZIP code. */
export function isWhole(line: FieldProfile): boolean {
  return placeShare([line], { needsZip: true }) >= 0.5;
}
