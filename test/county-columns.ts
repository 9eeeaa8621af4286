// Columns of made-up rows as real publishers name them, read from counties.txt: 'PIN:pin OWNER:owner …', where the word
// behind the colon says what kind of values the column holds.
import { readFileSync } from 'node:fs';
import type { ParcelField } from '../contract/parcel-columns.ts';
import { CUT_LENGTH } from '../import/fields/field-names.ts';
import type { FieldMapping, Sample } from '../import/fields/mapping.ts';
import type { LayerField, RawValue } from '../import/layer.ts';

export type County = {
  county: string;
  columns: string;
  /** The whole mapping: a field that is not named here must not be guessed. */
  expected: FieldMapping;
  /** Fields that nobody can tell any more once the names are cut at ten characters. */
  lostByCut: readonly ParcelField[];
};

/** All counties of counties.txt. */
export function readCounties(): County[] {
  const text = readFileSync(new URL('./counties.txt', import.meta.url), 'utf8').replace(/^#.*\n/gm, '');
  return text
    .trim()
    .split('\n\n')
    .map((entry) => {
      const [county = '', ...lines] = entry.split('\n');
      const [columns = '', mapping = ''] = lines.join(' ').split(/ = | - /);
      const lost = /^ {2}- (.+)/m.exec(entry)?.[1]?.split(' ') ?? [];
      const expected = mapping.split(';').map((part) => /^\s*(\w+): (.+?)\s*$/.exec(part)!.slice(1));
      return { county, columns, expected: Object.fromEntries(expected), lostByCut: lost as ParcelField[] };
    });
}

const ROWS = 60;

/** The same for the same row and salt, without any pattern. From 0 to 1. */
function chance(row: number, salt: number): number {
  const wave = Math.sin(row * 127.1 + salt * 311.7) * 43_758.5453;
  return wave - Math.floor(wave);
}

function pick<Value>(values: readonly Value[], row: number, salt: number): Value {
  return values[Math.floor(chance(row, salt) * values.length)]!;
}

const names = 'SMITH JONES LEE DOE BROWN KING NGUYEN GARCIA OLSEN WEBER MILLER DAVIS'.split(' ');
const firstNames = 'JOHN MARY ANN PAUL JANE LUIS ERIK ROSA HENRY CLARA OTTO RUTH'.split(' ');
const streetNames = 'MAIN OAK ELM HILL PINE LAKE MAPLE CEDAR CHURCH MILL RIVER PARK'.split(' ');
const cities = ['SPRINGFIELD', 'FRANKLIN', 'GREENVILLE', 'BRISTOL', 'SALEM', 'FAIRVIEW'];
const states = ['NC', 'NC', 'NC', 'SC', 'VA', 'FL', 'NC', 'NC'];
const two = (value: number) => String(value).padStart(2, '0');
const number = (row: number) => 1 + Math.floor(chance(row, 1) * 4000);
const street = (row: number) => pick(streetNames, row, 2);
const streetType = (row: number) => pick(['ST', 'AVE', 'RD', 'LN', 'CT'], row, 3);
const siteLine = (row: number) => `${number(row)} ${street(row)} ${streetType(row)}`;
const mailLine = (row: number) =>
  chance(row, 4) < 0.2 ? `PO BOX ${number(row + 900)}` : siteLine(chance(row, 5) < 0.6 ? row : row + 500);
const owner = (row: number) => `${pick(names, row, 6)} ${pick(firstNames, row, 7)}`;
const zip = (row: number) => String(27_000 + Math.floor(chance(row, 8) * 900));
const acres = (row: number) => Math.round((0.1 + chance(row, 9) ** 3 * 20) * 1000) / 1000;
const saleDay = (row: number, salt = 10) => ({
  year: 1985 + Math.floor(chance(row, salt) * 38),
  month: 1 + Math.floor(chance(row, salt + 1) * 12),
  day: 1 + Math.floor(chance(row, salt + 2) * 28),
});
const iso = ({ year, month, day }: ReturnType<typeof saleDay>) => `${year}-${two(month)}-${two(day)}`;
const rarely = (row: number, salt: number, value: RawValue, share = 0.15) =>
  chance(row, salt) < share ? value : null;
const thousands = (row: number, salt: number) => Math.round(chance(row, salt) * 6000) * 100;

const kinds = {
  row: (row) => row + 1,
  uid: (row) => `{8F3A${row}B-11EE-4C1D-9A00-${1000 + row}ABCD}`,
  /** An internal number of some program, unique and in no order. */
  id: (row) => 10_000 + ((row * 7919) % 89_989),
  pin: (row) => `47${two(row)}-${two((row * 37) % 90)}-${1000 + ((row * 7919) % 8999)}`,
  pin10: (row) => `47${two(row)}${100_000 + ((row * 7919) % 89_999)}`,
  num10: (row) => Number(`47${two(row)}${100_000 + ((row * 7919) % 89_999)}`),
  float10: (row) => `47${two(row)}${100_000 + ((row * 7919) % 89_999)}.0`,
  /** The number of a lot in its block, or of a parcel on its map. */
  part: (row) => String(1 + (row % 14)).padStart(3, '0'),
  /** Parcels that the county has divided or merged. */
  oldpin: (row) => rarely(row, 13, `31${two(row)}-${two((row * 53) % 90)}-0001`, 0.6),
  /** Many parcels have the same one. */
  parent: (row) => `47${two(row % 9)}-11-2000`,
  owner,
  owner2: (row) => rarely(row, 14, `${pick(names, row, 6)} ${pick(firstNames, row, 15)}`),
  last: (row) => pick(names, row, 6),
  first: (row) => pick(firstNames, row, 7),
  care: (row) => rarely(row, 16, `C/O ${owner(row + 300)}`, 0.06),
  site: siteLine,
  mail: mailLine,
  mail2: (row) => rarely(row, 17, `APT ${number(row)}`, 0.1),
  blank: () => null,
  city: (row) => pick(cities, row, 18),
  state: (row) => pick(states, row, 19),
  here: () => 'NC',
  zip,
  zipnumber: (row) => Number(zip(row)),
  zip4: (row) => rarely(row, 20, String(1000 + (number(row) % 8999)), 0.5),
  citystate: (row) => `${pick(cities, row, 18)} ${pick(states, row, 19)}`,
  csz: (row) => `${pick(cities, row, 18)} ${pick(states, row, 19)} ${zip(row)}`,
  mailwhole: (row) => `${mailLine(row)}, ${pick(cities, row, 18)}, ${pick(states, row, 19)} ${zip(row)}`,
  sitewhole: (row) => `${siteLine(row)}, ${pick(cities, row, 18)}, NC ${zip(row)}`,
  no: number,
  dir: (row) => rarely(row, 21, pick(['N', 'S', 'E', 'W'], row, 22), 0.3),
  street,
  streetline: (row) => `${street(row)} ${streetType(row)}`,
  type: streetType,
  unit: (row) => rarely(row, 23, String(100 + (number(row) % 40)), 0.1),
  mailno: (row) => number(chance(row, 5) < 0.6 ? row : row + 500),
  acres,
  acres2: (row) => Math.round(acres(row) * (0.95 + chance(row, 24) * 0.1) * 1000) / 1000,
  acrestext: (row) => `${acres(row)} AC`,
  sqft: (row) => Math.round(acres(row) * 43_560),
  sqm: (row) => acres(row) * 4046.8564,
  /** Of a house, not of the land. */
  floorarea: (row) => 800 + Math.round(chance(row, 25) * 3000),
  zero: () => 0,
  date: (row) => iso(saleDay(row)),
  date2: (row) => rarely(row, 26, iso(saleDay(row, 40)), 0.6),
  ymd: (row) => iso(saleDay(row)).replaceAll('-', ''),
  ym: (row) => iso(saleDay(row)).replaceAll('-', '').slice(0, 6),
  mdy: (row) => `${saleDay(row).month}/${saleDay(row).day}/${saleDay(row).year}`,
  ms: (row) => Date.parse(iso(saleDay(row))),
  year: (row) => saleDay(row).year,
  month: (row) => saleDay(row).month,
  /** When somebody last worked on the row. */
  edit: (row) => `2024-0${1 + (row % 9)}-${two(1 + (row % 28))}`,
  editms: (row) => Date.parse('2024-01-01') + row * 86_400_000,
  taxyear: () => 2024,
  built: (row) => 1900 + Math.floor(chance(row, 27) * 120),
  price: (row) => (chance(row, 28) < 0.3 ? 0 : thousands(row, 29)),
  price2: (row) => (chance(row, 30) < 0.5 ? 0 : thousands(row, 31)),
  pricetext: (row) => `$${thousands(row, 29).toLocaleString('en-US')}`,
  value: (row) => thousands(row, 32) + 10_000,
  code: (row) => pick(['101', '102', '110', '400', '903'], row, 33),
  letter: (row) => pick(['A', 'B', 'C', 'R'], row, 33),
  desc: (row) => pick(['SINGLE FAMILY', 'VACANT LAND', 'OFFICE', 'FARM'], row, 33),
  legal: (row) => `LOT ${1 + (row % 14)} BLK ${1 + (row % 5)} ${street(row)} HILLS SUBD`,
  subdivision: (row) => `${street(row)} HILLS`,
  book: (row) => String(100 + Math.floor(chance(row, 34) * 4000)),
  page: (row) => String(1 + Math.floor(chance(row, 35) * 900)),
  doc: (row) => `2019${String(100_000 + Math.floor(chance(row, 36) * 800_000))}`,
  flag: (row) => pick(['Y', 'N'], row, 37),
  count: (row) => Math.floor(chance(row, 38) * 5),
  district: (row) => pick(['01', '02', '03', '11'], row, 39),
  school: (row) => pick(['UNION SCHOOL DIST', 'CITY SCHOOLS'], row, 39),
  zone: (row) => pick(['R-20', 'RA', 'C-1', 'M1', 'PUD'], row, 43),
  town: (row) => pick(['TROY', 'UNION', 'DUNN', 'MADISON'], row, 44),
  borough: (row) => pick(['MN', 'BX', 'BK', 'QN'], row, 44),
  survey: (row) => pick(['12N', '13N', '9N'], row, 44),
  county: () => 'IREDELL',
  fips: () => '37097',
  lng: (row) => -80.9 + chance(row, 45) / 3,
  lat: (row) => 35.6 + chance(row, 46) / 3,
  feet: (row) => 1_400_000.25 + chance(row, 47) * 90_000,
  link: (row) => `https://assessor.example.gov/detail?id=${row}`,
  note: (row) => rarely(row, 48, 'SEE PLAT', 0.05),
  editor: () => 'GISADMIN',
} satisfies Record<string, (row: number) => RawValue>;

export type Columns = { fields: LayerField[]; sample: Sample[] };

/** `rename` gives each column another name. */
export function columnsOf({ columns }: County, rename: (name: string) => string = (name) => name): Columns {
  const made = columns
    .trim()
    .split(/\s+/)
    .map((text) => {
      const [name = '', kind = ''] = text.split(':');
      if (!Object.hasOwn(kinds, kind)) throw new Error(`${text} has no kind of values`);
      const make: (row: number) => RawValue = kinds[kind as keyof typeof kinds];
      return { name: rename(name), values: Array.from({ length: ROWS }, (_, row) => make(row)) };
    });
  return {
    fields: made.map(({ name, values }) => ({
      name,
      type: values.some((value) => typeof value === 'number') ? 'number' : 'text',
    })),
    sample: Array.from({ length: ROWS }, (_, row) => ({
      properties: Object.fromEntries(made.map(({ name, values }) => [name, values[row] ?? null])),
      acres: acres(row) * (0.97 + chance(row, 49) * 0.06),
    })),
  };
}

/** The mapping with other names in its expressions. */
export function renamed(
  mapping: FieldMapping,
  rename: (name: string) => string,
  columns: string,
): FieldMapping {
  const known = new Set(
    columns
      .trim()
      .split(/\s+/)
      .map((text) => text.split(':')[0]!),
  );
  return Object.fromEntries(
    Object.entries(mapping).map(([field, expression]) => [
      field,
      expression.replace(/[A-Za-z_]\w*/g, (word) => (known.has(word) ? rename(word) : word)),
    ]),
  );
}

/** As a Shapefile cuts names; a name that is then taken gets a number at its end. */
export function cutNames(columns: string): (name: string) => string {
  const cut = new Map<string, string>();
  const taken = new Set<string>();
  for (const text of columns.trim().split(/\s+/)) {
    const [name = ''] = text.split(':');
    let short = name.slice(0, CUT_LENGTH);
    for (let number = 1; taken.has(short.toUpperCase()); number++) {
      short = `${name.slice(0, CUT_LENGTH - 1 - String(number).length)}_${number}`;
    }
    taken.add(short.toUpperCase());
    cut.set(name, short);
  }
  return (name) => cut.get(name)!;
}
