// What a lot with several units says of itself: what all its units have in common.
import type { CountyField } from '../../contract/parcel.ts';
import {
  emptyParcelFields,
  type ParcelField,
  type ParcelFields,
  parcelFields,
} from '../../contract/parcel-columns.ts';
import { ownerKey } from './owner-key.ts';

/** Not those of an owner: the same for all holdings on a lot. */
const LAND_FACTS = [
  'site_address',
  'township',
  'zoning',
  'taxacres',
  'tax_district',
  'year_built',
] as const satisfies ParcelField[];
/** Of one unit: neither what they have in common nor their sum is known to be that of the lot. */
const UNIT_FACTS = [
  'land_value',
  'building_value',
  'total_value',
  'value_year',
  'floor_area',
  'rooms',
  'bedrooms',
  'bathrooms',
] as const satisfies ParcelField[];
const noUnitFacts = Object.fromEntries(UNIT_FACTS.map((field) => [field, null]));
const isLandFact = (field: ParcelField) => (LAND_FACTS as readonly ParcelField[]).includes(field);

export function lotFields({
  pin,
  units,
}: {
  pin: string;
  units: readonly { fields: ParcelFields }[];
}): ParcelFields {
  const first = units[0]!.fields;
  const common = commonFields(units);
  // A common day of different prices, or the other way around, is not a sale of the lot.
  const isSoldAsOne = units.every(
    ({ fields }) => fields.sale_date === first.sale_date && fields.sales_price === first.sales_price,
  );
  const isOneDeed = units.every(
    ({ fields }) => fields.deed_book === first.deed_book && fields.deed_page === first.deed_page,
  );
  return {
    ...common,
    ...noUnitFacts,
    pin,
    name: commonOwner(units.map(({ fields }) => fields.name)),
    site_address: commonAddress(units.flatMap(({ fields }) => fields.site_address ?? [])),
    sale_date: isSoldAsOne ? common.sale_date : null,
    sales_price: isSoldAsOne ? common.sales_price : null,
    deed_book: isOneDeed ? common.deed_book : null,
    deed_page: isOneDeed ? common.deed_page : null,
  };
}

/** A row for the land itself often lacks what its units have: facts of the land on which they agree are its, too. */
export function filledFrom(lot: ParcelFields, units: readonly { fields: ParcelFields }[]): ParcelFields {
  const common = lotFields({ pin: lot.pin, units });
  const filled = LAND_FACTS.map((field) => [field, lot[field] ?? common[field]]);
  return { ...lot, ...Object.fromEntries(filled) };
}

function commonFields(units: readonly { fields: ParcelFields }[]): ParcelFields {
  const lot: Record<string, unknown> = { ...emptyParcelFields };
  for (const field of parcelFields) {
    const values = new Set(units.map(({ fields }) => fields[field]));
    // A fact of the land that one of the units lacks is still one; of owners a blank may mean another one.
    if (isLandFact(field)) values.delete(null);
    if (values.size === 1) [lot[field]] = values;
  }
  return lot as ParcelFields;
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

const namedUnit =
  /[\s,]+(?:(?:apt|apartment|unit|ste|suite|bldg|building|lot|rm|room|fl|floor|ph|slip|no)\b\.?\s*#?\s*([\w-]*)|#\s*([\w-]+))$/i;
/** A bare number or letter at the end: 12 MAIN ST 101. */
const bareUnit = /^(.*\S)\s+([A-Z]?\d+[A-Z]?|[A-Z])$/i;

/** 3B of 12 MAIN ST APT 3B; undefined for an address without a unit. */
export function unitOfAddress(address: string): string | undefined {
  const [, named, numbered] = namedUnit.exec(address) ?? [];
  const [, street = '', bare] = bareUnit.exec(address) ?? [];
  return named || numbered || (houseAndStreet.test(street) ? bare : undefined);
}

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

const withoutUnit = (address: string) => address.replace(namedUnit, '').trim();

function withoutBareUnit(address: string): string {
  const named = withoutUnit(address);
  return named === address ? (bareUnit.exec(address)?.[1] ?? address) : named;
}

function oneOf(texts: readonly string[]): string | undefined {
  return texts.every((text) => text === texts[0]) ? texts[0] : undefined;
}
