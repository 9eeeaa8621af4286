// Finds what stands in the county's books: use of the land, tax district, legal description, deed.
import { quoteField } from './expression.ts';
import {
  type FieldProfile,
  fieldOf,
  isBlank,
  isLetter,
  type KnownName,
  knownNames,
  rankedByName,
  share,
} from './field-profile.ts';

/** Names of descriptions, of either, then of codes. */
const useNames = knownNames(`
  LAND_USE_DESC LAND_USE_DESCRIPTION LANDUSE_DES LANDUSE_DESCR USE_DESC USE_DESCRIPTION USE_DSCRP USEDSCRP USECDESC USE_CODE_DESC
  USE_CODE_DESCRIPTION PARUSEDESC LUC_DESC LUC_DESCRIPTION TAX_LUC_DESCRIPTION LU_DESC DESCLU STATE_USE_DESCRIPTION STATE_USE_DESC
  PROPERTY_USE_DESC PROP_USE_DESC USE1_DESC TYPE_USE_DECODE DOR_DESC PREUSE_DESC USE LAND_USE PROPERTY_USE PROP_USE LANDUSE2 GEN_USE
  USE_TYPE PROPERTY_CLASS_DESC PROP_CLASS_DESC PROP_CLASS_DESCRIPTION PROPCLDES CLASS_DSCRP CLASSDSCRP CLASS_DESC CLASS_DESCRIPTION
  PROPERTY_CLASS DLGF_PROP_CLASS
  USE_CODE USE_CD USECD LAND_USE_CODE LAND_USE_CD PARUSECODE LUC LU_CODE STATE_USE STATE_USE_CODE DOR_UC DOR_CODE DOR_CODE_CUR PARCEL_USE PUC
  PROP_CLASS PROPCLASS PROPCL DLGF_PROP_CLASS_CODE
`);
/** PROPERTY_CLASS and PROPERTY_CITY, cut by a Shapefile. */
const CUT_PROPERTY = /property_c$/i;
const districtNames = knownNames(`
  TAX_DISTRICT_DESCRIPTION TAX_DISTRICT_DESC TAX_DIST_DESC TAX_DISTRICT TAX_DIST TAXING_DISTRICT LEVY_DISTRICT TAX_RATE_AREA
  TAX_CODE_AREA TAX_AREA TRA TAX_UNIT TAXDST
`);
const legalNames = knownNames(`
  LEGAL_DESCRIPTION FULL_LEGAL_DESCRIPTION FULLLEGALDESCRIPTION FULL_LEGAL LEGAL_DESC LEGAL_DESCR LEGAL_DSCR LGL_DESC LEGL_DESCRIPTION LEGLDESC LEGDECFULL
  LEGAL S_LEGAL LEGAL_DESCRIPTION_SHORT BRIEF_LEGAL SHORT_LEGAL PARCELLGL PRPRTYDSCRP PROPERTY_DESCRIPTION
`);
/** With `#` for the number of the line. */
const LEGAL_LINES = ['LEGAL#', 'LEGAL_#', 'LEGAL_DESC#', 'LEGAL_DESC_#', 'LEGAL_DSCR_#', 'LEGAL_LINE#'];
const LEGAL_LINES_MAX = 6;

const deedNames = 'DEED_# DEED# LS_# OR_#1 OR_# OFFICIAL_RECORD_# CU# RECORD_# SALE_# DR1#'.split(' ');
const BOOKS = ['BOOK', 'BK', 'LIBER', 'VOLUME', 'VOL'];
const PAGES = ['PAGE', 'PG', 'FOLIO'];
/** Book and page in one. */
const deedPairs = knownNames(`
  DEED_BOOK_PAGE DEED_BK_PG DEEDBKPG DEED_BOOK_PG BOOK_PAGE BOOK_AND_PAGE BK_PG BKPG BOOK_PG LIBER_PAGE LIBER_FOLIO LIBERPAGE DEED_REF
  DEED_REFERENCE DEED_BOOK_AND_PAGE DEED BOOKPAGE
`);
/** 01234/0567, B1234-P567. */
const BOOK_AND_PAGE = /^[A-Z. ]*\d+[A-Z]? *[-/,] *[A-Z. ]*\d+[A-Z]?$/i;

export type RecordsGuess = {
  land_use: string | undefined;
  tax_district: string | undefined;
  legal: string | undefined;
  deed_book: string | undefined;
  deed_page: string | undefined;
};

export function guessRecords(free: readonly FieldProfile[], pin: FieldProfile | undefined): RecordsGuess {
  return {
    land_use: fieldOf(
      inWordsFirst(
        rankedByName(free, useNames).filter(
          (profile) => !isLetter(profile) && !CUT_PROPERTY.test(profile.field.name),
        ),
      ),
    ),
    tax_district: fieldOf(inWordsFirst(rankedByName(free, districtNames))),
    legal: guessLegal(free),
    ...guessDeed(free, pin),
  };
}

/** Single Family says more than 101. */
function inWordsFirst(ranked: readonly FieldProfile[]): FieldProfile | undefined {
  const hasWords = (profile: FieldProfile) =>
    !isBlank(profile) &&
    profile.present.length > 0 &&
    share(profile, (value) => /\p{L}{3}/u.test(value)) > 0.5;
  return ranked.find(hasWords) ?? ranked[0];
}

function guessLegal(profiles: readonly FieldProfile[]): string | undefined {
  const isLegal = (profile: FieldProfile) =>
    share(profile, (value) => /\p{L}/u.test(value) && value.length > 3) > 0.5;
  const [whole] = rankedByName(profiles, legalNames).filter(isLegal);
  if (whole && !isBlank(whole)) return fieldOf(whole);
  const lines: FieldProfile[] = [];
  for (let line = 1; line <= LEGAL_LINES_MAX; line += 1) {
    const names = knownNames(LEGAL_LINES.map((pattern) => pattern.replace('#', String(line))).join(' '));
    const [found] = rankedByName(profiles, names).filter(isLegal);
    if (!found) break;
    lines.push(found);
  }
  const fields = lines.map((profile) => quoteField(profile.field.name));
  return fields.length > 1 ? `join(' ', ${fields.join(', ')})` : (fields[0] ?? fieldOf(whole));
}

function guessDeed(
  profiles: readonly FieldProfile[],
  pin: FieldProfile | undefined,
): { deed_book: string | undefined; deed_page: string | undefined } {
  const books = rankedByName(profiles, namesOf(deedNames, BOOKS)).filter(isNumbered);
  const pages = rankedByName(profiles, namesOf(deedNames, PAGES)).filter(isNumbered);
  const [book] = books;
  const page = pages[0];
  if (book && !isBlank(book)) {
    if (page) return { deed_book: fieldOf(book), deed_page: fieldOf(page) };
    return isPair(book) ? splitPair(book) : { deed_book: fieldOf(book), deed_page: undefined };
  }
  const [pair] = rankedByName(profiles, deedPairs).filter((profile) => !isBlank(profile) && isPair(profile));
  if (pair) return splitPair(pair);
  // Without a word of deeds it may as well be the assessor's map, whose books are few and stand in the PIN.
  const [bareBook] = rankedByName(profiles, knownNames(BOOKS.join(' '))).filter(isNumbered);
  const [barePage] = rankedByName(profiles, knownNames(PAGES.join(' '))).filter(isNumbered);
  const isDeed = bareBook && barePage && isVaried(bareBook) && isVaried(barePage) && !isIn(bareBook, pin);
  return isDeed
    ? { deed_book: fieldOf(bareBook), deed_page: fieldOf(barePage) }
    : { deed_book: undefined, deed_page: undefined };
}

function namesOf(patterns: readonly string[], words: readonly string[]): KnownName[] {
  return knownNames(patterns.flatMap((pattern) => words.map((word) => pattern.replace('#', word))).join(' '));
}

const isNumbered = (profile: FieldProfile) => share(profile, (value) => /\d/.test(value)) > 0.8;
const isPair = (profile: FieldProfile) =>
  profile.present.length > 0 && share(profile, (value) => BOOK_AND_PAGE.test(value)) > 0.8;

/** Where the text is none of that kind, all of it is the book, so that nothing is lost. */
function splitPair(profile: FieldProfile): { deed_book: string; deed_page: string } {
  const name = quoteField(profile.field.name);
  return {
    deed_book: `first(regexp(${name}, '^[A-Za-z. ]*([0-9]+[A-Za-z]?) *[-/,] *[A-Za-z. ]*[0-9]+[A-Za-z]?$'), ${name})`,
    deed_page: `regexp(${name}, '^[A-Za-z. ]*[0-9]+[A-Za-z]? *[-/,] *[A-Za-z. ]*([0-9]+[A-Za-z]?)$')`,
  };
}

const isVaried = ({ present, distinct }: FieldProfile) => present.length >= 10 && distinct > 0.3;

/** Whether most PINs begin with the number. */
function isIn(book: FieldProfile, pin: FieldProfile | undefined): boolean {
  if (!pin) return false;
  const digits = (text: string | null | undefined) => (text ?? '').replace(/\D/g, '').replace(/^0+/, '');
  const rows = book.values.flatMap((value, row) => (value === null ? [] : [[value, pin.values[row]]]));
  const begins = rows.filter(([value, whole]) => digits(whole).startsWith(digits(value)));
  return begins.length > rows.length * 0.5;
}
