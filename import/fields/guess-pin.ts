// Finds the field with the parcel number: by the names that counties use, and by the values.
import { cleanPin } from './clean-pin.ts';
import { type FieldProfile, knownNames, nameRank, share } from './field-profile.ts';

/**
 * Terms that only assessors have come first, as far as many counties use them: beside them PARCELID or PID may be some
 * program's own number. Then the most frequent names.
 */
const pinNames = knownNames(`
  PIN PAMS_PIN APN MAP_PAR_ID SWIS_SBL_ID MAPTAXLOT FOLIO SCHEDNUM TMK SSL BBL BLKLOT SPAN PCN TMS PARNO TAXKEY LOCATOR PROP_ID
  PARCELID PARCEL_ID PARCEL_NO PARCELNO STRAP PARID PID PARCEL PARCELNUMBER PIDN COUNTY_PIN PARCEL_NUMBER PARCEL_NUM
  GIS_PARCEL_NUMBER PARCELNUM ACCTID TAXPIN PARCELNUMB GPIN TAX_PIN GIS_PIN TLID PAR_NUM GISPIN TAX_ID TAXID ASMT PRCLID UPC
  TAXIDNUM GEO_ID TAX_PARCEL_ID TAXPARCELID TAX_PARCEL TAXPARCELNUMBER TAX_PARCEL_NUMBER PARCEL_ID_NR PARCEL_PIN PARCELPIN
  PIN_NUM PIN_NUMBER PINNUM PIN14 PIN10 PARCEL_KEY SBL SWIS_SBL SWIS_PRINT_KEY_ID PRINT_KEY PRINTKEY PIN_NODUP UPI STATE_PIN
  STATE_ID STATEID STATE_PARCEL_ID STATEPARCELID FOLIO_NUM FOLIO_NUMBER TMS_NUM TAX_MAP_PARCEL MBLU MBL MAPBLKLOT
  PLAT_LOT PLATLOT MAP_BK_LOT MAPBLKLOT MAP_BLOCK_LOT MAPBLOCKLOT SCHEDULE SCHED_NO TAX_KEY MAPLOT MAP_LOT PVANUM PVA_NUM
  TAX_MAP TAXMAP TAX_MAP_NO TAX_MAP_NUMBER TAXMAPNUM MAPNUMBER MAP_NUMBER MAP_ID MAPID LOC_ID ACCOUNT ACCOUNTNO ACCOUNT_NO
  ACCOUNTNUM ACCOUNT_NUM ACCOUNT_NUMBER ACCT ACCT_NO ACCTNO ACCT_NUM TAX_ACCT TAXACCT TAX_ACCOUNT PROPERTY_ID PROPERTYID PROPID
  PROPNUM PROPERTY_NUMBER PROPERTY_CONTROL_NUMBER REALKEY REAL_ID REID RE_ID REALESTATEID ASSESSOR_PARCEL_NUMBER
  ASSESSORS_PARCEL_NUMBER ASSESSMENT_NUM ASSESSMENT_NUMBER ASSESSMENT_NO AIN ATN KEYNUMBER KEY_NO GEOCODE GEOPIN GEO_PIN QUICKREF
  QUICK_REF QUICKREFID PARCEL_IDENTIFIER PARCELIDENTIFICATIONNUMBER PARCEL_IDENTIFICATION_NUMBER PARCEL_ID_NUMBER TAXLOT TAX_LOT
  TAXLOTID PPN KEYPIN GISLINK PPIN PARCEL_CODE PARCELCODE PRCL_NUM PRCLNUM PRCL_NBR PARCEL_NBR PARNUM PARCELKEY PRIMARY_PIN
  LOWPARCELID PARCELSPID PARCELLGL ALTPARNO VGIN_QPID MAP_PARCEL PNUM P_NUM PAR_ID PARCID RECORD TAG NAME
`);

/** Without a known name: most rows must have their own, and it must look like a number of the county. */
const FILLED_MIN = 0.4;
const DISTINCT_MIN = 0.6;
/** A sample smaller than this proves nothing. */
const SAMPLE_MIN = 5;
/** What else is unique, in groups of digits, and no parcel. */
const NO_PIN_WORDS =
  /deed|book|page|liber|doc|instr|recept|phone|fax|date|zip|census|tract|legal|val|price|amt|amount|coord|latit|longit|url|link|web|sqft|area|acre|address|addr|street|owner|phone|year|permit/i;

export type PinGuess = {
  profile: FieldProfile;
  /** Of rows where the first one is blank. */
  otherwise?: FieldProfile;
  note: string | undefined;
};

/** `isUnique` is known for a layer with several rows a shape, where the number of the lot is not that of its holdings. */
export function guessPin(
  profiles: readonly FieldProfile[],
  isUnique?: (field: string) => boolean,
): PinGuess | undefined {
  const numbers = profiles.map(asNumbers);
  const named = best(numbers, scoreByName);
  if (named)
    return { profile: profiles[named.at]!, note: undefined, ...(isUnique && holding(profiles, isUnique)) };
  const valued = best(numbers, scoreByValue);
  if (valued) {
    const { name } = valued.profile.field;
    const note = `No field has the name of a PIN; ${name} was taken for its values.`;
    return { profile: profiles[valued.at]!, note };
  }
  // The first rows of a layer may all be roads: the name is all there is then.
  const blank = best(numbers, scoreByNameAlone);
  return blank && { profile: profiles[blank.at]!, note: undefined };
}

/** The number of each holding, and that of its lot for lots that have none. */
function holding(
  profiles: readonly FieldProfile[],
  isUnique: (field: string) => boolean,
): PinGuess | undefined {
  const numbers = profiles.map(asNumbers);
  const isOwn = (profile: FieldProfile) => !isCounter(profile.present) && isUnique(profile.field.name);
  const own = best(numbers, (profile) => (isOwn(profile) ? scoreByName(profile) : undefined));
  if (!own) return undefined;
  const lot = best(numbers, (profile) => (isOwn(profile) ? undefined : scoreByName(profile)));
  const profile = profiles[own.at]!;
  if (!lot) return { profile, note: undefined };
  const otherwise = profiles[lot.at]!;
  const note = `${profile.field.name} is the PIN, because several rows share one ${otherwise.field.name}.`;
  return { profile, otherwise, note };
}

/** Blanks, zeros and words such as ROW, which are not parcels, say nothing about the field. */
function asNumbers(profile: FieldProfile): FieldProfile {
  const isNumber = (value: string) => 'pin' in cleanPin(value);
  const present = profile.present.filter(isNumber);
  if (present.length === profile.present.length) return profile;
  return {
    ...profile,
    present,
    filled: profile.values.length === 0 ? 1 : present.length / profile.values.length,
    distinct: present.length === 0 ? 1 : new Set(present).size / present.length,
  };
}

function best(
  profiles: readonly FieldProfile[],
  score: (profile: FieldProfile) => number | undefined,
): { profile: FieldProfile; at: number } | undefined {
  let found: { profile: FieldProfile; at: number; score: number } | undefined;
  for (const [at, profile] of profiles.entries()) {
    const points = score(profile);
    if (points !== undefined && (found === undefined || points > found.score)) {
      found = { profile, at, score: points };
    }
  }
  return found;
}

function scoreByName(profile: FieldProfile): number | undefined {
  const rank = nameRank(profile, pinNames);
  if (rank === undefined || profile.field.type === 'date') return undefined;
  const isName = profile.names.some(({ key }) => key === 'name');
  if (profile.present.length === 0) return isName || profile.filled === 0 ? undefined : 100 - rank * 0.5;
  if (profile.filled < 0.2 || share(profile, hasDigit) < 0.5) return undefined;
  // Names of people have no digits, but owners such as "4-H CLUB" do: a PIN is mostly digits.
  if (isName && share(profile, looksLikePin) < 0.8) return undefined;
  const groups = 10 * share(profile, hasGroups);
  const counter = isCounter(profile.present) ? 30 : 0;
  return 100 - rank * 0.5 + 40 * profile.filled + 40 * profile.distinct + groups - counter;
}

function scoreByNameAlone(profile: FieldProfile): number | undefined {
  const rank = nameRank(profile, pinNames);
  const isName = profile.names.some(({ key }) => key === 'name');
  if (rank === undefined || isName || profile.field.type === 'date') return undefined;
  return share(profile, hasDigit) < 0.5 ? undefined : 40 * profile.filled - rank;
}

function scoreByValue(profile: FieldProfile): number | undefined {
  const { present, filled, distinct, field } = profile;
  if (present.length < SAMPLE_MIN || field.type === 'date' || field.type === 'boolean') return undefined;
  if (filled < FILLED_MIN || distinct < DISTINCT_MIN || NO_PIN_WORDS.test(field.name)) return undefined;
  if (share(profile, looksLikePin) < 0.8 || isCounter(present) || isAmount(present)) return undefined;
  const hint = /pin|parcel|prcl|apn|map|lot|tax|acct|account|key|num|id$/i.test(field.name) ? 15 : 0;
  const lengths = new Set(present.map((value) => value.length));
  return 60 * distinct + 40 * filled + 20 * share(profile, hasGroups) + hint + (lengths.size === 1 ? 10 : 0);
}

function hasDigit(value: string): boolean {
  return /\d/.test(value);
}

function looksLikePin(value: string): boolean {
  if (value.length > 40 || /[$,%:@]|\d\.\d+$/.test(value.replace(/(\d[.-]){2,}/, ''))) return false;
  const digits = value.replace(/\D/g, '').length;
  const letters = value.replace(/[^\p{L}]/gu, '').length;
  return (
    digits >= 2 && digits >= letters && !/^\d{1,2}\/\d{1,2}\/\d{2,4}/.test(value) && !/\p{L}{4,}/u.test(value)
  );
}

function hasGroups(value: string): boolean {
  return /\d[-. /][\dA-Z]/i.test(value) || /^\d{8,}$/.test(value);
}

/** 1, 2, 3 …: the row numbers of some program. */
function isCounter(values: readonly string[]): boolean {
  const numbers = values.map(Number);
  if (!numbers.every(Number.isInteger)) return false;
  const step = numbers.slice(1).filter((number, at) => number - numbers[at]! === 1).length;
  return step > values.length / 2 || Math.max(...numbers) <= values.length * 3;
}

/** Money and areas: fractions, or round numbers. */
function isAmount(values: readonly string[]): boolean {
  const round = values.filter((value) => /^\d{1,7}00$|^\d+\.\d+$/.test(value)).length;
  return round > values.length / 3;
}
