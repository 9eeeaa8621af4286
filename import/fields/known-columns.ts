// What the columns of widespread assessment programs and state schemas mean: a label in words, and how a number is written.
import { nameKey } from './field-names.ts';

export type ColumnFormat = 'dollars' | 'square feet' | 'acres';
export type KnownColumn = { label: string; format?: ColumnFormat };

/**
 * Massachusetts (L3), North Carolina (OneMap), Florida (DOR), New York (ORPS), Wisconsin (V9), New Jersey (MOD-IV), Vision, Patriot,
 * Tyler. A name stands here only if it means the same in all of them.
 */
const KNOWN = `
  $ BLDG_VAL, BLDGVAL, BLDG_VALUE, BUILDING_VALUE, BLDG_VALU, IMPROVVAL, IMPR_VAL, IMP_VAL, IMPVALUE, IMPRVALUE, BLD_VAL: Building value
  $ LAND_VAL, LANDVAL, LAND_VALUE, LNDVALUE, LAND_VALU, LND_VAL: Land value
  $ OTHER_VAL: Other value
  $ TOTAL_VAL, TOT_VAL, TOTVAL, TOTALVAL, TOTAL_VALUE, PARVAL, TOTAL_VALU: Total value
  $ LAND_AV: Assessed value of the land
  $ TOTAL_AV, ASSESSED_VALUE, ASSD_VAL, ASSESSEDVA, CNTASSDVAL, NET_VALUE: Assessed value
  $ FULL_MKT_VAL, MKT_VAL, MARKET_VALUE, MARKETVAL, MARKET_VAL, JV, ESTFMKVALUE: Market value
  $ LNDASSDVAL: Assessed value of the land
  $ IMPASSDVAL: Assessed value of the buildings
  $ NETPRPTA, LAST_YR_TX, GRSPRPTA, TAX_AMT, TAXAMOUNT: Property tax
  sf BLD_AREA, BLDG_AREA, BLDGAREA, BUILDING_AREA, BLDG_SQFT, GROSS_AREA: Building area
  sf RES_AREA, LIVING_AREA, LIV_AREA, LIVAREA, SQFT_LIVING, SQ_FT_LIV, TOT_LVG_AR, HEATED_AREA, HEATEDAREA: Living area
  sf LND_SQFOOT, LAND_SQFT, LOT_SQFT: Lot area
  ac DEEDED_ACRES, DEEDACRES, DEED_ACRES: Acres in the deed
  ac CALC_ACRES, CALCACRES, GISACRES, GIS_ACRES: Acres of the shape
  YEAR_BUILT, YR_BLT, YRBLT, YEARBUILT, YRBUILT, YR_BUILT, BLDG_YR, YR_CONSTR, ACT_YR_BLT, EFF_YR_BLT: Year built
  USE_CODE, USECODE, LAND_USE_CODE, LANDUSE_CODE, PARUSECODE, LUC, DOR_UC, PROP_CLASS, PROPCLASS: Use code
  USE_DESC, USEDESC, PARUSEDESC, LAND_USE_DESC, LANDUSE_DESC, LUC_DESC: Use
  FY, FISCAL_YR: Fiscal year
  STYLE, BLDG_STYLE, STYLE_DESC: Style
  STORIES, NUM_STORIES, NO_STORIES, NUMSTORIES: Stories
  NUM_ROOMS, ROOMS, TOT_ROOMS: Rooms
  BEDROOMS, NUM_BEDRM, NBR_BEDRM, BEDRMS: Bedrooms
  BATHROOMS, FULL_BATHS, NBR_F_BATH: Bathrooms
  UNITS, NUM_UNITS, NO_UNITS, RES_UNITS, NO_RES_UNTS: Units
  LOT_SIZE: Lot size
  LS_BOOK, DEED_BOOK, DEEDBOOK, DEED_BK, OR_BOOK1: Deed book
  LS_PAGE, DEED_PAGE, DEEDPAGE, DEED_PG, OR_PAGE1: Deed page
  PLAT_BOOK, PLATBOOK: Plat book
  PLAT_PAGE, PLATPAGE: Plat page
  SUBDIV, SUBDIVISION, SUBDIV_NAME, SUBDNAME, SUBDIVISIO: Subdivision
  LEGDECFULL, LEGAL_DESC, LEGALDESC, LGL_DESC, LEGAL, LEGAL_DESCRIPTION, S_LEGAL: Legal description
  SCH_NAME, SCHOOL_DIST, SCHOOLDIST, SCHOOLDIST_NAME: School district
  NBHD, NBHD_CD, NBHD_CODE, NEIGHBORHD: Neighborhood code
  PROP_ID: Property number
  LOC_ID: State lot number
  MAP_PAR_ID: Map and lot
  REG_ID: Registry number
`;

const FORMATS: Record<string, ColumnFormat> = { $: 'dollars', sf: 'square feet', ac: 'acres' };

const known = new Map<string, KnownColumn>(
  KNOWN.trim()
    .split('\n')
    .flatMap((line) => {
      const [, mark = '', names = '', label = ''] = /^ *(?:(\$|sf|ac) )?([\w, ]+): (.+)$/.exec(line)!;
      const format = FORMATS[mark];
      const column = { label, ...(format && { format }) };
      return names.split(',').map((name): [string, KnownColumn] => [nameKey(name), column]);
    }),
);

/** By a column's plain name, whatever its case. */
export function knownColumn(name: string): KnownColumn | undefined {
  return known.get(nameKey(name));
}

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 2,
  trailingZeroDisplay: 'stripIfInteger',
});
const plain = new Intl.NumberFormat('en-US', { maximumFractionDigits: 4 });

/** Text that is not a plain number stays as the county writes it. */
export function formatAs(format: ColumnFormat, text: string): string {
  if (!/^-?\d+(\.\d+)?$/.test(text)) return text;
  const number = Number(text);
  if (format === 'dollars') return dollars.format(number);
  return `${plain.format(number)} ${format === 'acres' ? 'acres' : 'sq ft'}`;
}
