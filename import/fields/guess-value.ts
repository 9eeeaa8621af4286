// Finds what the assessor says land and buildings are worth. Counties publish several kinds of value side by side: those that are
// taken are all of one kind.
import { parseNumber } from './clean-amount.ts';
import { lastPart } from './field-names.ts';
import { type FieldProfile, fieldOf, type KnownName, knownNames, rankedByName } from './field-profile.ts';
import { isYears, numbersOf } from './number-profile.ts';

type Part = 'land' | 'building' | 'total';
type Family = {
  parts: Record<Part, KnownName[]>;
  /** Names that may mean something else, unless another of the family is there. */
  isWeak?: true;
};

const PARTS: Readonly<Record<Part, readonly string[]>> = {
  land: ['LAND', 'LND'],
  building: [
    'BLDG',
    'BLD',
    'BUILDING',
    'BLDGS',
    'IMP',
    'IMPR',
    'IMPRV',
    'IMPRVT',
    'IMPROV',
    'IMPS',
    'IMPROVE',
    'IMPROVEMENT',
    'IMPROVEMENTS',
  ],
  total: ['TOTAL', 'TOT', 'TTL', 'TOTL'],
};

/** BUILDING_APPRAISED and BUILDING_AREA are the same when they are cut. */
const CUT_AREA = /^building[am]$/;

/** `#` stands for the part. */
function family(patterns: string, more: Partial<Record<Part, string>> = {}, isWeak?: true): Family {
  const namesOf = (part: Part) => {
    const made = patterns
      .split(' ')
      .flatMap((pattern) => [pattern, pattern.replaceAll('_', '')])
      .flatMap((pattern) => PARTS[part].map((word) => pattern.replace('#', word)));
    return knownNames(`${made.join(' ')} ${more[part] ?? ''}`);
  };
  const all = { land: namesOf('land'), building: namesOf('building'), total: namesOf('total') };
  // A Shapefile cuts FAIR_MARKET_LAND before the word that tells.
  const cuts = Object.values(all).map((names) => new Set(names.map(({ cut }) => cut)));
  const isTelling = ({ cut }: KnownName) =>
    cuts.filter((known) => known.has(cut)).length === 1 && !CUT_AREA.test(cut);
  const told = (names: KnownName[]) =>
    names.map((name) => (isTelling(name) ? name : { ...name, cut: name.key }));
  const parts = { land: told(all.land), building: told(all.building), total: told(all.total) };
  return isWeak ? { parts, isWeak } : { parts };
}

/**
 * The best kind first: the full value before the assessed one, which in many states is a fixed share of it. What is taxable
 * after exemptions is no value of the land.
 */
const families: readonly Family[] = [
  family('#_VAL #_VALUE #_VALU VALUE_# VAL_# TOTAL_#_VALUE', { total: 'TOTAL_VALUE_ASSD JV JUST_VALUE' }),
  family(
    'APPRAISED_#_VALUE APPRAISED_# APPR_#_VALUE APPR_# #_APPR #_APPRAISED #_APPRAISAL APR# #APR R#APR APPR#VAL',
  ),
  family(
    '#_MKT #_MKT_VALUE #_MARKET_VALUE #_ACTUAL_VAL #_ACTUAL_VALUE ACTUAL_#_VAL ACTUAL_#_VALUE MARKET_#_VALUE MKT_# MARKET_# FAIR_MARKET_# #_MV #_MV1 EMV_# MK# MK#_VALUE',
    {
      total: 'MKT_VAL_TOT FAIRMARKETTOTAL',
    },
  ),
  family(
    'ASSESSED_#_VALUE ASSESSED_# ASSD_# ASSD_#_VALUE #_ASSESSED #_ASSESSMENT #_ASSESS #_ASSD #_AV AV_# ASSESS_# ASR_# #ASMT',
  ),
  family('#_VALUE_BASE ROLL_#_VALUE ROLL_#VALUE COUNTY# CERTIFIED_TAX_# #_LV NEW#', {
    land: 'NFMLNDVL',
    building: 'NFMIMPVL',
    total: 'NFMTTLVL',
  }),
  family(
    '#',
    { land: 'LAND', building: 'BLDG BUILDING IMPS', total: 'JUST MARKET TOTALNETVALUE CURRENTMARKET' },
    true,
  ),
];

/** Totals of an unknown kind: that of land and buildings beside them, if their values show it. */
const anyTotals = knownNames(`
  PARVAL PAR_VAL PARCEL_VALUE CNTASSDVALUE CNTASSDVAL TOTAL_MARKET_VAL TOTAL_MARKET_VALUE TOTAL_APPRAISED_VAL FMV_TOTAL MKT_VALUE MARKET_VALUE MARKET_VAL MKT_VAL
  MARKET NET_VALUE
`);
/** Where neither land nor buildings have a value of their own. */
const loneTotals = knownNames(`
  APPRAISED_VALUE APPRAISEDVALUE TOTAL_APPRAISED_VALUE TOTAL_APPRAISED_VAL TOTAPVAL TOTAPR1 TOTACTVAL ACTUALVALUE MARKET_VALUE
  MKT_VALUE MARKET_VAL MKT_VAL TOTAL_MARKET_VAL TOTAL_MARKET_VALUE FULL_MARKET_VAL FAIR_MARKET_VALUE FAIR_MARKET FAIRMKTVAL
  CURRENTMARKET TRUEANDFULL PARVAL FCV FCV_CUR JV JUST_VALUE TOTAL_ASSESSED_VALUE ASSESSED_VALUE ASSESSEDVALUE ASSESSED_VAL
  ASSESSED_VAL_CUR ASSESSMENT ASSD_VALUE ASSD_VAL ASD_VAL ASSESSVALUE TOT_ASSMT TOTASSMT CURR_VAL VALUE
`);
const yearNames = knownNames(`
  VALUE_YEAR VALUATION_YEAR ASSESSMENT_YEAR ASSESSMENT_YEAR_CUR ASSESS_YEAR ASSESSMENT_YR ASMT_YEAR ASMT_YR ASMNT_YR ROLL_YEAR ROLL_YR
  TAXROLLYEAR TAX_YEAR TAX_YR TAX_YR_CUR FISCAL_YEAR FISCAL_YR FY GLYEAR AUDYEAR OWNER_TAX_YR
`);
/** A roll is of the last years, or of the one that is coming. */
const ROLL_AGE_MAX = 25;

export type ValueGuess = {
  land_value: string | undefined;
  building_value: string | undefined;
  total_value: string | undefined;
  value_year: string | undefined;
};

export function guessValue(profiles: readonly FieldProfile[]): ValueGuess {
  const money = profiles.filter(isMoney);
  const found = families.map((one) => membersOf(one, money)).filter((one) => one !== undefined);
  // The first of those with the most parts.
  const [best] = found.sort((a, b) => size(b) - size(a));
  const [lone] = best === undefined || (!best.land && !best.building) ? rankedByName(money, loneTotals) : [];
  const total = best?.total ?? lone;
  const [year] = rankedByName(profiles, yearNames).filter((profile) => isYears(profile, ROLL_AGE_MAX));
  const hasValue = best !== undefined || lone !== undefined;
  return {
    land_value: fieldOf(best?.land),
    building_value: fieldOf(best?.building),
    total_value: fieldOf(total),
    value_year: hasValue ? fieldOf(year) : undefined,
  };
}

type Members = Partial<Record<Part, FieldProfile>>;
const size = (members: Members) => Object.values(members).length;

/** Undefined where there are none, or too few to be sure. */
function membersOf({ parts, isWeak }: Family, money: readonly FieldProfile[]): Members | undefined {
  const members: Members = {};
  const [land] = rankedByName(money, parts.land);
  const [building] = rankedByName(
    money.filter((profile) => profile !== land),
    parts.building,
  );
  if (land) members.land = land;
  if (building) members.building = building;
  const totals = [
    ...rankedByName(money, parts.total),
    ...(land && building ? rankedByName(money, anyTotals) : []),
  ];
  const total = totals.find((profile) => isSumOf(profile, [land, building]));
  if (total && total !== land && total !== building) members.total = total;
  return size(members) >= (isWeak ? 2 : 1) ? members : undefined;
}

const MOST = 0.8;

/** Whether it is as much as either of its parts in most rows. It may be more than both: sheds and pools are a third part. */
function isSumOf(total: FieldProfile, parts: readonly (FieldProfile | undefined)[]): boolean {
  const known = parts.filter((part) => part !== undefined);
  const rows = total.values.flatMap((value, row) => {
    const sum = parseNumber(value) ?? 0;
    const amounts = known.map((part) => parseNumber(part.values[row] ?? null) ?? 0);
    return sum > 0 && amounts.length > 0 ? [amounts.every((amount) => amount <= sum + 1)] : [];
  });
  return rows.length === 0 || rows.filter(Boolean).length >= rows.length * MOST;
}

/** Half of the lots of a county are worth more than this. A code or a share of a hundred is less. */
const CENTURIES = 300;
const MEDIAN_DOLLARS_MIN = 300;

/** TAX_VAL, TAXABLE_VALUE: what is left after exemptions. */
const TAXED = /^tax|taxable/i;

function isMoney(profile: FieldProfile): boolean {
  if (profile.field.type === 'date' || TAXED.test(lastPart(profile.field.name))) return false;
  if (profile.present.length === 0) return true;
  const { numbers, share, median } = numbersOf(profile);
  if (isYears(profile, CENTURIES)) return false;
  return share > MOST && (numbers.length === 0 || median >= MEDIAN_DOLLARS_MIN);
}
