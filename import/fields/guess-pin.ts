// Finds the field with the parcel number: by the names that counties use, and by the values.
import { type FieldProfile, knownNames, nameRank, share } from './field-profile.ts';

/** The most frequent names first. */
const pinNames = knownNames(`
  PIN PARCELID PARCEL_ID APN PARCEL_NO PARCELNO PARID PARNO PID MAP_PAR_ID PARCEL MAPTAXLOT PARCELNUMBER PIDN PAMS_PIN
  COUNTY_PIN PARCEL_NUMBER PARCEL_NUM PROP_ID GIS_PARCEL_NUMBER PARCELNUM ACCTID TAXPIN TMS PARCELNUMB GPIN TAX_PIN
  GIS_PIN TLID PAR_NUM GISPIN TAX_ID TAXID ASMT PRCLID UPC TAXIDNUM GEO_ID TAX_PARCEL_ID TAXPARCELID TAX_PARCEL
  PARCEL_PIN PIN_NUM PIN_NUMBER PINNUM PIN14 PIN10 PARCEL_KEY SBL SWIS_SBL_ID SWIS_SBL PRINT_KEY PRINTKEY PIN_NODUP
  STATE_PIN STATEID FOLIO FOLIO_NUM STRAP PCN TMK TMS_NUM BLKLOT MAPBLKLOT SSL MBLU MBL SCHEDNUM SCHEDULE SCHED_NO
  TAXKEY TAX_KEY MAPLOT MAP_LOT PVANUM PVA_NUM TAX_MAP TAXMAP TAX_MAP_NO TAX_MAP_NUMBER TAXMAPNUM MAPNUMBER MAP_NUMBER
  MAP_ID MAPID LOC_ID ACCOUNT ACCOUNTNO ACCOUNT_NO ACCOUNTNUM ACCOUNT_NUM ACCOUNT_NUMBER ACCT ACCT_NO ACCTNO ACCT_NUM
  PROPERTY_ID PROPERTYID PROPID PROPNUM PROPERTY_NUMBER REALKEY REAL_ID REID RE_ID REALESTATEID ASSESSOR_PARCEL_NUMBER
  ASSESSORS_PARCEL_NUMBER AIN ATN KEYNUMBER KEY_NO GEOCODE GEOPIN GEO_PIN QUICKREF QUICK_REF QUICKREFID PARCEL_IDENTIFIER
  PARCELIDENTIFICATIONNUMBER PARCEL_IDENTIFICATION_NUMBER PARCEL_ID_NUMBER TAXLOT TAX_LOT TAXLOTID BBL PPN PARCEL_CODE
  PARCELCODE PRCL_NUM PRCLNUM PRCL_NBR PARCEL_NBR PARNUM PARCELKEY PRIMARY_PIN LOWPARCELID PARCELSPID PARCELLGL ALTPARNO
  VGIN_QPID MAP_PARCEL PNUM P_NUM PAR_ID RECORD TAG NAME
`);

/** Without a known name: every row must have its own, and it must look like a number of the county. */
const BY_VALUE_MIN = 0.9;
/** A sample smaller than this proves nothing. */
const SAMPLE_MIN = 5;

export type PinGuess = { profile: FieldProfile; note: string | undefined };

export function guessPin(profiles: readonly FieldProfile[]): PinGuess | undefined {
  const named = best(profiles, scoreByName);
  if (named) return { profile: named, note: undefined };
  const valued = best(profiles, scoreByValue);
  if (!valued) return undefined;
  const { name } = valued.field;
  return { profile: valued, note: `No field has the name of a PIN; ${name} was taken for its values.` };
}

function best(
  profiles: readonly FieldProfile[],
  score: (profile: FieldProfile) => number | undefined,
): FieldProfile | undefined {
  let found: { profile: FieldProfile; score: number } | undefined;
  for (const profile of profiles) {
    const points = score(profile);
    if (points !== undefined && (found === undefined || points > found.score)) {
      found = { profile, score: points };
    }
  }
  return found?.profile;
}

function scoreByName(profile: FieldProfile): number | undefined {
  const rank = nameRank(profile, pinNames);
  if (rank === undefined || profile.field.type === 'date') return undefined;
  const isName = profile.names.some(({ key }) => key === 'name');
  if (profile.present.length === 0) return isName || profile.filled === 0 ? undefined : 100 - rank * 0.5;
  if (profile.filled < 0.2 || share(profile, hasDigit) < 0.5) return undefined;
  // Names of people have no digits, but owners such as "4-H CLUB" do: a PIN is mostly digits.
  if (isName && share(profile, looksLikePin) < 0.8) return undefined;
  return 100 - rank * 0.5 + 40 * profile.filled + 40 * profile.distinct;
}

function scoreByValue(profile: FieldProfile): number | undefined {
  const { present, filled, distinct, field } = profile;
  if (present.length < SAMPLE_MIN || field.type === 'date' || field.type === 'boolean') return undefined;
  if (filled < BY_VALUE_MIN || distinct < BY_VALUE_MIN) return undefined;
  if (share(profile, looksLikePin) < 0.8 || isCounter(present) || isAmount(present)) return undefined;
  const hint = /pin|parcel|prcl|apn|map|lot|tax|acct|account|key|num|id$/i.test(field.name) ? 15 : 0;
  const lengths = new Set(present.map((value) => value.length));
  return 40 * distinct + 20 * share(profile, hasGroups) + hint + (lengths.size === 1 ? 10 : 0);
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
  const round = values.filter((value) => /^\d+00$|^\d+\.\d+$/.test(value)).length;
  return round > values.length / 3;
}
