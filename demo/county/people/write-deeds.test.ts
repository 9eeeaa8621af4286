// What the tax roll promises, on a small fictional land of straight streets.
import { describe, expect, test } from 'vitest';
import { SQUARE_METERS_PER_ACRE } from '../../../geo/area.ts';
import { areaContains } from '../../../geo/area-contains.ts';
import type { PolygonGeometry, Position } from '../../../geo/geometry.ts';
import type { Deed, Land, Lot, LotUse, Road } from '../county.ts';
import { BOOKS_CLOSED_ON, openDay } from './books/courthouse-calendar.ts';
import { PIN_FORM } from './books/pin.ts';
import { zoningDistricts } from './books/zoning.ts';
import { groupBy } from './group-by.ts';
import { developers, POWER_COMPANY } from './names/company-words.ts';
import { carolinaCities, distantCities } from './post/far-cities.ts';
import { writeDeeds } from './write-deeds.ts';

const DEGREES_PER_METER = { lng: 1 / 90_600, lat: 1 / 110_950 };
const LOTS_PER_STREET = 60;

type Block = { uses: readonly LotUse[]; widthMeters: number; depthMeters: number } & Pick<
  Lot,
  'town' | 'postPlace' | 'subdivision'
>;

const town = (uses: readonly LotUse[]): Block => ({
  uses,
  widthMeters: 25,
  depthMeters: 45,
  town: 'Alder',
  postPlace: 'Alder',
  subdivision: null,
});
const suburb = (subdivision: string, uses: readonly LotUse[]): Block => ({
  ...town(uses),
  widthMeters: 32,
  subdivision,
});
const country = (uses: readonly LotUse[]): Block => ({
  uses,
  widthMeters: 180,
  depthMeters: 400,
  town: null,
  postPlace: 'Birch Fork',
  subdivision: null,
});

const homes = Array<LotUse>(12).fill('house');
const blocks: readonly Block[] = [
  ...Array.from({ length: 10 }, () => town([...homes, 'church', 'vacant', 'shop', 'office'])),
  ...Array.from({ length: 12 }, (_, i) =>
    suburb(`Fern Hollow ${i + 1}`, [...homes, 'vacant', 'townhouse', 'park']),
  ),
  ...['New Mill', 'New Ferry'].map((name) => suburb(name, ['house', 'vacant', 'vacant'])),
  town([
    'shop',
    'shop',
    'office',
    'industry',
    'apartments',
    'public',
    'school',
    'utility',
    'cemetery',
    'golf',
  ]),
  ...Array.from({ length: 12 }, () =>
    country(['farm', 'house', 'house', 'woodland', 'farm', 'public', 'house', 'vacant']),
  ),
  country(['lakefront', 'lakefront', 'woodland']),
];

const emptyUses: ReadonlySet<LotUse> = new Set(['vacant', 'park', 'woodland', 'cemetery', 'utility']);

function box({
  west,
  south,
  east,
  north,
}: Record<'west' | 'south' | 'east' | 'north', number>): PolygonGeometry {
  const grid = (degrees: number) => Math.round(degrees * 1e7) / 1e7;
  const [w, s, e, n] = [grid(west), grid(south), grid(east), grid(north)];
  return {
    type: 'Polygon',
    coordinates: [
      [
        [w, s],
        [e, s],
        [e, n],
        [w, n],
        [w, s],
      ],
    ],
  };
}

/** Streets run east, one above the other, with lots on their northern side. */
function makeSmallLand(): Land {
  const roads: Road[] = [];
  const lots: Lot[] = [];
  let south = 35.55;
  blocks.forEach((block, roadId) => {
    const width = block.widthMeters * DEGREES_PER_METER.lng;
    const depth = block.depthMeters * DEGREES_PER_METER.lat;
    const west = -80.95;
    const line: Position[] = [
      [west, south],
      [west + LOTS_PER_STREET * width, south],
    ];
    const name = block.town ? `Street${roadId} St` : `Overcash${roadId} Rd`;
    roads.push({ id: roadId, class: 'local', name, ref: null, line, bridge: false, oneway: false });
    const front = south + 10 * DEGREES_PER_METER.lat;
    for (let i = 0; i < LOTS_PER_STREET; i++) {
      const use = block.uses[i % block.uses.length]!;
      const inside = { lng: west + (i + 0.5) * width, lat: front + depth / 2 };
      lots.push({
        geometry: box({
          west: west + i * width,
          south: front,
          east: west + (i + 1) * width,
          north: front + depth,
        }),
        inside,
        areaSquareMeters: block.widthMeters * block.depthMeters,
        use,
        frontage: use === 'park' ? null : { roadId, houseNumber: 100 + 2 * i },
        postPlace: block.postPlace,
        township: block.town ? 'Alder' : 'Stony Creek',
        town: block.town,
        hasBuilding: !emptyUses.has(use) && !(use === 'farm' && i % 2 === 0),
        subdivision: block.subdivision,
      });
    }
    south = front + depth + 10 * DEGREES_PER_METER.lat;
  });
  return {
    elevation: {
      bounds: { west: -81, south: 35.5, east: -80.7, north: 35.7 },
      columns: 0,
      rows: 0,
      meters: new Float32Array(),
    },
    roads,
    water: [
      {
        kind: 'lake',
        name: 'Lake Alder',
        geometry: box({ west: -80.95, south: south - 5 * DEGREES_PER_METER.lat, east: -80.82, north: 35.69 }),
      },
    ],
    streams: [],
    landuse: [],
    buildings: [],
    places: [
      { name: 'Alder', kind: 'town', population: 9000, at: { lng: -80.9, lat: 35.6 } },
      { name: 'Birch Fork', kind: 'hamlet', population: 300, at: { lng: -80.85, lat: 35.65 } },
    ],
    boundaries: [
      {
        kind: 'county',
        name: 'Tamarack County',
        geometry: box({ west: -81, south: 35.5, east: -80.7, north: 35.7 }),
      },
    ],
    lots,
  };
}

const land = makeSmallLand();
const { deeds, addresses } = writeDeeds({ seed: 7, land });
const ofUse = (...uses: LotUse[]) => deeds.filter((_, i) => uses.includes(land.lots[i]!.use));
const share = (list: readonly Deed[], is: (deed: Deed) => boolean) => list.filter(is).length / list.length;
const holdings = groupBy(deeds, ({ name }) => name);

test('the same seed gives the same roll, another seed another', () => {
  expect(JSON.stringify(writeDeeds({ seed: 7, land }))).toBe(JSON.stringify({ deeds, addresses }));
  expect(JSON.stringify(writeDeeds({ seed: 8, land }))).not.toBe(JSON.stringify({ deeds, addresses }));
});

test('there is one deed for every lot, each with a unique PIN in the form of the state', () => {
  expect(deeds).toHaveLength(land.lots.length);
  expect(new Set(deeds.map(({ pin }) => pin)).size).toBe(deeds.length);
  for (const { pin } of deeds) expect(pin).toMatch(PIN_FORM);
});

describe('owners', () => {
  test('names that break careless software are included: an apostrophe, accents, an ampersand', () => {
    const names = [...holdings.keys()];
    expect(names.some((name) => name.startsWith("O'Neal "))).toBe(true);
    expect(names).toContain('Muñoz Peña José');
    expect(names.some((name) => name.includes(' & '))).toBe(true);
  });

  test('exactly one parcel has markup in its owner, whatever the seed', () => {
    for (const seed of [1, 2, 3]) {
      const marked = writeDeeds({ seed, land }).deeds.filter(({ name }) => /[<>]/.test(name));
      expect(marked.map(({ name }) => name)).toEqual(['<b>Bold</b> Holdings LLC']);
    }
  });

  test('the county, the town, the school board and a homeowners association own their land', () => {
    for (const name of ['County of Tamarack', 'Town of Alder', 'Tamarack County Board of Education']) {
      expect(holdings.has(name), name).toBe(true);
    }
    expect(new Set(ofUse('school').map(({ name }) => name))).toEqual(
      new Set(['Tamarack County Board of Education']),
    );
    expect(holdings.get('Fern Hollow 3 Homeowners Assn Inc')).toBeDefined();
  });

  test('the power company owns woods on the shore and none elsewhere', () => {
    const woods = deeds.flatMap(({ name }, i) =>
      land.lots[i]!.use === 'woodland' && name === POWER_COMPANY ? land.lots[i]!.frontage!.roadId : [],
    );
    expect(woods.length).toBeGreaterThan(0);
    expect(new Set(woods)).toEqual(new Set([blocks.length - 1]));
  });

  test('every church has a name of its own', () => {
    const churches = ofUse('church').map(({ name }) => name);
    expect(new Set(churches).size).toBe(churches.length);
  });

  test('most own one parcel, a few own many', () => {
    const counts = [...holdings.values()].map((held) => held.length);
    expect(counts.filter((count) => count === 1).length / counts.length).toBeGreaterThan(0.7);
    expect(counts.filter((count) => count >= 8).length).toBeGreaterThan(5);
  });

  test('neighboring farms often belong to one family', () => {
    const surnames = ofUse('farm').map(({ name }) => name.split(' ')[0]!);
    const biggest = Math.max(
      ...[...groupBy(surnames, (surname) => surname).values()].map(({ length }) => length),
    );
    expect(biggest / surnames.length).toBeGreaterThan(0.05);
  });
});

describe('mailing addresses', () => {
  test('most people live in the house they own and get their mail there', () => {
    const atHome = share(ofUse('house'), ({ add1, site_address }) => add1 === site_address);
    expect(atHome).toBeGreaterThan(0.6);
    expect(atHome).toBeLessThan(0.95);
    deeds.forEach(({ add1, add2, city, site_address }, i) => {
      const { postPlace, hasBuilding } = land.lots[i]!;
      if (!hasBuilding || add1 !== site_address || add1 === null) return;
      expect([add2, city]).toEqual([null, postPlace]);
    });
  });

  test('city, state and ZIP fit together', () => {
    const known = new Map<string, readonly string[]>([
      ...[...carolinaCities, ...distantCities].map(
        ({ city, state, zips }) => [`${city} ${state}`, zips] as const,
      ),
      ['Alder NC', ['28176']],
      ['Birch Fork NC', ['28177']],
    ]);
    for (const { name, city, state, zip } of deeds) {
      if (city === null || name.startsWith('State of ')) continue;
      expect(known.get(`${city} ${state}`), `${city} ${state}`).toContain(zip);
    }
  });

  test('an address is complete or missing', () => {
    for (const { add1, city, state, zip, add2 } of deeds) {
      const missing = [add1, city, state, zip].filter((part) => part === null).length;
      expect([0, 4]).toContain(missing);
      if (missing > 0) expect(add2).toBeNull();
    }
  });

  test('one owner of many parcels gets all mail at one place', () => {
    const developer = [...holdings].find(([, held]) => held.length > 8 && held[0]!.name.endsWith('LLC'))!;
    const places = new Set(developer[1].flatMap(({ add1, zip }) => (add1 === null ? [] : `${add1} ${zip}`)));
    expect(places.size).toBe(1);
  });

  test('some addresses are boxes, units, or c/o', () => {
    expect(deeds.some(({ add1 }) => add1?.startsWith('PO Box '))).toBe(true);
    expect(deeds.some(({ add2 }) => add2?.startsWith('c/o '))).toBe(true);
    expect(deeds.some(({ add2 }) => /^(Apt|Unit|Suite) /.test(add2 ?? ''))).toBe(true);
  });
});

describe('the facts of a lot', () => {
  test('a site address has a number where there is a building, and else only its street', () => {
    deeds.forEach(({ site_address }, i) => {
      const { frontage, hasBuilding } = land.lots[i]!;
      const street = frontage && land.roads[frontage.roadId]!.name;
      expect(site_address).toBe(hasBuilding && frontage ? `${frontage.houseNumber} ${street}` : street);
    });
  });

  test('tax acres are close to the true area, except for old deeds', () => {
    const errors = deeds.flatMap(({ taxacres }, i) => {
      const acres = land.lots[i]!.areaSquareMeters / SQUARE_METERS_PER_ACRE;
      return taxacres === null ? [] : Math.max(0, Math.abs(taxacres - acres) - 0.005) / acres;
    });
    expect(Math.max(...errors)).toBeLessThan(0.25);
    expect(errors.filter((error) => error > 0.031).length / errors.length).toBeLessThan(0.03);
  });

  test('zoning codes are all in the table of districts, and fit the use', () => {
    const codes = new Set(deeds.map(({ zoning }) => zoning));
    codes.delete(null);
    for (const code of codes) expect(Object.keys(zoningDistricts)).toContain(code);
    expect(codes.size).toBeGreaterThan(6);
    for (const { zoning } of ofUse('industry')) expect(['M-1', 'M-2', null]).toContain(zoning);
    for (const { zoning } of ofUse('farm')) expect(['RA', null]).toContain(zoning);
  });

  test('missing values are there, but rare', () => {
    const rare: [string, (deed: Deed) => boolean][] = [
      ['owner', ({ name }) => name === ''],
      ['mail', ({ name, add1 }) => name !== '' && add1 === null],
      ['acres', ({ taxacres }) => taxacres === null],
      ['zoning', ({ zoning }) => zoning === null],
      ['township', ({ township }) => township === null],
    ];
    for (const [field, isMissing] of rare) {
      expect(share(deeds, isMissing), field).toBeGreaterThan(0);
      expect(share(deeds, isMissing), field).toBeLessThan(0.03);
    }
  });
});

describe('sales', () => {
  const sold = deeds.filter(({ sale_date }) => sale_date !== null);

  test('date and price are both set or both missing', () => {
    for (const { sale_date, sales_price } of deeds) expect(sale_date === null).toBe(sales_price === null);
    expect(share(deeds, ({ sale_date }) => sale_date === null)).toBeGreaterThan(0.03);
    expect(share(deeds, ({ sale_date }) => sale_date === null)).toBeLessThan(0.3);
  });

  test('sales are on days when the courthouse is open, and never after the date of the roll', () => {
    for (const { sale_date } of sold) {
      const day = Date.parse(sale_date!) / 86_400_000;
      expect(openDay(day)).toBe(day);
      expect(sale_date! <= BOOKS_CLOSED_ON).toBe(true);
    }
    expect(sold.some(({ sale_date }) => sale_date! < '1990')).toBe(true);
    expect(sold.some(({ sale_date }) => sale_date! > '2024')).toBe(true);
  });

  test('prices come in steps of $500, and gifts cost nothing', () => {
    for (const { sales_price } of sold) expect(sales_price! % 500).toBe(0);
    const gifts = share(sold, ({ sales_price }) => sales_price === 0);
    expect(gifts).toBeGreaterThan(0.03);
    expect(gifts).toBeLessThan(0.3);
  });

  test('public land was never sold', () => {
    for (const { sale_date } of ofUse('school')) expect(sale_date).toBeNull();
  });

  test('houses cost more than they did, and more at the lake', () => {
    const middle = (list: readonly Deed[]) => {
      const prices = list.flatMap(({ sales_price }) => sales_price || []).sort((a, b) => a - b);
      return prices[Math.floor(prices.length / 2)]!;
    };
    const between = (uses: LotUse[], from: string, to: string) =>
      middle(
        ofUse(...uses).filter(({ sale_date }) => sale_date !== null && sale_date >= from && sale_date < to),
      );
    expect(between(['house'], '2022', '2026')).toBeGreaterThan(2 * between(['house'], '1995', '2003'));
    expect(between(['lakefront'], '2015', '2026')).toBeGreaterThan(1.8 * between(['house'], '2015', '2026'));
  });

  test('a builder bought the lots of a subdivision in one deed', () => {
    const bulk = groupBy(
      deeds.flatMap(({ name, sale_date, sales_price }, i) => {
        const lot = `${name} in ${land.lots[i]!.subdivision}`;
        return developers.includes(name) && sale_date !== null
          ? { lot, sale: `${sale_date} ${sales_price}` }
          : [];
      }),
      ({ lot }) => lot,
    );
    expect(Math.max(...[...bulk.values()].map(({ length }) => length))).toBeGreaterThan(20);
    for (const [lots, sales] of bulk) expect(new Set(sales.map(({ sale }) => sale)).size, lots).toBe(1);
  });
});

describe('addresses', () => {
  const lotOf = new Map(deeds.map(({ pin }, i) => [pin, land.lots[i]!]));

  test('there is one for every lot with a number and a building', () => {
    const numbered = land.lots.filter(({ frontage, hasBuilding }) => frontage && hasBuilding);
    expect(addresses).toHaveLength(numbered.length);
    expect(new Set(addresses.map(({ pin }) => pin)).size).toBe(addresses.length);
  });

  test('each lies inside its lot, nearer to the street than the middle', () => {
    for (const { at, pin } of addresses) {
      const { geometry, inside } = lotOf.get(pin)!;
      expect(areaContains(geometry, at)).toBe(true);
      expect(at.lat).toBeLessThan(inside.lat);
    }
  });
});
