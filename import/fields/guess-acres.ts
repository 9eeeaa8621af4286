// Finds the field with the acres, and the unit that its values are really in: the polygons tell.
import { SQUARE_METERS_PER_ACRE } from '../../geo/area.ts';
import {
  HECTARES_PER_ACRE,
  parseNumber,
  SQUARE_FEET_PER_ACRE,
  textAcres,
  unitsPerAcre,
} from './clean-amount.ts';
import { quoteField } from './expression.ts';
import { type FieldProfile, knownNames, rankedByName, share } from './field-profile.ts';
import type { Sample } from './mapping.ts';

/** Deeded and taxed acres first. */
const acreNames = knownNames(`
  TAXACRES TAX_ACRES DEEDACRES DEED_ACRES ACRES_DEED DEEDEDACRES DEEDED_ACRES DEEDAC DEED_ACREAGE DEEDACRE DEED_ACRE
  DEEDED_ACREAGE ASSDACRES ASSESSED_ACRES ASSESSEDACRES ASSESSED_ACREAGE ASMT_ACRES ASSD_ACRES LEGAL_ACRES LEGALACRES
  LEGALACREAGE LEGAL_ACREAGE RECORD_ACRES RECACRES STATED_ACRES STATEDACRES ACRES ACREAGE TOTAL_ACRES TOTALACRES TOT_ACRES
  TOTACRES TOT_AC TOTAL_ACREAGE TOTALACREAGE LAND_ACRES LANDACRES LOT_ACRES PARCEL_ACRES PROP_ACRES LND_ACRES ACRE NET_ACRES
  GROSS_ACRES RECAREANO TAXAREA TAX_AREA STATEDAREA
`);
const computedNames = knownNames(`
  MAP_ACRES MAPACRES MAPPED_ACRES CALC_ACRES CALCACRES CALC_ACRE
  CALCULATED_ACRES CALCACREAGE GIS_ACRES GISACRES GIS_ACREAGE GISACRE GIS_ACRE ACRES_GIS ACRES_CALC ACRES_POLY POLY_ACRES
  LL_GISACRE LL_GISACRES CALCAREA AC
`);
/** TAB_ACRES, A_T_ACRES, acreage_1; but not acres of one use of the land, which are fewer than the polygon's. */
const ANY_ACRES = /^(acres?|acreage)|(acres?|acreage)\d?$/;
const PART_OF_LAND =
  /farm|graz|timber|forest|wood|crop|pasture|irrig|home|wet|waste|exempt|class|use|water|road/;

const squareFootNames = knownNames(`
  LND_SQFOOT LAND_SQFT LANDSQFT LOT_SQFT LOTSQFT SQFT SQ_FT SQFEET SQUARE_FEET SQUAREFEET SQ_FEET LAND_SQ_FT LOT_SQ_FT
  LAND_SQUARE_FEET LANDSF LAND_SF LOT_SF LOTSF TOTAL_SQFT PARCEL_SQFT GIS_SQFT SQ_FOOTAGE LOT_SQUARE_FOOTAGE
`);
/** Their unit shows in the polygons, or in a field beside them. */
const areaNames = knownNames(`
  LANDAREA LAND_AREA LOTAREA LOT_AREA LOT_SIZE LOTSIZE LEGAL_AREA LAND_SIZE PARCEL_AREA PARCELAREA DEED_AREA TOTAL_AREA AREA GIS_AREA
`);
const unitFields: readonly (readonly [string, string])[] = [
  ['LOT_SIZE', 'LOT_UNITS LOT_UNIT LOTUNITS LOT_SIZE_UNIT LOT_SIZE_U'],
  ['LEGAL_AREA', 'LGL_AREA_UNIT LEGAL_AREA_UNIT LGLAREAUNIT'],
  ['GIS_AREA', 'GIS_AREA_UNIT GIS_AREA_U'],
  ['LAND_AREA', 'LAND_AREA_UNIT LAND_UNITS LAND_UNIT LAND_UNIT_TYPE'],
  ['LANDAREA', 'LAND_AREA_UNIT LANDUNITS LAND_UNITS LANDAREAUNIT'],
  ['LAND_SIZE', 'LAND_UNITS LAND_SIZE_UNIT LAND_UNIT'],
];

type Unit = { perAcre: number; words: string; divisor: string };
const squareFeet: Unit = { perAcre: SQUARE_FEET_PER_ACRE, words: 'square feet', divisor: '43560' };
const units: readonly Unit[] = [
  { perAcre: 1, words: 'acres', divisor: '1' },
  squareFeet,
  { perAcre: SQUARE_METERS_PER_ACRE, words: 'square meters', divisor: '4046.8564' },
  { perAcre: HECTARES_PER_ACRE, words: 'hectares', divisor: '0.40468564' },
];
/** Deeds and polygons differ, but hardly by this factor in the middle of many. */
const RATIO_TOLERANCE = 1.5;
const RATIOS_MIN = 3;
/** Half of all rows are lots below this size everywhere. */
const MEDIAN_ACRES_MAX = 400;

export type AcresGuess = { expression: string | undefined; notes: string[] };

export function guessAcres(profiles: readonly FieldProfile[], sample: readonly Sample[]): AcresGuess {
  const withUnit = areaWithUnit(profiles);
  const computed = rankedByName(profiles, computedNames);
  const stated = rankedByName(profiles, acreNames).filter((profile) => !computed.includes(profile));
  const others = profiles.filter(
    (profile) => !stated.includes(profile) && !computed.includes(profile) && isAnyAcres(profile),
  );
  const acres = (profile: FieldProfile) => candidate(profile, { sample, named: units[0]! });
  const isSure = (found: Candidate | undefined) => found?.isSure;
  const candidates = [
    ...stated.map(acres),
    ...(withUnit === undefined ? [] : [withUnit]),
    ...others.map(acres).filter(isSure),
    ...computed.map(acres),
    // Square feet may be those of the house.
    ...rankedByName(profiles, squareFootNames)
      .map((profile) => candidate(profile, { sample, named: squareFeet }))
      .filter(isSure),
    ...rankedByName(profiles, areaNames)
      .map((profile) => candidate(profile, { sample, named: undefined }))
      .filter(isSure),
  ].filter((found) => found !== undefined);
  const isGood = ({ filled, isSure }: Candidate) => filled >= 0.5 && isSure;
  const isFair = ({ filled }: Candidate) => filled >= 0.1;
  const chosen = candidates.find(isGood) ?? candidates.find(isFair) ?? candidates[0];
  const named = [...stated, ...rankedByName(profiles, squareFootNames), ...rankedByName(profiles, areaNames)];
  const contradicted = named
    .filter((profile) => isContradicted(profile, sample))
    .map(({ field }) => field.name)
    .filter((name) => !chosen?.expression.includes(quoteField(name)));
  return {
    expression: chosen?.expression,
    notes: [
      ...(chosen?.notes ?? []),
      ...contradicted.map(
        (name) => `${name} was not taken for the acres: its values do not fit the polygons.`,
      ),
    ],
  };
}

function isContradicted({ values }: FieldProfile, sample: readonly Sample[]): boolean {
  const numbers = values.map((value) => areaOf(value)).map((area) => (Number.isNaN(area) ? null : area));
  return canMeasure(numbers, sample) && unitByPolygons(numbers, sample) === undefined;
}

function isAnyAcres({ names, present }: FieldProfile): boolean {
  return present.length > 0 && names.some(({ key }) => ANY_ACRES.test(key) && !PART_OF_LAND.test(key));
}

type Candidate = { expression: string; notes: string[]; filled: number; isSure: boolean };

function candidate(
  profile: FieldProfile,
  { sample, named }: { sample: readonly Sample[]; named: Unit | undefined },
): Candidate | undefined {
  const { name } = profile.field;
  const numbers = profile.values.map((value) => areaOf(value));
  const there = numbers.filter((number) => number !== null);
  if (profile.present.length > 0 && share(profile, isArea) < 0.5) return undefined;
  const measured = unitByPolygons(numbers, sample);
  const median = middle(there);
  const unit =
    measured ?? named ?? (median !== undefined && median > MEDIAN_ACRES_MAX ? squareFeet : undefined);
  if (unit === undefined) return undefined;
  const field = quoteField(name);
  const notes: string[] = [];
  if (measured !== undefined && named !== undefined && measured !== named) {
    notes.push(
      `${name} holds ${measured.words}, not ${named.words}, as the polygons show: it is divided by ${measured.divisor}.`,
    );
  } else if (named === undefined && unit.perAcre !== 1) {
    const why = measured === undefined ? 'as its large values show' : 'as the polygons show';
    notes.push(`${name} holds ${unit.words}, ${why}: it is divided by ${unit.divisor}.`);
  }
  return {
    expression: unit.perAcre === 1 ? field : `${field}/${unit.divisor}`,
    notes,
    filled: sample.length === 0 ? 1 : there.length / sample.length,
    isSure: measured !== undefined || !canMeasure(numbers, sample),
  };
}

function isArea(value: string): boolean {
  return !Number.isNaN(textAcres(value));
}

/** 0 means that the county does not know. */
function areaOf(value: string | null): number | null {
  return value === null ? null : textAcres(value) || null;
}

/** LOT_SIZE with LOT_UNITS: the unit may differ from row to row. */
function areaWithUnit(profiles: readonly FieldProfile[]): Candidate | undefined {
  for (const [area, unitNames] of unitFields) {
    const [amount] = rankedByName(profiles, knownNames(area));
    const [unit] = rankedByName(profiles, knownNames(unitNames));
    if (!amount || !unit || share(unit, (value) => unitsPerAcre(value) !== undefined) < 0.8) continue;
    if (share(amount, (value) => !Number.isNaN(parseNumber(value))) < 0.8) continue;
    return {
      expression: `acres(${quoteField(amount.field.name)}, ${quoteField(unit.field.name)})`,
      notes: [],
      filled: amount.filled,
      isSure: unit.filled >= amount.filled * 0.8,
    };
  }
  return undefined;
}

function ratios(numbers: readonly (number | null)[], sample: readonly Sample[]): number[] {
  return numbers.flatMap((number, at) => {
    const acres = sample[at]?.acres;
    return number !== null && acres !== undefined && acres > 0.001 ? [number / acres] : [];
  });
}

function canMeasure(numbers: readonly (number | null)[], sample: readonly Sample[]): boolean {
  return ratios(numbers, sample).length >= RATIOS_MIN;
}

function unitByPolygons(numbers: readonly (number | null)[], sample: readonly Sample[]): Unit | undefined {
  if (!canMeasure(numbers, sample)) return undefined;
  const ratio = middle(ratios(numbers, sample))!;
  return units.find(({ perAcre }) => {
    const off = ratio / perAcre;
    return off < RATIO_TOLERANCE && off > 1 / RATIO_TOLERANCE;
  });
}

function middle(numbers: readonly number[]): number | undefined {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}
