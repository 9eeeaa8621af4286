import { describe, expect, test } from 'vitest';
import type { LayerField, RawValue } from '../layer.ts';
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
const acres = [0.25, 1.5, 0.5, 40.2, 3, 12];
const prices = [125000, 0, 310000, 99000, 250000, 1];

describe('the programs that publish most parcels are understood without help', () => {
  test('county viewers like Iredell', () => {
    const { mapping } = guess({
      OBJECTID: [1, 2, 3, 4, 5, 6],
      PIN: pins,
      Name: people,
      NAME2: [null, 'JONES BOB', null, null, '% KING PAUL', null],
      ADD1: streets,
      ADD2: [null, 'APT 4', null, null, null, null],
      CITY: cities,
      STATE: states,
      ZIP: zips,
      TaxAcres: acres,
      SALEDATE: ['2020-10-06'],
      SALESPRICE: prices,
      TOWNSHIP: ['DAVIDSON', 'COOL SPRING'],
      ZONING: ['R-20'],
    });
    expect(mapping).toEqual({
      pin: 'PIN',
      name: 'owners(Name, NAME2)',
      add1: 'ADD1',
      add2: "join(', ', care(NAME2), ADD2)",
      city: 'CITY',
      state: 'STATE',
      zip: 'ZIP',
      taxacres: 'TaxAcres',
      sale_date: 'SALEDATE',
      sales_price: 'SALESPRICE',
      township: 'TOWNSHIP',
      zoning: 'ZONING',
    });
  });

  test('NC OneMap', () => {
    const { mapping } = guess({
      PARNO: pins,
      ALTPARNO: pins.map((pin) => pin.replaceAll('-', '')),
      OWNNAME: people,
      OWNNAME2: [null, 'JONES BOB'],
      MAILADD: streets,
      MUNIT: [null, '4B'],
      MCITY: cities,
      MSTATE: states,
      MZIP: zips,
      SITEADD: streets,
      SUNIT: [null],
      SCITY: cities,
      SZIP: zips,
      GISACRES: acres,
      RECAREANO: [0, 0, 0, 0, 0, 0],
      SALEDATE: ['2020-10-06'],
      SALEDATETX: ['20201006'],
      CNTYNAME: ['IREDELL'],
      PARVAL: prices,
      PARUSEDESC: ['RESIDENTIAL'],
    });
    expect(mapping).toEqual({
      pin: 'PARNO',
      name: 'owners(OWNNAME, OWNNAME2)',
      add1: 'MAILADD',
      add2: "join(', ', care(OWNNAME2), MUNIT)",
      city: 'MCITY',
      state: 'MSTATE',
      zip: 'MZIP',
      site_address: 'SITEADD',
      taxacres: 'GISACRES',
      sale_date: 'SALEDATE',
    });
  });

  test('MassGIS Level 3, joined with its table', () => {
    const { mapping } = guess({
      LOC_ID: ['F_7_1', 'F_7_2', 'F_7_3', 'F_7_4', 'F_7_5', 'F_7_6'],
      MAP_PAR_ID: ['12-34', '12-35', '12-36', '13-1', '13-2', '13-3'],
      OWNER1: people,
      OWN_ADDR: streets,
      OWN_CITY: cities,
      OWN_STATE: states,
      OWN_ZIP: zips,
      SITE_ADDR: streets,
      CITY: ['CAMBRIDGE'],
      ZIP: ['02139'],
      LOT_SIZE: [5000, 0.5, 3200, 1.25, 800, 7],
      LOT_UNITS: ['S', 'A', 'S', 'A', 'S', 'A'],
      LS_DATE: ['20201006', '19991231'],
      LS_PRICE: prices,
      ZONING: ['R1'],
      USE_CODE: ['101'],
    });
    expect(mapping).toEqual({
      pin: 'MAP_PAR_ID',
      name: 'OWNER1',
      add1: 'OWN_ADDR',
      city: 'OWN_CITY',
      state: 'OWN_STATE',
      zip: 'OWN_ZIP',
      site_address: 'SITE_ADDR',
      taxacres: 'acres(LOT_SIZE, LOT_UNITS)',
      sale_date: 'LS_DATE',
      sales_price: 'LS_PRICE',
      zoning: 'ZONING',
    });
  });

  test('Florida: square feet, and year and month of two sales apart', () => {
    const { mapping } = guess({
      CO_NO: [11],
      PARCEL_ID: pins,
      PARCELNO: pins,
      DOR_UC: ['001'],
      LND_SQFOOT: acres.map((value) => value * 43_560),
      SALE_PRC1: prices,
      SALE_YR1: [2020],
      SALE_MO1: ['10'],
      SALE_PRC2: prices,
      SALE_YR2: [2011],
      SALE_MO2: ['03'],
      OWN_NAME: people,
      OWN_ADDR1: streets,
      OWN_ADDR2: ['APT 2'],
      OWN_CITY: cities,
      OWN_STATE: states,
      OWN_ZIPCD: [33101],
      PHY_ADDR1: streets,
      PHY_CITY: cities,
      PHY_ZIPCD: [33101],
    });
    expect(mapping).toEqual({
      pin: 'PARCEL_ID',
      name: 'OWN_NAME',
      add1: 'OWN_ADDR1',
      add2: 'OWN_ADDR2',
      city: 'OWN_CITY',
      state: 'OWN_STATE',
      zip: 'OWN_ZIPCD',
      site_address: 'PHY_ADDR1',
      taxacres: 'LND_SQFOOT/43560',
      sale_date: 'newest(date(SALE_YR1, SALE_MO1), date(SALE_YR2, SALE_MO2))',
      sales_price: 'of_newest(date(SALE_YR1, SALE_MO1), SALE_PRC1, date(SALE_YR2, SALE_MO2), SALE_PRC2)',
    });
    expect(guess({ PARCEL_ID: pins, SALE_YR1: [2020], SALE_MO1: [10] }).mapping.sale_date).toBe(
      'date(SALE_YR1, SALE_MO1)',
    );
  });

  test('Texas StratMap', () => {
    const { mapping } = guess({
      PROP_ID: ['10021', '10022', '10031', '10040', '10051', '10099'],
      GEO_ID: ['R-1-1', 'R-1-2', 'R-1-3', 'R-1-4', 'R-1-5', 'R-1-6'],
      OWNER_NAME: people,
      NAME_CARE: [null, 'BANK OF TEXAS'],
      LEGAL_AREA: [0.25, 1.5, 21780, 40.2, 3, 12],
      LGL_AREA_U: ['ACRES', 'AC', 'SQFT', 'ACRES', 'ACRES', 'ACRES'],
      GIS_AREA: acres,
      LEGAL_DESC: ['LOT 1 BLK 2'],
      SITUS_ADDR: streets,
      SITUS_CITY: cities,
      SITUS_ZIP: zips,
      MAIL_ADDR: streets,
      MAIL_LINE1: ['SUITE 5'],
      MAIL_CITY: cities,
      MAIL_STAT: states,
      MAIL_ZIP: zips,
    });
    expect(mapping).toEqual({
      pin: 'PROP_ID',
      name: 'OWNER_NAME',
      add1: 'MAIL_ADDR',
      add2: "join(', ', NAME_CARE, MAIL_LINE1)",
      city: 'MAIL_CITY',
      state: 'MAIL_STAT',
      zip: 'MAIL_ZIP',
      site_address: 'SITUS_ADDR',
      taxacres: 'acres(LEGAL_AREA, LGL_AREA_U)',
    });
  });

  test('Wisconsin, whose mailing address is one line', () => {
    const { mapping } = guess({
      STATEID: pins.map((pin) => `025${pin}`),
      PARCELID: pins,
      TAXPARCELI: pins,
      OWNERNME1: people,
      OWNERNME2: ['SMITH JANE'],
      PSTLADRESS: streets.map((street) => `${street}, MADISON WI 53703`),
      SITEADRESS: streets,
      PLACENAME: ['TOWN OF DUNN'],
      ZIPCODE: ['53703'],
      DEEDACRES: [null, null, null, null, null, null],
      ASSDACRES: acres,
      GISACRES: acres,
      CONAME: ['DANE'],
    });
    expect(mapping).toEqual({
      pin: 'PARCELID',
      name: 'owners(OWNERNME1, OWNERNME2)',
      add1: 'line1(PSTLADRESS)',
      add2: 'care(OWNERNME2)',
      city: 'city(PSTLADRESS)',
      state: 'state(PSTLADRESS)',
      zip: 'zip(PSTLADRESS)',
      site_address: 'SITEADRESS',
      taxacres: 'ASSDACRES',
      township: 'PLACENAME',
    });
  });

  test("Esri's tax parcel model", () => {
    const { mapping } = guess({
      PARCELID: pins,
      LOWPARCELI: pins,
      OWNERNME1: people,
      PSTLADDRES: streets,
      PSTLCITY: cities,
      PSTLSTATE: states,
      PSTLZIP5: zips,
      SITEADDRES: streets,
      STATEDAREA: ['1.25 AC', '0.5 AC', '10,890 SQ FT'],
      CALCAREA: [1, 2, 3],
      SALEDATE: ['2020-10-06'],
      SALEPRICE: prices,
      ZONING: ['R1'],
    });
    expect(mapping).toEqual({
      pin: 'PARCELID',
      name: 'OWNERNME1',
      add1: 'PSTLADDRES',
      city: 'PSTLCITY',
      state: 'PSTLSTATE',
      zip: 'PSTLZIP5',
      site_address: 'SITEADDRES',
      taxacres: 'STATEDAREA',
      sale_date: 'SALEDATE',
      sales_price: 'SALEPRICE',
      zoning: 'ZONING',
    });
  });

  test('New Jersey MOD-IV', () => {
    const { mapping } = guess({
      PAMS_PIN: ['1101_1_1', '1101_1_2', '1101_1_3', '1101_2_1', '1101_2_2', '1101_3_1'],
      PIN_NODUP: ['1101_1_1', '1101_1_2', '1101_1_3', '1101_2_1', '1101_2_2', '1101_3_1'],
      OWNER_NAME: people,
      ST_ADDRESS: streets,
      CITY_STATE: ['TRENTON, NJ', 'NEW YORK, NY'],
      ZIP_CODE: ['08601'],
      PROP_LOC: streets,
      MUN_NAME: ['EAST WINDSOR TWP'],
      CALC_ACRE: acres,
      DEED_DATE: ['201006', '990315', '850722', '011231'],
      SALE_PRICE: prices,
    });
    expect(mapping).toEqual({
      pin: 'PAMS_PIN',
      name: 'OWNER_NAME',
      add1: 'ST_ADDRESS',
      city: 'city(CITY_STATE)',
      state: 'state(CITY_STATE)',
      zip: 'ZIP_CODE',
      site_address: 'PROP_LOC',
      taxacres: 'CALC_ACRE',
      township: 'MUN_NAME',
      sale_date: "date(DEED_DATE, 'YYMMDD')",
      sales_price: 'SALE_PRICE',
    });
  });

  test('New York, where the number is unique only with the code of its town', () => {
    const { mapping } = guess({
      CITYTOWN_N: ['ITHACA'],
      MUNI_NAME: ['ITHACA'],
      SBL: pins,
      PRINT_KEY: ['1.-1-1', '1.-1-2', '1.-1-1', '1.-1-4', '1.-1-1', '1.-1-6'],
      SWIS_SBL_I: pins.map((pin) => `500700${pin}`),
      PRIMARY_OW: people,
      MAIL_ADDR: streets,
      PO_BOX: [null, '123'],
      MAIL_CITY: cities,
      MAIL_STATE: states,
      MAIL_ZIP: zips,
      PARCEL_ADD: streets,
      ACRES: acres,
      CALC_ACRES: acres,
    });
    expect(mapping).toEqual({
      pin: 'SWIS_SBL_I',
      name: 'PRIMARY_OW',
      add1: 'MAIL_ADDR',
      add2: "'PO Box ' & PO_BOX",
      city: 'MAIL_CITY',
      state: 'MAIL_STATE',
      zip: 'MAIL_ZIP',
      site_address: 'PARCEL_ADD',
      taxacres: 'ACRES',
      township: 'MUNI_NAME',
    });
  });

  test('Maryland: ADDRESS and CITY are where the land lies', () => {
    const { mapping } = guess({
      ACCTID: ['0101000001', '0101000002', '0101000003', '0101000010', '0101000011', '0101000012'],
      OWNNAME1: people,
      OWNNAME2: ['SMITH JANE'],
      OWNADD1: streets,
      OWNADD2: ['APT 1'],
      OWNCITY: cities,
      OWNSTATE: states,
      OWNZIP: zips,
      ADDRESS: streets,
      CITY: cities,
      ZIPCODE: zips,
      ACRES: acres,
      TRADATE: ['20201006'],
      CONSIDR1: prices,
      ZONING: ['RR'],
      LEGAL1: ['LOT 4'],
    });
    expect(mapping).toEqual({
      pin: 'ACCTID',
      name: 'owners(OWNNAME1, OWNNAME2)',
      add1: 'OWNADD1',
      add2: "join(', ', care(OWNNAME2), OWNADD2)",
      city: 'OWNCITY',
      state: 'OWNSTATE',
      zip: 'OWNZIP',
      site_address: 'ADDRESS',
      taxacres: 'ACRES',
      sale_date: 'TRADATE',
      sales_price: 'CONSIDR1',
      zoning: 'ZONING',
    });
  });

  test('Minnesota: lines that end with the city, and a site address in parts', () => {
    const { mapping } = guess({
      COUNTY_PIN: pins,
      STATE_PIN: pins.map((pin) => `27${pin}`),
      ANUMBER: [12, 401, 7, 88, 1500, 9],
      ST_PRE_DIR: ['N', null],
      ST_NAME: ['MAIN', 'OAK', 'ELM', 'HILL', 'PINE', 'LAKE'],
      ST_POS_TYP: ['ST', 'AVE'],
      OWNER_NAME: people,
      OWN_ADD_L1: streets,
      OWN_ADD_L2: [null, 'APT 4', 'MINNEAPOLIS MN 55401'],
      OWN_ADD_L3: [
        'ST PAUL MN 55101',
        'DULUTH, MN 55802',
        null,
        'EDINA MN 55424',
        'ST PAUL MN 55101',
        'ELY MN 55731',
      ],
      ACRES_DEED: acres,
      ACRES_POLY: acres,
      SALE_DATE: ['2020-10-06'],
      SALE_VALUE: prices,
    });
    const lines = 'OWN_ADD_L1, OWN_ADD_L2, OWN_ADD_L3';
    expect(mapping).toEqual({
      pin: 'COUNTY_PIN',
      name: 'OWNER_NAME',
      add1: `line1(${lines})`,
      add2: `line2(${lines})`,
      city: `city(${lines})`,
      state: `state(${lines})`,
      zip: `zip(${lines})`,
      site_address: "join(' ', ANUMBER, ST_PRE_DIR, ST_NAME, ST_POS_TYP)",
      taxacres: 'ACRES_DEED',
      sale_date: 'SALE_DATE',
      sales_price: 'SALE_VALUE',
    });
  });

  test('Montana, names cut by the Shapefile', () => {
    const { mapping } = guess({
      PARCELID: ['02208336401010000', '02208336401020000', '02208336401030000'],
      OwnerName: people,
      OwnerAddre: streets,
      OwnerCity: cities,
      OwnerState: states,
      OwnerZipCo: zips,
      AddressLin: streets,
      CityStateZ: ['HELENA, MT 59601'],
      TotalAcres: acres,
      GISAcres: acres,
      LegalDescr: ['S36'],
    });
    expect(mapping).toEqual({
      pin: 'PARCELID',
      name: 'OwnerName',
      add1: 'OwnerAddre',
      city: 'OwnerCity',
      state: 'OwnerState',
      zip: 'OwnerZipCo',
      site_address: 'AddressLin',
      taxacres: 'TotalAcres',
    });
  });

  test('Arkansas', () => {
    const { mapping } = guess({
      parcelid: ['001-00001-000', '001-00002-000', '001-00003-000'],
      parcellgl: ['LOT 1', 'LOT 2', 'LOT 3'],
      ownername: people,
      adrlabel: streets,
      adrcity: cities,
      adrzip5: zips,
      taxarea: acres,
    });
    expect(mapping).toEqual({
      pin: 'parcelid',
      name: 'ownername',
      site_address: 'adrlabel',
      taxacres: 'taxarea',
    });
  });

  test('Virginia, which has little', () => {
    const { mapping } = guess({
      VGIN_QPID: pins.map((pin) => `51${pin}`),
      PARCELID: pins,
      LOCALITY: ['Albemarle County'],
    });
    expect(mapping).toEqual({ pin: 'PARCELID', township: 'LOCALITY' });
  });

  test('a Regrid download', () => {
    const { mapping } = guess({
      geoid: ['37097', '37097', '37097'],
      parcelnumb: pins,
      owner: people,
      mailadd: streets,
      mail_city: cities,
      mail_state2: states,
      mail_zip: zips,
      address: streets,
      scity: cities,
      szip: zips,
      ll_gisacre: acres,
      deeded_acres: acres,
      saledate: ['2020-10-06'],
      saleprice: prices,
      zoning: ['R1'],
    });
    expect(mapping).toEqual({
      pin: 'parcelnumb',
      name: 'owner',
      add1: 'mailadd',
      city: 'mail_city',
      state: 'mail_state2',
      zip: 'mail_zip',
      site_address: 'address',
      taxacres: 'deeded_acres',
      sale_date: 'saledate',
      sales_price: 'saleprice',
      zoning: 'zoning',
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
    });
    expect(notes).toEqual([
      'No field has the name of a PIN; ML was taken for its values.',
      'LandArea holds square feet, as the polygons show: it is divided by 43560.',
    ]);
  });
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

  test('a township of the land survey is no place name', () => {
    const { mapping } = guess({ PIN: pins, TOWNSHIP: ['12N', '12N', '13N'], MUNI_NAME: ['TROY'] });
    expect(mapping.township).toBe('MUNI_NAME');
  });

  test('dates with the day first are noticed and said', () => {
    const { notes } = guess({ PIN: pins, SALE_DATE: ['25/12/2019', '6/10/2020', '31/01/2011'] });
    expect(notes).toEqual([
      'The dates of SALE_DATE seem to have the day before the month: repeat with --dates dmy.',
    ]);
  });

  test('a day of the last edit, an assessed value and the area of the house are no sale and no acres', () => {
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
        USE_CODE: ['R-1'],
        SALE_DATE: ['NOT SOLD', 'NOT SOLD', 'NOT SOLD'],
      },
      { acres: [0.25, 1.5, 0.5, 40, 3, 12] },
    );
    expect(mapping).toEqual({ pin: 'PIN' });
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
