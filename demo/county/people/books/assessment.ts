// What the assessor of the demo county knows of a lot: use, value, building, legal description, and where its deed is recorded.
import type { ParcelFields } from '../../../../contract/parcel-columns.ts';
import { SQUARE_METERS_PER_ACRE } from '../../../../geo/area.ts';
import type { Lot, LotUse } from '../../county.ts';
import { type Random, randomStream } from '../../random.ts';
import type { Site } from '../post/sites.ts';
import { marketValue } from './market-value.ts';
import { homeUses, type Neighborhood } from './neighborhoods.ts';
import { priceIndex } from './price-index.ts';
import type { Sale } from './sales.ts';

/** The county appraises all its land every four years, lastly as of the first day of this one. */
const APPRAISAL_YEAR = 2023;
const APPRAISED_SHARE = priceIndex(APPRAISAL_YEAR);
const DOLLAR_STEP = 100;
/** Of houses outside subdivisions. None is newer than the appraisal. */
const OLDEST_HOUSE = 1890;

const useWords: Readonly<Record<LotUse, string>> = {
  house: 'Single family',
  lakefront: 'Single family, waterfront',
  townhouse: 'Townhouse',
  apartments: 'Apartments',
  shop: 'Retail',
  office: 'Office',
  industry: 'Industrial',
  farm: 'Agricultural',
  woodland: 'Forestry',
  vacant: 'Vacant',
  church: 'Religious',
  school: 'School',
  park: 'Park',
  cemetery: 'Cemetery',
  public: 'Government',
  utility: 'Utility',
  golf: 'Golf course',
};
/** What a square foot of the building is worth. */
const DOLLARS_PER_SQUARE_FOOT = 150;
/** Of the value; the lake shore is dear. */
const landShares: Partial<Record<LotUse, number>> = {
  lakefront: 0.52,
  townhouse: 0.14,
  farm: 0.6,
  shop: 0.35,
};
const LAND_SHARE = 0.24;

type Assessment = Pick<
  ParcelFields,
  | 'land_use'
  | 'tax_district'
  | 'land_value'
  | 'building_value'
  | 'total_value'
  | 'value_year'
  | 'year_built'
  | 'floor_area'
  | 'rooms'
  | 'bedrooms'
  | 'bathrooms'
  | 'legal'
  | 'deed_book'
  | 'deed_page'
>;

/** In the order of the sites. */
export function assessLots({
  seed,
  sites,
  sales,
  neighborhoodOf,
}: {
  seed: number;
  sites: readonly Site[];
  sales: readonly Sale[];
  neighborhoodOf: (lot: Lot) => Neighborhood;
}): Assessment[] {
  const random = randomStream(seed, 'people/assessment');
  const lotsOf = new Map<string, number>();
  return sites.map(({ lot, street }, at) => {
    const neighborhood = neighborhoodOf(lot);
    const place = lot.subdivision ?? street ?? lot.township;
    const number = (lotsOf.get(place) ?? 0) + 1;
    lotsOf.set(place, number);
    const value = appraise({ random, lot, neighborhood });
    return {
      land_use: lot.use === 'house' && !lot.hasBuilding ? useWords.vacant : useWords[lot.use],
      tax_district: lot.town ?? `${lot.township} Fire`,
      ...value,
      value_year: APPRAISAL_YEAR,
      ...buildingOf({ random, lot, neighborhood, value: value.building_value }),
      legal: legalText({ lot, place, number }),
      ...deedOf({ random, sale: sales[at]! }),
    };
  });
}

const rounded = (dollars: number) => Math.round(dollars / DOLLAR_STEP) * DOLLAR_STEP;

function appraise({ random, lot, neighborhood }: { random: Random; lot: Lot; neighborhood: Neighborhood }) {
  const error = Math.min(1.2, Math.max(0.8, 1 + 0.06 * random.normal()));
  const total = rounded(marketValue(lot, neighborhood) * APPRAISED_SHARE * error);
  const share = lot.hasBuilding ? (landShares[lot.use] ?? LAND_SHARE) * random.between(0.85, 1.15) : 1;
  const land = rounded(total * share);
  return { land_value: land, building_value: total - land, total_value: total };
}

type Building = Pick<Assessment, 'year_built' | 'floor_area' | 'rooms' | 'bedrooms' | 'bathrooms'>;
const noBuilding: Building = {
  year_built: null,
  floor_area: null,
  rooms: null,
  bedrooms: null,
  bathrooms: null,
};

function buildingOf({
  random,
  lot,
  neighborhood: { since, standing },
  value,
}: {
  random: Random;
  lot: Lot;
  neighborhood: Neighborhood;
  value: number;
}): Building {
  if (!lot.hasBuilding) return noBuilding;
  const age = random.next();
  const built =
    since === undefined
      ? OLDEST_HOUSE + Math.floor((APPRAISAL_YEAR - OLDEST_HOUSE) * Math.sqrt(age))
      : Math.min(APPRAISAL_YEAR, since + Math.floor(age * 4));
  const squareFeet = value / (DOLLARS_PER_SQUARE_FOOT * standing);
  const area = Math.max(480, Math.round(squareFeet * random.between(0.92, 1.08)));
  if (!homeUses.has(lot.use)) return { ...noBuilding, year_built: built, floor_area: area };
  const bedrooms = Math.min(7, Math.max(1, Math.round(area / 620 + random.between(-0.6, 0.6))));
  const baths = Math.max(1, Math.round(bedrooms * 1.5 + random.between(-1, 1)) / 2);
  return {
    year_built: built,
    floor_area: area,
    rooms: bedrooms + random.integer(2, 4),
    bedrooms,
    bathrooms: baths,
  };
}

function legalText({ lot, place, number }: { lot: Lot; place: string; number: number }): string {
  if (lot.subdivision !== null) return `LOT ${number} ${place.toUpperCase()}`;
  const acres = (lot.areaSquareMeters / SQUARE_METERS_PER_ACRE).toFixed(2);
  return `TRACT ${number} ${place.toUpperCase()}, ${acres} AC`;
}

/** The register's books are numbered through, thirty of them a year. */
const FIRST_BOOK_YEAR = 1940;
const BOOKS_PER_YEAR = 30;
const PAGES_PER_BOOK = 1200;

function deedOf({
  random,
  sale,
}: {
  random: Random;
  sale: Sale;
}): Pick<Assessment, 'deed_book' | 'deed_page'> {
  const page = random.integer(1, PAGES_PER_BOOK);
  if (sale.sale_date === null) return { deed_book: null, deed_page: null };
  const [year, month, day] = sale.sale_date.split('-').map(Number);
  const ofYear = (month! - 1 + (day! - 1) / 31) / 12;
  const book = Math.floor((year! - FIRST_BOOK_YEAR + ofYear) * BOOKS_PER_YEAR) + 1;
  return { deed_book: String(book), deed_page: String(page) };
}
