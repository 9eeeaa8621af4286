// Finds where the land lies: one field, or a house number and a street in parts.
import { type Found, isWhole, joinFields, one, pick, streetParts } from './address-fields.ts';
import { quoteField } from './expression.ts';
import { type FieldProfile, isBlank, share } from './field-profile.ts';

const SAME_STREET_MIN = 0.9;

/** `bareLines` are those that can only be the land's. */
export function siteAddress(found: readonly Found[], bareLines: readonly FieldProfile[]): string | undefined {
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
  return lineOf(line);
}

/** Without the city, the state and the ZIP code, which some lines end with. */
function lineOf(line: FieldProfile): string {
  const field = quoteField(line.field.name);
  return isWhole(line) ? `line1(${field})` : field;
}

export function bareSite(lines: readonly FieldProfile[]): string | undefined {
  const line = lines.find((profile) => !isBlank(profile)) ?? lines[0];
  return line && lineOf(line);
}

/** Whether a line is the house number and the street that have fields of their own, too. Owners may live elsewhere. */
export function isSameStreet(line: FieldProfile, found: readonly Found[]): boolean {
  const [number, street] = [one(found, 'bare', 'number'), one(found, 'bare', 'street')];
  if (number === undefined || street === undefined || line.present.length === 0) return false;
  const same = line.values.filter((value, row) => {
    const [house, name] = [number.values[row], street.values[row]];
    return value !== null && house && name && value.startsWith(house) && value.includes(name);
  });
  return same.length >= line.present.length * SAME_STREET_MIN;
}
