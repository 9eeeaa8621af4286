// Numbers, prices and areas as counties write them: '$1,250,000', '54,450 SQ FT', '1.25 AC'.
import { SQUARE_METERS_PER_ACRE } from '../../geo/area.ts';
import { cleanText } from './clean-text.ts';

export const SQUARE_FEET_PER_ACRE = 43_560;
export const HECTARES_PER_ACRE = 0.40468564224;

/** Null where there is nothing, NaN where there is something that is not a number. */
export function parseNumber(value: string | number | null): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (value === null) return null;
  const plain = Number(value);
  if (!Number.isNaN(plain) && value.trim() !== '' && /^[\d.]/.test(value)) return plain;
  const text = cleanText(value);
  if (text === null) return null;
  const [, minus, number, after] =
    /^([-(]?) ?\$? ?(-?[\d,]*\.?\d+|[\d,]+\.?)(?:E\+?(?=\d))?([) ]?)$/i.exec(text) ?? [];
  if (number === undefined || (minus === '(') !== (after === ')')) {
    const scientific = /^[\d.]+E[+-]?\d+$/i.test(text) ? Number(text) : Number.NaN;
    return scientific;
  }
  const amount = Number(number.replaceAll(',', ''));
  return minus === '' ? amount : -amount;
}

const PRICE_MAX = 1e12;

/** Null for no sale: 0 and 1 mean that, and so does a negative price. Undefined where the value is not understood. */
export function parsePrice(value: string | number | null): number | null | undefined {
  const price = parseNumber(value);
  if (price === null) return null;
  if (Number.isNaN(price) || price > PRICE_MAX) return undefined;
  return price <= 1 ? null : Math.round(price * 100) / 100;
}

/** Null where there is none. 0 is a value: that of buildings where there are none. Undefined where it is not understood. */
export function parseValue(value: string | number | null): number | null | undefined {
  const dollars = parseNumber(value);
  if (dollars === null) return null;
  return dollars >= 0 && dollars <= PRICE_MAX ? Math.round(dollars * 100) / 100 : undefined;
}

const YEAR_MIN = 1600;
/** A year that some programs write for "none". */
const NO_YEAR = 9999;

/** Null for 0, undefined where it is not a year up to the next one: `latest`. */
export function parseYear(value: string | number | null, latest: number): number | null | undefined {
  const year = parseNumber(value);
  if (year === null || year === 0 || year === NO_YEAR) return null;
  return Number.isInteger(year) && year >= YEAR_MIN && year <= latest ? year : undefined;
}

/** The largest building of the world has less than a tenth of it. */
const FLOOR_AREA_MAX = 200_000_000;
const SQUARE_FEET_WORD = / ?(sq\.? ?ft\.?|s\.?f\.?|sqft|square feet)$/i;

/** Whole square feet. Null for 0, undefined where the value is not understood. */
export function parseSquareFeet(value: string | number | null): number | null | undefined {
  const plain = typeof value === 'string' ? value.trim().replace(SQUARE_FEET_WORD, '') : value;
  return amountBelow(plain, { max: FLOOR_AREA_MAX, decimals: 0 });
}

const COUNT_MAX = 10_000;

/** Rooms and the like, which may be halves. Null for 0, undefined where the value is not understood. */
export function parseCount(value: string | number | null): number | null | undefined {
  return amountBelow(value, { max: COUNT_MAX, decimals: 2 });
}

function amountBelow(
  value: string | number | null,
  { max, decimals }: { max: number; decimals: number },
): number | null | undefined {
  const amount = parseNumber(value);
  if (amount === null) return null;
  if (!(amount >= 0 && amount <= max)) return undefined;
  return Number(amount.toFixed(decimals)) || null;
}

const ACRES_MAX = 10_000_000;

/** To 4 decimals, half a square meter. Null for 0, undefined where the value is not understood. */
export function parseAcres(value: string | number | null): number | null | undefined {
  const acres = typeof value === 'string' ? textAcres(value) : parseNumber(value);
  if (acres === null) return null;
  if (!(acres >= 0 && acres <= ACRES_MAX)) return undefined;
  const rounded = Math.round(acres * 10_000) / 10_000;
  return rounded === 0 ? null : rounded;
}

/** In acres where the text says its unit. Null where there is nothing, NaN where it is not an area. */
export function textAcres(value: string): number | null {
  const plain = parseNumber(value);
  if (plain === null || !Number.isNaN(plain)) return plain;
  // About as much, as deeds say, and remarks: '1.25 AC +/-', '~1.25', '1.25 acre(s)', '1.25 AC (CALC)'.
  const text = (cleanText(value) ?? '').replace(/±|\+\/?-?|~|\bM\/L\b|\([^)]*\)/gi, '').trim();
  const [, amount, unit = ''] = /^([\d.,]+) ?([A-Z][A-Z0-9². ]*?)?\.?$/i.exec(text) ?? [];
  const perAcre = unit === '' ? 1 : unitsPerAcre(unit);
  const number = amount === undefined ? Number.NaN : (parseNumber(amount) ?? Number.NaN);
  return perAcre === undefined ? Number.NaN : number / perAcre;
}

/** How many of a unit make an acre; undefined for an unknown unit. */
export function unitsPerAcre(unit: string): number | undefined {
  const key = unit.toUpperCase().replace(/[^A-Z0-9²]/g, '');
  if (/^(A|AC|ACR|ACS|ACRE|ACRES|ACREAGE|AR)$/.test(key)) return 1;
  if (/^(S|F|SF|SFT|SQ|SQF|SQFT|SQFEET|SQFOOT|SQUAREFEET|SQUAREFOOT|FT2|FT²|FEET|USSQFT)$/.test(key)) {
    return SQUARE_FEET_PER_ACRE;
  }
  if (/^(M|SM|SQM|SQMT|M2|M²|SQMETERS?|SQMETRES?|SQUAREMET(ER|RE)S?)$/.test(key))
    return SQUARE_METERS_PER_ACRE;
  if (/^(H|HA|HECTARES?)$/.test(key)) return HECTARES_PER_ACRE;
  return undefined;
}
