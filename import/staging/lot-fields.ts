// What a lot with several units says of itself: what all its units have in common.
import type { CountyField } from '../../contract/parcel.ts';
import { emptyParcelFields, type ParcelFields, parcelFields } from '../../contract/parcel-columns.ts';
import { ownerKey } from './owner-key.ts';

export function lotFields({
  pin,
  units,
}: {
  pin: string;
  units: readonly { fields: ParcelFields }[];
}): ParcelFields {
  const first = units[0]!.fields;
  const lot: Record<string, unknown> = { ...emptyParcelFields };
  for (const field of parcelFields) {
    if (units.every(({ fields }) => fields[field] === first[field])) lot[field] = first[field];
  }
  const common = lot as ParcelFields;
  // A common day of different prices, or the other way around, is not a sale of the lot.
  const isSoldAsOne = units.every(
    ({ fields }) => fields.sale_date === first.sale_date && fields.sales_price === first.sales_price,
  );
  return {
    ...common,
    pin,
    name: commonOwner(units.map(({ fields }) => fields.name)),
    site_address: commonAddress(units.flatMap(({ fields }) => fields.site_address ?? [])),
    sale_date: isSoldAsOne ? common.sale_date : null,
    sales_price: isSoldAsOne ? common.sales_price : null,
  };
}

/** The county's fields that all units share are the lot's, too. */
export function commonMore(units: readonly { more: readonly CountyField[] }[]): CountyField[] {
  const uses = new Map<string, number>();
  for (const { more } of units) {
    for (const [label, value] of more) {
      const key = `${label}\0${value}`;
      uses.set(key, (uses.get(key) ?? 0) + 1);
    }
  }
  return units[0]!.more.filter(([label, value]) => uses.get(`${label}\0${value}`) === units.length);
}

/** `24 owners`, where they differ. */
function commonOwner(names: readonly string[]): string {
  const owners = new Map<string, string>();
  for (const name of names) {
    const key = ownerKey(name);
    if (key !== '' && !owners.has(key)) owners.set(key, name);
  }
  if (owners.size > 1) return `${owners.size.toLocaleString('en-US')} owners`;
  return [...owners.values()][0] ?? '';
}

/** Of a lot's name, too: no person is called so. */
export function isNumberOfOwners(name: string): boolean {
  return /^[\d,]+ owners$/.test(name);
}

const unitOfAddress =
  /[\s,]+(?:(?:apt|apartment|unit|ste|suite|bldg|building|lot|rm|room|fl|floor|ph|slip|no)\b\.?\s*#?\s*[\w-]*|#\s*[\w-]+)$/i;
/** A bare number or letter at the end: 12 MAIN ST 101. */
const bareUnit = /^(.*\S)\s+(?:[A-Z]?\d+[A-Z]?|[A-Z])$/i;
const houseAndStreet = /^\d\S*\s+\S+/;

/** The address without the units' numbers, if that is the same for all. */
function commonAddress(addresses: readonly string[]): string | null {
  const whole = oneOf(addresses);
  if (whole !== undefined) return whole;
  for (const shorten of [withoutUnit, withoutBareUnit]) {
    const street = oneOf(addresses.map(shorten));
    if (street !== undefined && houseAndStreet.test(street)) return street;
  }
  return null;
}

const withoutUnit = (address: string) => address.replace(unitOfAddress, '').trim();

function withoutBareUnit(address: string): string {
  const named = withoutUnit(address);
  return named === address ? (bareUnit.exec(address)?.[1] ?? address) : named;
}

function oneOf(texts: readonly string[]): string | undefined {
  return texts.every((text) => text === texts[0]) ? texts[0] : undefined;
}
