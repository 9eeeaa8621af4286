// A number for a holding that shares its PIN with others, made from what belongs to it alone. It must not depend on the others:
// one more apartment would shift their numbers, and a saved parcel would show another owner.
import { createHash } from 'node:crypto';
import type { StagedRow } from './join-rows.ts';
import { unitOfAddress } from './lot-fields.ts';
import { ownerKey } from './owner-key.ts';

/** Names of the county's own number of a holding, from the surest on. */
const OWN_NUMBER = [
  /^(?:acc(?:oun)?t|prop(?:erty)?[ _]?(?:id|no|num(?:ber)?)|record|roll|key)\b|account/i,
  /^(?:unit|apt|condo|suite)(?:\b|_|[ _]?(?:no|num|number|id)\b)/i,
];
const OWN_NUMBER_LENGTH_MAX = 20;
/** Of 32 letters and digits each, without those that look alike. */
const HASH_LENGTH = 6;
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Each row's number, in the order of the rows: the county's own if it tells the rows apart, else one made of owner and address. */
export function unitNumbers(rows: readonly StagedRow[]): string[] {
  const own = rows.map(ownNumber);
  const uses = new Map<string | undefined, number>();
  for (const number of own) uses.set(number, (uses.get(number) ?? 0) + 1);
  return rows.map((row, at) => {
    const number = own[at];
    return number !== undefined && uses.get(number) === 1 ? number : madeNumber(row);
  });
}

function ownNumber({ fields, more }: StagedRow): string | undefined {
  for (const pattern of OWN_NUMBER) {
    const found = more.find(([label, value]) => pattern.test(label) && isNumber(value));
    if (found) return found[1].toUpperCase();
  }
  const ofAddress = unitOfAddress(fields.site_address ?? '');
  return ofAddress !== undefined && isNumber(ofAddress) ? ofAddress.toUpperCase() : undefined;
}

/** Letters alone may be anything, such as OFFICE or N/A, unless there are few of them. */
function isNumber(value: string): boolean {
  return (
    value.length <= OWN_NUMBER_LENGTH_MAX &&
    (/\d/.test(value) || /^[a-z]{1,2}$/i.test(value)) &&
    !/^0+$/.test(value)
  );
}

/** Rows of one PIN on one lot differ in owner or address, or they would have been merged. */
function madeNumber({ fields }: StagedRow): string {
  const key = `${ownerKey(fields.site_address ?? '')}\n${ownerKey(fields.name)}`;
  const bytes = createHash('sha256').update(key).digest();
  return Array.from({ length: HASH_LENGTH }, (_, at) => ALPHABET[bytes[at]! % ALPHABET.length]).join('');
}
