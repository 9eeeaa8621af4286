// Parcels and filters as the filter panel makes them, with the same questions for PostGIS.
import type { ParcelRecord } from '../../store/parcel-store.ts';
import { parcelsOf } from './synthetic-county.ts';

/** The filter as CQL2 text, `sort` as in the call, and what PostGIS is asked instead. */
export type SetQuestion = {
  name: string;
  /** Count, acres and first page unless it says otherwise. `values` are those of zoning. */
  asks?: 'count' | 'far page' | 'pins' | 'values';
  filter: string;
  sort?: string;
  where: string;
  order?: string;
};

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

/** The synthetic county with owners, zones, sales and acres as different from each other as real ones. Three of ten owners live elsewhere. */
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
      add1: scatter(number, 30) < 0.3 ? `${number} HILLTOP RD` : parcel.site_address,
      more: [['HEATED_AREA', `${800 + Math.floor(scatter(number, 31) * 3000)}`]],
      name: `${isSmith ? 'SMITH' : word(10).toUpperCase()} ${word(20).toUpperCase()}`,
      zoning: scatter(number, 2) < 0.05 ? null : pick(zones, 3),
      taxacres: Math.round(scatter(number, 8) ** 6 * 10_000) / 100,
      sale_date: isSold ? `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}` : null,
      sales_price: isSold ? Math.floor(scatter(number, 9) * 900) * 1000 : null,
    };
  }
}

type Place = { lng: number; lat: number };

/** A circle, or with four corners a square, in degrees. */
function shapeAround({ lng, lat }: Place, radius: number, corners: number): string {
  const points = Array.from({ length: corners }, (_, corner) => {
    const angle = (2 * Math.PI * (corner + 0.5)) / corners;
    return `${(lng + radius * Math.cos(angle)).toFixed(7)} ${(lat + radius * Math.sin(angle)).toFixed(7)}`;
  });
  return `POLYGON((${[...points, points[0]].join(',')}))`;
}

/**
 * `around` is a parcel in the middle of a county that is so many degrees wide and has so many parcels. Each round asks for other
 * values: neither an answer nor a part of one is known from the round before.
 */
export function setQuestions({
  around: { pin, centroid },
  widthDegrees,
  count,
  round,
}: {
  around: ParcelRecord;
  widthDegrees: number;
  count: number;
  round: number;
}): SetQuestion[] {
  const moved = { lng: centroid.lng + round * 1e-5, lat: centroid.lat };
  const view = shapeAround(moved, widthDegrees / 6, 4);
  const drawn = shapeAround(moved, widthDegrees / 5, 64);
  // So that about a thousand parcels are in it.
  const thousand = shapeAround(moved, widthDegrees * Math.sqrt(1000 / count / Math.PI), 64);
  const shape = (text: string) => `ST_GeomFromText('${text}', 4326)`;
  const part = syllables[round % syllables.length]!;
  const acres = 1 + round / 100;
  const sold = `${1990 + round}-01-01`;
  const own = `(SELECT geometry FROM parcel WHERE pin = '${pin}')`;
  const within = (feet: number) =>
    `ST_DWithin(geometry::geography, ${own}::geography, ${feet * 0.3048}) AND pin <> '${pin}'`;
  const distance = (from: string) => `ST_Distance(geometry::geography, ${from}::geography), pin`;
  const simple = (name: string, filter: string, others: Partial<SetQuestion> = {}): SetQuestion => ({
    name,
    filter,
    where: filter,
    ...others,
  });
  const byOwner = { sort: 'name', order: 'lower(name), pin' };
  return [
    simple('acres', `taxacres > ${10 + acres}`),
    simple('acres, the dearest first', `taxacres BETWEEN ${acres} AND 5`, {
      sort: '-sales_price',
      order: 'sales_price DESC NULLS LAST, pin',
    }),
    simple(
      'zones, last sale, price',
      `zoning IN ('RA','R20') AND sale_date >= DATE('${sold}') AND sales_price BETWEEN 100000 AND ${500000 + round}`,
    ),
    simple('never sold, by owner', `sale_date IS NULL AND taxacres > ${acres}`, byOwner),
    simple('owner begins with', `owner LIKE '${part}%'`, { where: `lower(name) LIKE '${part}%'` }),
    simple('owner contains', `owner LIKE '%${part}%'`, { where: `lower(name) LIKE '%${part}%'` }),
    simple('owner lives elsewhere', `elsewhere = TRUE AND taxacres > ${acres}`),
    simple('a field of the county', `HEATED_AREA BETWEEN ${1000 + round} AND 2000`),
    {
      name: 'words of the search',
      filter: `MATCHES('${part} oak')`,
      where: `lower(name) ~ '\\m${part}' AND lower(site_address) ~ '\\moak'`,
    },
    {
      name: 'address contains, not in a zone',
      filter: `address LIKE '%oak%' AND NOT zoning = '${zones[round % zones.length]}'`,
      where: `lower(site_address) LIKE '%oak%' AND NOT zoning = '${zones[round % zones.length]}'`,
    },
    {
      name: 'in the view, large lots',
      filter: `S_INTERSECTS(geometry, ${view}) AND taxacres > ${acres}`,
      where: `ST_Intersects(geometry, ${shape(view)}) AND taxacres > ${acres}`,
    },
    {
      name: 'in a drawn shape',
      filter: `S_INTERSECTS(geometry, ${drawn})`,
      where: `ST_Intersects(geometry, ${shape(drawn)})`,
    },
    {
      name: 'within 500 feet of a drawn shape',
      filter: `S_DWITHIN(geometry, ${drawn}, 500)`,
      where: `ST_DWithin(geometry::geography, ${shape(drawn)}::geography, 152.4)`,
      order: distance(shape(drawn)),
    },
    {
      name: 'neighbors within 300 feet',
      filter: `NEAR(pin = '${pin}', ${300 + round})`,
      where: within(300 + round),
      order: distance(own),
    },
    {
      name: 'neighbors of 1,000 parcels',
      filter: `NEAR(S_INTERSECTS(geometry, ${thousand}), 300)`,
      where: `NOT ST_Intersects(geometry, ${shape(thousand)}) AND pin IN (SELECT near.pin FROM parcel inner_one
        JOIN parcel near ON ST_DWithin(inner_one.geometry::geography, near.geometry::geography, 91.44)
        WHERE ST_Intersects(inner_one.geometry, ${shape(thousand)}))`,
    },
    {
      name: 'comparable sales within a mile',
      filter: `NEAR(pin = '${pin}', 5280) AND sale_date >= DATE('${sold}') AND taxacres BETWEEN 0.1 AND 2`,
      where: `${within(5280)} AND sale_date >= '${sold}' AND taxacres BETWEEN 0.1 AND 2`,
      order: distance(own),
    },
    simple('everything, by owner', `taxacres >= ${-round}`, byOwner),
    simple('count while typing', `taxacres > ${acres} AND sale_date >= DATE('${sold}')`, { asks: 'count' }),
    simple('page in the middle, by owner', `taxacres >= ${-100 - round}`, { asks: 'far page', ...byOwner }),
    simple('PINs of a third', `taxacres > ${10 + acres}`, { asks: 'pins' }),
    simple('values of a field', `taxacres > ${acres}`, { asks: 'values' }),
  ];
}
