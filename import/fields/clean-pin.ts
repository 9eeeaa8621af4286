// A parcel number as the county writes it, or the reason why there is none.
import { PIN_LENGTH_MAX } from '../../contract/limits.ts';
import { cleanText } from './clean-text.ts';

export type CleanPin = { pin: string; repair: string | undefined } | { refusal: string };

const NO_PIN = 'no PIN';
const NO_PARCEL = 'no parcel: road, water or common land';
const LOST_DIGITS = 'the PIN lost its digits in a spreadsheet';
const TOO_LONG = `the PIN is longer than ${PIN_LENGTH_MAX} characters`;

const NO_PIN_WORDS =
  /^(?:NO[ -]?(?:PIN|APN|PID|ID|PARCEL(?: ?(?:ID|NUMBER|NO|NUM))?|DATA|NUMBER)|NA|X+|NOT? (?:AVAILABLE|ASSIGNED|FOUND)|UNASSIGNED|UNKNOWN|UNK|PENDING|TBD|BLANK|VOID|MISSING)$/i;
const LAND_WORDS =
  /^(?:(?:PUBLIC |PRIVATE |COUNTY |STATE |CITY )?(?:R[./ -]?O[./ -]?W\.?|R ?\/ ?W|RIGHTS?[ -]?OF[ -]?WAYS?|ROAD(?:WAY)?S?|RDS?|STREETS?|ALLEYS?|HIGHWAYS?|HWY|INTERSTATE|MEDIAN)|RAIL(?:ROAD|WAY)?S?|RR|HYDRO|WATER(?: ?(?:BODY|WAY|COURSE))?S?|RIVERS?|LAKES?|PONDS?|CREEKS?|STREAMS?|OCEAN|BAY|CANAL|(?:COMMON|OPEN)(?: ?(?:AREA|ELEMENT|LAND|GROUND|SPACE|PROPERTY))?S?|COM(?:MON)?[ -]?AREA|CEMETERY|EASEMENTS?|GAPS?|OVERLAPS?|SLIVERS?)$/i;
/** How spreadsheets show a long number: 1.23E+14. Without the sign it may be a PIN, such as 12E3. */
const SCIENTIFIC = /^(\d)(?:\.(\d+))?E\+(\d{1,2})$/i;

export function cleanPin(value: string | number | null): CleanPin {
  if (typeof value === 'number' && !isExact(value)) return { refusal: LOST_DIGITS };
  let pin = cleanText(value);
  // All zeros, or zeros and separators, is how many counties write "none".
  if (pin === null || !/[1-9\p{L}]/u.test(pin) || NO_PIN_WORDS.test(pin)) return { refusal: NO_PIN };
  if (!/\d/.test(pin) && LAND_WORDS.test(pin.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')))
    return { refusal: NO_PARCEL };
  const scientific = SCIENTIFIC.exec(pin);
  if (scientific) {
    const [, first, decimals = '', exponent] = scientific;
    if (decimals.length !== Number(exponent)) return { refusal: LOST_DIGITS };
    pin = `${first}${decimals}`;
  }
  let repair: string | undefined;
  if (pin.includes('~')) {
    // `PIN~source` names a parcel of a second county.
    pin = pin.replaceAll('~', '-');
    repair = 'PIN written with - instead of ~';
  }
  return pin.length > PIN_LENGTH_MAX ? { refusal: TOO_LONG } : { pin, repair };
}

/** Beyond 2^53 a number has lost its last digits. */
function isExact(value: number): boolean {
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}
