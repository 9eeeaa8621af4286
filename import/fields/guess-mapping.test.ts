import { describe, expect, test } from 'vitest';
import type { LayerField, RawValue } from '../layer.ts';
import { compileMapping } from './compile-mapping.ts';
import { guessMapping } from './guess-mapping.ts';
import type { FieldMapping, Sample } from './mapping.ts';

/** Columns with their values in each row of the sample, as a county would publish them. */
type Columns = Record<string, readonly RawValue[]>;

function layerOf(columns: Columns, acres?: readonly number[]): { fields: LayerField[]; sample: Sample[] } {
  const names = Object.keys(columns);
  const rows = Math.max(...Object.values(columns).map((values) => values.length));
  return {
    fields: names.map((name) => ({
      name,
      type: columns[name]!.some((value) => typeof value === 'number') ? 'number' : 'text',
    })),
    sample: Array.from({ length: rows }, (_, row) => ({
      properties: Object.fromEntries(names.map((name) => [name, columns[name]![row] ?? null])),
      acres: acres?.[row],
    })),
  };
}

function guess(columns: Columns, o: { acres?: readonly number[]; given?: FieldMapping } = {}) {
  return guessMapping({ ...layerOf(columns, o.acres), ...(o.given && { given: o.given }) });
}

const streets = ['12 MAIN ST', '401 OAK AVE', '7 ELM CT', '88 HILL RD', '1500 PINE LN', '9 LAKE DR'];
const people = ['SMITH JOHN', 'JONES MARY', 'LEE ANN', 'DOE JANE', 'BROWN LTD', 'KING PAUL'];
const cities = ['STATESVILLE', 'MOORESVILLE', 'TROUTMAN', 'HARMONY', 'UNION GROVE', 'LOVE VALLEY'];
const states = ['NC', 'NC', 'SC', 'NC', 'VA', 'NC'];
const zips = ['28677', '28117', '28166', '28634', '28689', '28677'];
const pins = ['4745-12-3456', '4745-12-3499', '4746-01-0001', '4746-01-0020', '4750-33-7712', '4751-00-1234'];

describe('fields that say it only together', () => {
  test('an area and its unit', () => {
    const { mapping } = guess({ PIN: pins, LOT_SIZE: [5000, 0.5, 3200], LOT_UNITS: ['S', 'A', 'S'] });
    expect(mapping.taxacres).toBe('acres(LOT_SIZE, LOT_UNITS)');
    const texas = guess({ PIN: pins, LEGAL_AREA: [0.25, 1.5, 21780], LGL_AREA_U: ['ACRES', 'AC', 'SQFT'] });
    expect(texas.mapping.taxacres).toBe('acres(LEGAL_AREA, LGL_AREA_U)');
  });

  test('the year and the month of a sale, and dates of six digits', () => {
    expect(guess({ PARCEL_ID: pins, SALE_YR1: [2020], SALE_MO1: [10] }).mapping.sale_date).toBe(
      'date(SALE_YR1, SALE_MO1)',
    );
    expect(guess({ PIN: pins, DEED_DATE: ['201006', '990315', '850722'] }).mapping.sale_date).toBe(
      "date(DEED_DATE, 'YYMMDD')",
    );
  });

  test('a mailing address and a post office box', () => {
    const { mapping } = guess({ PIN: pins, OWNER: people, MAIL_ADDR: streets, PO_BOX: [null, '123'] });
    expect(mapping).toMatchObject({ add1: 'MAIL_ADDR', add2: "'PO Box ' & PO_BOX" });
  });

  test('a number that is unique only with the code of its town', () => {
    const PRINT_KEY = ['1.-1-1', '1.-1-2', '1.-1-1', '1.-1-4', '1.-1-1', '1.-1-6'];
    const SWIS_SBL_I = pins.map((pin) => `500700${pin}`);
    expect(guess({ SBL: pins, PRINT_KEY, SWIS_SBL_I }).mapping.pin).toBe('SWIS_SBL_I');
  });
});

test('Cambridge, Massachusetts, whose PIN shows only in its values', () => {
  const { mapping, notes } = guess(
    {
      ML: ['127-123', '98-64', '189-8', '1A-65', '200-31', '45-102'],
      MAP: ['127', '98', '189', '1A', '200', '45'],
      LOT: ['123', '64', '8', '65', '31', '102'],
      Location: [
        '23 ROCKWELL ST',
        '1-3 ROCKINGHAM PL',
        '9-11 BROOKFORD ST',
        '7 ELM ST',
        '8 OAK ST',
        '2 BAY ST',
      ],
      UseDesc: ['THREE-FM-RES', 'TWO-FAM-RES'],
      LandArea: [3224.0001816, 5677.9998264, 6450.0002028, 4000, 3800, 12000],
      Value: [635100, 925600, 1004700, 500000, 610000, 2000000],
      SaleDate: ['12/29/1980', '6/15/2012'],
      YearBuilt: [1854, 1894, 2011, 1900, 1920, 1999],
    },
    { acres: [0.074, 0.1303, 0.1481, 0.092, 0.087, 0.275] },
  );
  expect(mapping).toEqual({
    pin: 'ML',
    site_address: 'Location',
    taxacres: 'LandArea/43560',
    sale_date: 'SaleDate',
    land_use: 'UseDesc',
    total_value: 'Value',
    year_built: 'YearBuilt',
  });
  expect(notes).toEqual([
    'No field has the name of a PIN; ML was taken for its values.',
    'LandArea holds square feet, as the polygons show: it is divided by 43560.',
  ]);
});

describe('the PIN', () => {
  test('a well-known name without values loses against one with values', () => {
    expect(guess({ PIN: [null], PARCEL_NUM: pins }).mapping.pin).toBe('PARCEL_NUM');
    expect(guess({ PIN: ['1', '1', '1', '1', '1', '1'], APN: pins }).mapping.pin).toBe('APN');
  });

  test('NAME is the PIN or the owner, as its values are', () => {
    expect(guess({ NAME: pins, ADDRESS: streets }).mapping).toMatchObject({ pin: 'NAME' });
    expect(guess({ NAME: people, PARCEL: pins }).mapping).toMatchObject({ pin: 'PARCEL', name: 'NAME' });
    expect(guess({ NAME: pins }).mapping.name).toBeUndefined();
  });

  test('prefixes of joined tables and aliases do not hide it', () => {
    expect(guess({ 'GIS.PARCELS.PIN': pins, 'GIS.PARCELS.OWNER': people }).mapping).toEqual({
      pin: 'GIS.PARCELS.PIN',
      name: 'GIS.PARCELS.OWNER',
    });
    const layer = layerOf({ F1: pins, F2: people });
    const fields: LayerField[] = [
      { ...layer.fields[0]!, alias: 'Parcel Number' },
      { ...layer.fields[1]!, alias: 'Owner Name' },
    ];
    expect(guessMapping({ fields, sample: layer.sample }).mapping).toEqual({ pin: 'F1', name: 'F2' });
  });

  test('row numbers and amounts are never taken for it', () => {
    const { mapping } = guess({
      OBJECTID: [1, 2, 3, 4, 5, 6],
      SEQ: [1, 2, 3, 4, 5, 6],
      WORTH: [100200, 300400, 88800, 91200, 77700, 61000],
    });
    expect(mapping.pin).toBeUndefined();
  });

  test('names alone are enough where there is no sample', () => {
    const fields: LayerField[] = [
      { name: 'PARCEL_ID', type: 'text' },
      { name: 'SITE_ADDRE', type: 'text' },
      { name: 'OWNER_NAME', type: 'text' },
    ];
    expect(guessMapping({ fields, sample: [] }).mapping).toEqual({
      pin: 'PARCEL_ID',
      name: 'OWNER_NAME',
      site_address: 'SITE_ADDRE',
    });
  });

  test('roads, blanks, zeros and repeats among its values do not hide it, with its name or without', () => {
    const odd = (row: number) =>
      ['ROW', null, '0', 'HYDRO', 'COMMON AREA'][row % 10] ?? `47-${row % 7}-${row}`;
    const values = Array.from({ length: 80 }, (_, row) => (row < 12 ? 'ROW' : odd(row)));
    const others = {
      SEQ: values.map((_, row) => row + 5),
      SITE_ADDR: values.map((_, row) => `${row} ELM ST`),
    };

    expect(guess({ ...others, PIN: values }).mapping.pin).toBe('PIN');
    expect(guess({ ...others, KENNUNG: values }).mapping.pin).toBe('KENNUNG');
    // All rows of the sample are roads, and only the name is left.
    expect(guess({ ...others, PARCEL_ID: values.map(() => 'ROW') }).mapping.pin).toBe('PARCEL_ID');
  });

  test('numbers of another parcel, of a program or of a deed are not taken for it', () => {
    const rows = Array.from({ length: 40 }, (_, row) => row);
    const { mapping, notes } = guess({
      PARENT_PIN: rows.map((row) => `47-${row % 5}`),
      OLD_PIN: rows.map((row) => `31-${row}-1`),
      DEED_REF: rows.map((row) => `${1000 + row}-${row}`),
      RECEPTION: rows.map((row) => `2019${100_000 + row * 77}`),
      LRSN: rows.map((row) => 1 + row),
      NUMMER: rows.map((row) => `47-1-${1000 + row * 3}`),
    });
    expect(mapping.pin).toBe('NUMMER');
    expect(notes).toHaveLength(1);
    // PARCELID may count the rows of a program.
    expect(guess({ PARCELID: rows, PARCEL_NUM: rows.map((row) => `47-1-${row}`) }).mapping.pin).toBe(
      'PARCEL_NUM',
    );
  });

  test('a column that was once a float loses its .0', () => {
    const { mapping } = guess({ PARID: ['12040.0', '12041.0', '12999.0'] });
    expect(mapping.pin).toBe("regexp(PARID, '\\.0+$', '')");
  });
});

describe('addresses without a prefix', () => {
  test('beside an owner and with a state, they are where the owner gets mail', () => {
    const { mapping } = guess({
      PIN: pins,
      OWNER: people,
      ADDRESS: streets,
      CITY: cities,
      STATE: states,
      ZIP: zips,
    });
    expect(mapping).toMatchObject({ add1: 'ADDRESS', city: 'CITY', state: 'STATE', zip: 'ZIP' });
    expect(mapping.site_address).toBeUndefined();
  });

  test('without a state they are where the land lies', () => {
    const { mapping } = guess({ PIN: pins, OWNER: people, ADDRESS: streets, CITY: cities, ZIP: zips });
    expect(mapping).toEqual({ pin: 'PIN', name: 'OWNER', site_address: 'ADDRESS' });
  });

  test('post office boxes give the mailing address away', () => {
    const { mapping } = guess({
      PIN: pins,
      OWNER: people,
      ADDRESS: ['PO BOX 12', ...streets],
      CITY: cities,
      ZIP: zips,
    });
    expect(mapping).toMatchObject({ add1: 'ADDRESS', city: 'CITY', zip: 'ZIP' });
  });

  test('without any owner they are where the land lies', () => {
    const { mapping } = guess({ PIN: pins, ADDRESS: streets, CITY: cities, STATE: states, ZIP: zips });
    expect(mapping).toEqual({ pin: 'PIN', site_address: 'ADDRESS' });
  });

  test('CITY and STATE complete a mailing address that has none of its own', () => {
    const { mapping } = guess({
      PIN: pins,
      OWNER: people,
      MAIL_ADDR: streets,
      CITY: cities,
      STATE: states,
      ZIP: zips,
      SITUS: streets,
    });
    expect(mapping).toMatchObject({
      add1: 'MAIL_ADDR',
      city: 'CITY',
      state: 'STATE',
      zip: 'ZIP',
      site_address: 'SITUS',
    });
  });
});

describe('areas', () => {
  const polygons = [0.25, 1.5, 0.5, 40, 3, 12];
  test('square feet under a name that says acres are noticed and said', () => {
    const { mapping, notes } = guess(
      { PIN: pins, ACRES: polygons.map((value) => value * 43_560) },
      { acres: polygons },
    );
    expect(mapping.taxacres).toBe('ACRES/43560');
    expect(notes).toEqual([
      'ACRES holds square feet, not acres, as the polygons show: it is divided by 43560.',
    ]);
  });

  test('square meters and hectares, too', () => {
    const meters = guess(
      { PIN: pins, ACREAGE: polygons.map((value) => value * 4046.86) },
      { acres: polygons },
    );
    expect(meters.mapping.taxacres).toBe('ACREAGE/4046.8564');
    const hectares = guess(
      { PIN: pins, LANDAREA: polygons.map((value) => value * 0.4047) },
      { acres: polygons },
    );
    expect(hectares.mapping.taxacres).toBe('LANDAREA/0.40468564');
  });

  test('the deeded acres win where they are filled and plausible, else those of the GIS', () => {
    expect(
      guess({ PIN: pins, GISACRES: polygons, DEEDACRES: polygons }, { acres: polygons }).mapping.taxacres,
    ).toBe('DEEDACRES');
    const zeros = polygons.map(() => 0);
    expect(
      guess({ PIN: pins, GISACRES: polygons, DEEDACRES: zeros }, { acres: polygons }).mapping.taxacres,
    ).toBe('GISACRES');
  });
});

describe('the rest', () => {
  test('what is given always wins, and its fields are not used twice', () => {
    const { mapping } = guess(
      { PIN: pins, APN: pins, OWNER: people, ADDRESS: streets },
      { given: { pin: 'APN', name: '-', add1: 'ADDRESS' } },
    );
    expect(mapping).toEqual({ pin: 'APN', name: '-', add1: 'ADDRESS' });
  });

  test('a township of the land survey is not a place name', () => {
    const { mapping } = guess({ PIN: pins, TOWNSHIP: ['12N', '12N', '13N'], MUNI_NAME: ['TROY'] });
    expect(mapping.township).toBe('MUNI_NAME');
  });

  test('dates with the day first are noticed and said', () => {
    const { notes } = guess({ PIN: pins, SALE_DATE: ['25/12/2019', '6/10/2020', '31/01/2011'] });
    expect(notes).toEqual([
      'The dates of SALE_DATE seem to have the day before the month: repeat with --dates dmy.',
    ]);
  });

  test('a day of the last edit, an assessed value and the area of the house are neither a sale nor acres', () => {
    const { mapping } = guess(
      {
        PIN: pins,
        LASTUPDATE: ['2024-01-02', '2024-02-02'],
        EDITDATE: ['2024-01-02'],
        ASSESSED_VALUE: [120000, 99000],
        TOTAL_VALUE: [120000, 99000],
        SQFT: [1500, 1800, 950, 2200, 1750, 1300],
        LEGAL_DESC: ['LOT 1 BLK 2'],
        TAX_DIST: ['UNION'],
        LAND_CLASS: ['R-1'],
        SALE_DATE: ['NOT SOLD', 'NOT SOLD', 'NOT SOLD'],
      },
      { acres: [0.25, 1.5, 0.5, 40, 3, 12] },
    );
    expect(mapping).toEqual({
      pin: 'PIN',
      tax_district: 'TAX_DIST',
      total_value: 'TOTAL_VALUE',
      legal: 'LEGAL_DESC',
    });
  });

  test('last and first names make one owner', () => {
    const { mapping } = guess({ PIN: pins, OWNER_LAST: ['SMITH'], OWNER_FIRST: ['JOHN'] });
    expect(mapping.name).toBe("OWNER_LAST & ' ' & OWNER_FIRST");
  });
});

describe('kin of the well-known names', () => {
  test('mailing lines with the city in the last one, beside a CITY of the land', () => {
    const { mapping } = guess({
      PIN_NUM: pins,
      OWNER: people,
      ADDR1: streets,
      ADDR2: cities.map((city, row) => `${city} ${states[row]} ${zips[row]}`),
      ADDR3: [null],
      SITE_ADDRESS: streets,
      CITY: cities,
      TOWNSHIP: ['01', '02'],
      TOWNSHIP_DECODE: ['BARTONS CREEK'],
    });
    expect(mapping).toMatchObject({
      add1: 'line1(ADDR1, ADDR2, ADDR3)',
      city: 'city(ADDR1, ADDR2, ADDR3)',
      site_address: 'SITE_ADDRESS',
      township: 'TOWNSHIP_DECODE',
    });
  });

  test('the short names of assessment programs', () => {
    const { mapping } = guess({
      PARID: pins,
      OWN1: people,
      OADDR1: streets,
      OCITYNAME: cities,
      OSTATECODE: states,
      OZIP1: zips,
      ADRNO: [1, 2, 3],
      ADRSTR: ['MAIN'],
      ADRSUF: ['ST'],
      CITYNAME: cities,
    });
    expect(mapping).toEqual({
      pin: 'PARID',
      name: 'OWN1',
      add1: 'OADDR1',
      city: 'OCITYNAME',
      state: 'OSTATECODE',
      zip: 'OZIP1',
      site_address: "join(' ', ADRNO, ADRSTR, ADRSUF)",
    });
  });

  test('a street whose house number has a field of its own', () => {
    const { mapping } = guess({
      PIN: pins,
      PROPERTYHOUSENUM: [12, 14],
      PROPERTYADDRESS: ['MAIN ST', 'OAK AVE'],
    });
    expect(mapping.site_address).toBe("join(' ', PROPERTYHOUSENUM, PROPERTYADDRESS)");
  });

  test('an address that is there as a whole and in lines is not written twice', () => {
    const { mapping } = guess({
      PIN: pins,
      OWNER: people,
      MAIL_ADDRESS: streets,
      MAIL_ADDR1: streets,
      MAIL_CITY: cities,
    });
    expect(mapping.add1).toBe('MAIL_ADDRESS');
    expect(mapping.add2).toBeUndefined();
  });

  test('a first line without values makes room for the next one', () => {
    const { mapping } = guess({ PIN: pins, MAIL_ADDR: [null], MAIL_LINE1: streets, MAIL_CITY: cities });
    expect(mapping).toMatchObject({ add1: 'MAIL_LINE1', add2: 'MAIL_ADDR' });
  });
});

describe("the assessor's facts", () => {
  const years = [1967, 1899, 2004, 0, 1950, 1988];

  test('of several kinds of value one is taken whole, and the taxable one is never a value', () => {
    const { mapping } = guess({
      PIN: pins,
      LAND_ASSESSED: [40_000, 20_000],
      BLDG_ASSESSED: [60_000, 80_000],
      APPR_LAND: [100_000, 50_000],
      APPR_BLDG: [150_000, 200_000],
      APPR_TOTAL: [250_000, 250_000],
      TAXABLE_VALUE: [75_000, 75_000],
      TAX_YEAR: [2025],
    });
    expect(mapping).toMatchObject({
      land_value: 'APPR_LAND',
      building_value: 'APPR_BLDG',
      total_value: 'APPR_TOTAL',
      value_year: 'TAX_YEAR',
    });
  });

  test('a total that is less than its parts is of another kind, and not taken', () => {
    const { mapping } = guess({
      PIN: pins,
      LAND_VALUE: [100_000, 50_000],
      BLDG_VALUE: [150_000, 200_000],
      PARVAL: [100_000, 100_000],
    });
    expect(mapping).toMatchObject({ land_value: 'LAND_VALUE', building_value: 'BLDG_VALUE' });
    expect(mapping).not.toHaveProperty('total_value');
  });

  test('codes, shares and dates under the name of a value are none, and a year without a value says nothing', () => {
    const { mapping } = guess({
      PIN: pins,
      LAND_VALUE: ['A', 'B'],
      BLDG_VALUE: [40, 60],
      TOTAL_VALUE: ['2020-01-01'],
      TAX_YEAR: [2025],
    });
    expect(Object.keys(mapping)).toEqual(['pin']);
  });

  test('names that a Shapefile has cut before the word that tells are not taken', () => {
    const { mapping } = guess({
      PIN: pins,
      BUILDING_A: [1500, 1800],
      ASSESSMENT: [2024],
      NUMBER_OF_: [3, 4],
      PROPERTY_C: ['STATESVILLE', 'TROUTMAN'],
    });
    // An area by its values, and not what the building is worth.
    expect(mapping).toEqual({ pin: 'PIN', floor_area: 'BUILDING_A' });
  });

  test('years built are years; the effective year and the year of the roll are not it', () => {
    expect(guess({ PIN: pins, YEAR_BUILT: years, EFF_YR_BLT: [1990] }).mapping.year_built).toBe('YEAR_BUILT');
    expect(guess({ PIN: pins, EFF_YR_BLT: years, TAX_YEAR: [2024] }).mapping).not.toHaveProperty(
      'year_built',
    );
    expect(guess({ PIN: pins, YR_BUILT: ['OLD', 'NEW'] }).mapping).not.toHaveProperty('year_built');
    expect(guess({ PIN: pins, YR_BUILT: [67, 99, 4] }).mapping).not.toHaveProperty('year_built');
  });

  test('of two floor areas the one that people live in is taken, unless hardly any row has it', () => {
    const gross = [2000, 2400, 1800, 3000, 2100, 2600];
    const living = [1500, 1800, 950, 2200, 1750, 1300];
    const areaOf = (fields: Record<string, (number | null)[]>) =>
      guess({ PIN: pins, ...fields }).mapping.floor_area;
    expect(areaOf({ GROSS_AREA: gross, LIVING_AREA: living })).toBe('LIVING_AREA');
    expect(areaOf({ GROSS_AREA: gross, LIVING_AREA: [1500, 0, 0, 0, 0, 0] })).toBe('GROSS_AREA');
    expect(areaOf({ LIVING_AREA: [0] })).toBeUndefined();
  });

  test('full and half baths make bathrooms, full ones alone do not', () => {
    const baths = { FULL_BATHS: [2, 1], HALF_BATHS: [1, 0] };
    expect(guess({ PIN: pins, ...baths }).mapping.bathrooms).toBe('FULL_BATHS + HALF_BATHS/2');
    expect(guess({ PIN: pins, FULL_BATHS: [2, 1] }).mapping).not.toHaveProperty('bathrooms');
  });

  test('words are taken before codes for the use of the land', () => {
    const use = { USE_CODE: ['101', '400'], USE_DESC: ['SINGLE FAMILY', 'FACTORY'] };
    expect(guess({ PIN: pins, ...use }).mapping.land_use).toBe('USE_DESC');
    expect(guess({ PIN: pins, ...use, USE_DESC: [null] }).mapping.land_use).toBe('USE_CODE');
  });

  test('book and page in one column are taken apart, and text of another form is kept whole', () => {
    const { mapping } = guess({
      PIN: pins,
      DEED_REF: ['01234/0567', '99-1', '2001/3A', '12/7', '13/8', 'CERT 12'],
    });
    const row = (text: string) =>
      compileMapping({
        mapping,
        fields: [
          { name: 'PIN', type: 'text' },
          { name: 'DEED_REF', type: 'text' },
        ],
        dates: 'mdy',
      }).map({
        PIN: '1',
        DEED_REF: text,
      }).fields;
    expect(row('01234/0567')).toMatchObject({ deed_book: '01234', deed_page: '0567' });
    expect(row('2001 / 3A')).toMatchObject({ deed_book: '2001', deed_page: '3A' });
    expect(row('CERT 12')).toMatchObject({ deed_book: 'CERT 12', deed_page: null });
    expect(guess({ PIN: pins, DEED_REF: ['2019000123'] }).mapping).not.toHaveProperty('deed_book');
  });

  test("a book of the assessor's map is no deed book", () => {
    const many = Array.from({ length: 20 }, (_, at) => 100 + at * 37);
    const page = many.map((book) => String(book % 90));
    const pinsOfBook = many.map((book, at) => `${book}-${10 + at}-0${at}`);
    const books = many.map(String);
    expect(guess({ PIN: pinsOfBook, BOOK: books, PAGE: page }).mapping).not.toHaveProperty('deed_book');
    const others = many.map((book) => `7${book}-11`);
    expect(guess({ PIN: others, BOOK: books, PAGE: page }).mapping).toMatchObject({
      deed_book: 'BOOK',
      deed_page: 'PAGE',
    });
  });
});
