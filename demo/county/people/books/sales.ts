// The last sale of each lot. Date and price are both set or both null; a gift, as from parents to children, has a price
// of 0.
import type { Lot } from '../../county.ts';
import { randomStream } from '../../random.ts';
import type { Owner } from '../owners/owner.ts';
import type { Site } from '../post/sites.ts';
import { BOOKS_CLOSED_ON, dayOf, isoDate, openDay } from './courthouse-calendar.ts';
import { marketValue } from './market-value.ts';
import type { Neighborhood } from './neighborhoods.ts';
import { priceIndex } from './price-index.ts';

export type Sale = { sale_date: string; sales_price: number } | { sale_date: null; sales_price: null };

const noSale: Sale = { sale_date: null, sales_price: null };

/** Earlier sales are not on record. */
const BOOKS_BEGIN_YEAR = 1964;
const DAYS_PER_YEAR = 365.25;
const lastYear = yearOf(dayOf(BOOKS_CLOSED_ON));
/** Prices are known from the excise tax of North Carolina, one dollar for every five hundred. */
const PRICE_STEP = 500;
/** A developer pays this share of the value when buying a whole subdivision. */
const BULK_DISCOUNT = 0.45;
/** Limited liability companies exist in North Carolina since late 1993. */
const FIRST_LLC_YEAR = 1994;

/** Uses whose land is rarely sold. */
const slowToSell: ReadonlySet<Lot['use']> = new Set([
  'farm',
  'woodland',
  'church',
  'cemetery',
  'utility',
  'public',
  'golf',
]);

function yearOf(day: number): number {
  return 1970 + day / DAYS_PER_YEAR;
}

function dayInYear(year: number): number {
  return openDay(Math.floor((Math.min(year, lastYear) - 1970) * DAYS_PER_YEAR));
}

function roundPrice(dollars: number): number {
  return Math.max(1, Math.round(dollars / PRICE_STEP)) * PRICE_STEP;
}

function firstYearOf({ name, activeSince }: Owner): number {
  return activeSince ?? (/\bP?LLC$/.test(name) ? FIRST_LLC_YEAR : 0);
}

type Given = {
  seed: number;
  sites: readonly Site[];
  owners: readonly Owner[];
  neighborhoodOf: (lot: Lot) => Neighborhood;
};

/** In the order of the sites; `owners` are in the same order. */
export function recordSales({ seed, sites, owners, neighborhoodOf }: Given): Sale[] {
  const random = randomStream(seed, 'people/sales');

  const purchaseYear = ({ lot }: Site, owner: Owner): number => {
    const u = random.next();
    const year = lastYear - (slowToSell.has(lot.use) ? u * 75 : u * Math.sqrt(u) * 50);
    const { since = 0 } = neighborhoodOf(lot);
    // Nobody buys before the neighborhood exists: earlier years move to its first 2.5 years.
    const settled = year < since ? Math.min(lastYear, since + 2.5 * random.next()) : year;
    const firstYear = firstYearOf(owner);
    return settled < firstYear ? random.between(firstYear, lastYear) : settled;
  };

  const bulkSales = new Map<string, Sale>();
  const bulkSale = (site: Site, owner: Owner): Sale => {
    const key = `${owner.name} ${site.lot.subdivision}`;
    const known = bulkSales.get(key);
    if (known) return known;
    const lots = sites.filter(
      (other, i) => owners[i] === owner && other.lot.subdivision === site.lot.subdivision,
    );
    const worth = lots.reduce((sum, { lot }) => sum + marketValue(lot, neighborhoodOf(lot)), 0);
    const year = (neighborhoodOf(site.lot).since ?? lastYear - 3) - random.next();
    const day = dayInYear(year);
    const sale = {
      sale_date: isoDate(day),
      sales_price: roundPrice(worth * BULK_DISCOUNT * priceIndex(year)),
    };
    bulkSales.set(key, sale);
    return sale;
  };

  return sites.map((site, i) => {
    const owner = owners[i]!;
    if (owner.title === 'public') return noSale;
    if (owner.title === 'in bulk') return bulkSale(site, owner);
    const unrecorded = random.chance(owner.title === 'passed on' ? 0.15 : 0.025);
    const gift = random.chance(owner.title === 'passed on' ? 0.7 : 0.05);
    const luck = Math.min(1.6, Math.max(0.55, 1 + 0.15 * random.normal()));
    const year = purchaseYear(site, owner);
    if (unrecorded || year < BOOKS_BEGIN_YEAR) return noSale;
    const worth = marketValue(site.lot, neighborhoodOf(site.lot)) * priceIndex(year) * luck;
    return { sale_date: isoDate(dayInYear(year)), sales_price: gift ? 0 : roundPrice(worth) };
  });
}
