// Guesses which field of the county is which field of a parcel: by the names that counties use, and by the values.
import { parcelFields } from '../../contract/parcel-columns.ts';
import type { LayerField } from '../layer.ts';
import { quoteField } from './expression.ts';
import { lastPart } from './field-names.ts';
import {
  type FieldProfile,
  fieldOf,
  isLetter,
  knownNames,
  profileFields,
  rankedByName,
  share,
} from './field-profile.ts';
import { guessAcres } from './guess-acres.ts';
import { guessAddresses } from './guess-addresses.ts';
import { guessBuilding } from './guess-building.ts';
import { guessOwner } from './guess-owner.ts';
import { guessPin } from './guess-pin.ts';
import { guessRecords } from './guess-records.ts';
import { guessSale } from './guess-sale.ts';
import { guessValue } from './guess-value.ts';
import { type FieldMapping, findTarget, NOT_MAPPED, type Sample, usedFields } from './mapping.ts';

const townshipNames = knownNames(`
  TOWNSHIP TOWNSHIP_NAME TOWNSHIPNAME TWP_NAME TWPNAME TWP TWNSHP TWSP TWNSHP_NAME TOWNSHIP_DESC TOWNSHIP_DECODE CTU_NAME CTUNAME
  MUNICIPALITY MUNI_NAME MUNINAME MUN_NAME MUNIC_NM MUNIDESC MUNI_DESC MUNICIPAL MUNICIPALITY_NAME MUNI MUNICIPALI CITYTOWN_NAME CITYTOWN TOWN_NAME
  TOWNNAME TOWN CVTTXDSCRP CVTTAXDESCRIPTION CVTTXNAME BOROUGH LOCALITY LOCALITY_NAME PLACENAME TAX_DISTRICT_NAME JURISDICTION GOVT_UNIT GOV_UNIT
`);
const zoningNames = knownNames(`
  ZONING ZONE ZONE_CODE ZONECODE ZONING_CODE ZONINGCODE ZONE_CD ZONING_CD ZONE1 ZONING1 ZONE_1 ZONING_1 ZONECLASS ZONE_CLASS
  ZONE_TYPE ZONING_DISTRICT ZONINGDISTRICT ZONE_DIST ZONEDIST CURRENT_ZONING CUR_ZONING ZONING_DESC ZONE_DESC ZONINGDESC
  ZONEDESC ZONING_DESCRIPTION ZN ZONED
`);
/** Other words beside ZONE that make it a zone of something else. */
const OTHER_ZONE =
  /flood|fema|fire|school|time|utm|evac|map|overlay|enterprise|opportun|wind|noise|tax|parking|district_?no/i;

export function guessMapping(o: {
  fields: readonly LayerField[];
  sample: readonly Sample[];
  /** Always wins; its fields are not guessed for anything else. */
  given?: FieldMapping;
  /** See Layer. */
  isUnique?: ((field: string) => boolean) | undefined;
}): { mapping: FieldMapping; notes: string[] } {
  const given = o.given ?? {};
  const notes: string[] = [];
  const taken = usedFields(given, o.fields);
  let free = profileFields(o.fields, o.sample).filter(({ field }) => !taken.has(field.name));
  const guess: { [Field in keyof FieldMapping]?: string | undefined } = {};

  const pin = given.pin === undefined ? guessPin(free, o.isUnique) : undefined;
  guess.pin = pin && pinExpression(pin.profile);
  if (pin?.otherwise) guess.pin = `first(${guess.pin}, ${pinExpression(pin.otherwise)})`;
  free = free.filter((profile) => profile !== pin?.profile && profile !== pin?.otherwise);
  if (pin?.note !== undefined) notes.push(pin.note);
  const owner = guessOwner(free);
  guess.name = owner.name;
  const withoutOwner = given.name ?? owner.name;
  Object.assign(
    guess,
    guessAddresses({
      profiles: free.filter((profile) => !owner.used.has(profile)),
      care: given.name === undefined ? owner.care : undefined,
      hasOwner: withoutOwner !== undefined && withoutOwner !== NOT_MAPPED,
    }),
  );
  guess.township = fieldOf(
    rankedByName(free, townshipNames).find((profile) => !isSurveyNumber(profile) && !isLetter(profile)),
  );
  guess.zoning = fieldOf(
    [...rankedByName(free, zoningNames), ...free.filter(hasWordOfZoning)].find(isZoning),
  );
  const acres = guessAcres(free, o.sample);
  guess.taxacres = acres.expression;
  if (given.taxacres === undefined) notes.push(...acres.notes);
  const sale = guessSale(free);
  guess.sale_date = sale.date;
  guess.sales_price = sale.price;
  if (given.sale_date === undefined) notes.push(...sale.notes);
  const known = usedFields(definedOf(guess), o.fields);
  const left = free.filter(({ field }) => !known.has(field.name));
  Object.assign(guess, guessValue(left), guessBuilding(left), guessRecords(left, pin?.profile));

  const mapping: FieldMapping = {};
  for (const field of parcelFields) {
    // A field without a rule of its own: the county's field of the same name.
    const isNamed = (profile: FieldProfile) => findTarget(lastPart(profile.field.name)) === field;
    if (!(field in guess)) guess[field] = fieldOf(free.find(isNamed));
    const expression = given[field] ?? guess[field];
    if (expression !== undefined) mapping[field] = expression;
  }
  return { mapping, notes };
}

function definedOf(guess: { [Field in keyof FieldMapping]?: string | undefined }): FieldMapping {
  return Object.fromEntries(Object.entries(guess).filter(([, expression]) => expression !== undefined));
}

/** A column of whole numbers that was once a float: 1204.0. */
function pinExpression(profile: FieldProfile): string {
  const field = quoteField(profile.field.name);
  const wasFloat = profile.present.length > 0 && share(profile, (value) => /^\d+\.0+$/.test(value)) === 1;
  return wasFloat ? `regexp(${field}, '\\.0+$', '')` : field;
}

/** Township 12 North of the Public Land Survey is not a place that people know. */
function isSurveyNumber(profile: FieldProfile): boolean {
  return (
    profile.present.length > 0 &&
    share(profile, (value) => /^T?\.? ?\d+(\.\d+)? ?[NSEW]?$/i.test(value)) > 0.5
  );
}

/** CITY_ZONING, ZONE_10: the word stands among others. */
function hasWordOfZoning({ field, words, present }: FieldProfile): boolean {
  return (
    present.length > 0 &&
    words.some((word, at) => /^(zoning|zone)$/.test(word) || (at > 0 && word === 'zo')) &&
    !words.includes('prior') &&
    !OTHER_ZONE.test(field.name)
  );
}

/** ZONE is also the first part of some parcel numbers: R-1 has a letter. Only ZONING may be a number. */
function isZoning(profile: FieldProfile): boolean {
  return profile.words.includes('zoning') || share(profile, (value) => /\p{L}/u.test(value)) > 0.5;
}
