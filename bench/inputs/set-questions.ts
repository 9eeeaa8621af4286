// Parcels and filters as the filter panel makes them, with the same questions for PostGIS.
import type { ParcelRecord } from '../../store/parcel-store.ts';
import { parcelsOf } from './synthetic-county.ts';

/** The filter as CQL2 text, `sort` as in the call, and what PostGIS is asked instead. */
export type SetQuestion = { name: string; filter: string; sort?: string; where: string; order?: string };

const zones = ['RA', 'R40', 'R20', 'R10', 'R5', 'RM', 'B1', 'B2', 'CC', 'LI', 'HI', 'PUD'];
const syllables = [
  'an',
  'ber',
  'cal',
  'dor',
  'el',
  'fin',
  'gar',
  'hol',
  'kin',
  'lor',
  'mar',
  'nel',
  'per',
  'ros',
];

/** Another number from 0 to 1 for each row and purpose. */
function scatter(row: number, salt: number): number {
  let mixed = Math.imul(row + 1, 0x9e3779b1) ^ Math.imul(salt + 1, 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
}

/** The synthetic county with owners, zones, sales and acres as different from each other as real ones. */
export function* parcelsToFilter(count: number): Generator<ParcelRecord> {
  let row = 0;
  for (const parcel of parcelsOf(count)) {
    const number = row++;
    const pick = (from: readonly string[], salt: number) =>
      from[Math.floor(scatter(number, salt) * from.length)]!;
    const word = (salt: number) => [0, 1, 2].map((part) => pick(syllables, salt + part)).join('');
    const isSmith = scatter(number, 1) < 0.01;
    const day = 1 + Math.floor(scatter(number, 4) * 28);
    const month = 1 + Math.floor(scatter(number, 5) * 12);
    const year = 1980 + Math.floor(scatter(number, 6) * 46);
    const isSold = scatter(number, 7) < 0.8;
    yield {
      ...parcel,
      name: `${isSmith ? 'SMITH' : word(10).toUpperCase()} ${word(20).toUpperCase()}`,
      zoning: scatter(number, 2) < 0.05 ? null : pick(zones, 3),
      taxacres: Math.round(scatter(number, 8) ** 6 * 10_000) / 100,
      sale_date: isSold ? `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}` : null,
      sales_price: isSold ? Math.floor(scatter(number, 9) * 900) * 1000 : null,
    };
  }
}

/** Around the middle of the county, in degrees. */
function box({ lng, lat }: { lng: number; lat: number }, half: number): string {
  const [west, east, south, north] = [lng - half, lng + half, lat - half, lat + half].map((degrees) =>
    degrees.toFixed(7),
  );
  return `POLYGON((${west} ${south},${east} ${south},${east} ${north},${west} ${north},${west} ${south}))`;
}

function circle({ lng, lat }: { lng: number; lat: number }, radius: number): string {
  const corners = Array.from({ length: 64 }, (_, corner) => {
    const angle = (2 * Math.PI * corner) / 64;
    return `${(lng + radius * Math.cos(angle)).toFixed(7)} ${(lat + radius * Math.sin(angle)).toFixed(7)}`;
  });
  return `POLYGON((${[...corners, corners[0]].join(',')}))`;
}

/** `around` is a parcel in the middle of a county that is so many degrees wide. */
export function setQuestions(around: ParcelRecord, widthDegrees: number): SetQuestion[] {
  const { pin, centroid } = around;
  const view = box(centroid, widthDegrees / 8);
  const drawn = circle(centroid, widthDegrees / 5);
  const shape = (text: string) => `ST_GeomFromText('${text}', 4326)`;
  const own = `(SELECT geometry FROM parcel WHERE pin = '${pin}')`;
  const within = (feet: number) =>
    `ST_DWithin(geometry::geography, ${own}::geography, ${feet * 0.3048}) AND pin <> '${pin}'`;
  const distance = `ST_Distance(geometry::geography, ${own}::geography), pin`;
  return [
    { name: 'acres', filter: 'taxacres > 10', where: 'taxacres > 10' },
    {
      name: 'acres, the dearest first',
      filter: 'taxacres BETWEEN 1 AND 5',
      sort: '-sales_price',
      where: 'taxacres BETWEEN 1 AND 5',
      order: 'sales_price DESC NULLS LAST, pin',
    },
    {
      name: 'zones, last sale, price',
      filter:
        "zoning IN ('RA','R20') AND sale_date >= DATE('2015-01-01') AND sales_price BETWEEN 100000 AND 500000",
      where: "zoning IN ('RA','R20') AND sale_date >= '2015-01-01' AND sales_price BETWEEN 100000 AND 500000",
    },
    {
      name: 'never sold, by owner',
      filter: 'sale_date IS NULL',
      sort: 'name',
      where: 'sale_date IS NULL',
      order: 'lower(name), pin',
    },
    { name: 'owner begins with', filter: "owner LIKE 'smith%'", where: "lower(name) LIKE 'smith%'" },
    { name: 'owner contains', filter: "owner LIKE '%mar%'", where: "lower(name) LIKE '%mar%'" },
    {
      name: 'address contains, no zone',
      filter: "address LIKE '%oak%' AND NOT zoning = 'RA'",
      where: "lower(site_address) LIKE '%oak%' AND NOT zoning = 'RA'",
    },
    {
      name: 'in the view, large lots',
      filter: `S_INTERSECTS(geometry, ${view}) AND taxacres > 2`,
      where: `ST_Intersects(geometry, ${shape(view)}) AND taxacres > 2`,
    },
    {
      name: 'in a drawn shape',
      filter: `S_INTERSECTS(geometry, ${drawn})`,
      where: `ST_Intersects(geometry, ${shape(drawn)})`,
    },
    {
      name: 'neighbors within 300 feet',
      filter: `NEAR(pin = '${pin}', 300)`,
      where: within(300),
      order: distance,
    },
    {
      name: 'comparable sales within a mile',
      filter: `NEAR(pin = '${pin}', 5280) AND sale_date >= DATE('2015-01-01') AND taxacres BETWEEN 0.1 AND 2`,
      where: `${within(5280)} AND sale_date >= '2015-01-01' AND taxacres BETWEEN 0.1 AND 2`,
      order: distance,
    },
    {
      name: 'everything, by owner',
      filter: 'taxacres >= 0',
      sort: 'name',
      where: 'taxacres >= 0',
      order: 'lower(name), pin',
    },
  ];
}
