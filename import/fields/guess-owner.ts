// Finds the owners: one field, several, or a last and a first name.
import { quoteField } from './expression.ts';
import {
  type FieldProfile,
  isBlank,
  type KnownName,
  knownNames,
  rankedByName,
  share,
} from './field-profile.ts';

const ownerNames = knownNames(`
  OWNER OWNERNAME OWNER_NAME OWNNAME OWN_NAME OWNER1 OWNERNME1 OWNNAME1 OWN_NAME1 OWNER_NAME1 OWNERNAME1 OWNER_NAME_1
  OWNER_1 OWN1 OWNERNM1 OWNAM1 O_NAME PRIMARY_OWNER PRIMARYOWNER OWNER_FULL_NAME OWNERFULLNAME FULLOWNERNAME OWNERS OWNER_NAMES CURRENT_OWNER
  CURRENTOWNER CUR_OWNER CURR_OWNER DEEDED_OWNER DEED_OWNER FEE_OWNER FEEOWNER LEGAL_OWNER TITLE_HOLDER TITLEHOLDER DEED_HOLDER DEEDHOLDER
  DEED_NAME OWNNM OWNER_NM OWNERNM OWNR_NAME OWNR NAME1 NAME_1 OWNERSHIP FILE_AS_NAME PY_OWNER_NAME OWNER_MAIL_NAME MAIL_NAME MAILNAME
  MAILING_NAME PSTLNAME TAXPAYER TAXPAYER_NAME TAXPAYERNAME TAXPAYER1 NAME
`);
/** Who bought last, or a name that may be anybody's: asked last. */
const vagueNames = knownNames('GRANTEE BUYER BUYER_NAME FULL_NAME FULLNAME');
/** The first line of a mailing label, which is the owner if it has no house numbers. */
const labelNames = knownNames('MAIL1 MAIL_1 MAILING1 MAILING_1 MAIL_LABEL1 LABEL1 MAIL_LINE1 MAIL_LINE_1');
const secondNames = knownNames(`
  OWNER2 OWNERNME2 OWNNAME2 OWN_NAME2 OWNER_NAME2 OWNERNAME2 OWNER_NAME_2 OWNER_2 OWN2 OWNERNM2 NAME2 NAME_2
  OWNAM2 OWNER_NA_1 SECOND_OWNER SECONDARY_OWNER SECONDOWNER SECONDARYOWNER CO_OWNER COOWNER ADDL_OWNER ADD_OWNER ADDTL_OWNER
  ADDITIONAL_OWNER JOINT_OWNER SPOUSE OWNER_MORE OWNER_OTHER OTHER_OWNER OTHER_OWNERS O_OTHERS DEEDED_OWNER2
  TAXPAYER_NAME2 TAXPAYER2 MAIL_NAME2 MAILNAME2
`);
const thirdNames = knownNames(
  `OWNER3 OWNERNME3 OWNNAME3 OWN_NAME3 OWNER_NAME3 OWNERNAME3 OWNER_3 NAME3 OWNER_NAME_3 OWNER_NA_2`,
);
const lastNames = knownNames(
  `OWNER_LAST OWNERLAST OWNER_LAST_NAME OWNERLASTNAME OWN_LAST OWNLAST OWNER_LN LAST_NAME LASTNAME`,
);
const firstNames = knownNames(
  `OWNER_FIRST OWNERFIRST OWNER_FIRST_NAME OWNERFIRSTNAME OWN_FIRST OWNFIRST OWNER_FN FIRST_NAME FIRSTNAME`,
);
const careNames = knownNames(
  `NAME_CARE CARE_OF CAREOF OWN_CARE OWNER_CARE_OF IN_CARE_OF INCAREOF CARE_NAME MAIL_CARE_OF MAILING_CARE_OF CARE_OF_NAME O_CAREOF OWNER_CARE OWNICO C_O ATTN ATTENTION`,
);

/** MAIN ST, and N 45TH AVE NE. */
const STREET =
  /^(?:[NSEW]{1,2} )?[\w' ]+ (?:ST|STREET|AVE|AV|AVENUE|RD|ROAD|DR|DRIVE|LN|LANE|CT|BLVD|PL|WAY|CIR|HWY|PKWY|TER|TRL)(?: [NSEW]{1,2})?$/i;

const PLACE = / [A-Z]{2},? \d{5}(?:-?\d{4})?$/i;

export type OwnerGuess = {
  /** An expression. */
  name: string | undefined;
  /** An expression for care-of lines, which belong to the address. */
  care: string | undefined;
  /** The fields in both. */
  used: ReadonlySet<FieldProfile>;
};

export function guessOwner(profiles: readonly FieldProfile[]): OwnerGuess {
  const people = (known: readonly KnownName[]) =>
    rankedByName(profiles, known).filter((profile) => share(profile, isName) > 0.5);
  const [care] = people(careNames);
  const careField = care && quoteField(care.field.name);
  const [strong] = people(ownerNames);
  const [last] = people(lastNames);
  if (strong === undefined || (isBlank(strong) && last !== undefined)) {
    const [first] = people(firstNames);
    const labels = people(labelNames).filter((profile) => share(profile, hasDigit) < 0.2);
    const [vague] = [...people(vagueNames), ...labels];
    const name = last ? fullName(last, first) : vague && quoteField(vague.field.name);
    const used = [care, ...(last ? [last, first] : [vague])];
    return { name, care: careField, used: new Set(used.filter((profile) => profile !== undefined)) };
  }
  const used = [strong];
  for (const known of [secondNames, thirdNames]) {
    // Few rows have a second owner: that the sample has none proves nothing.
    const other = people(known).find(
      (profile) => !used.includes(profile) && isOfTaxpayer(profile) === isOfTaxpayer(strong),
    );
    if (other) used.push(other);
  }
  const [owner, ...others] = used.map(({ field }) => quoteField(field.name));
  return {
    name: others.length === 0 ? owner : `owners(${[owner, ...others].join(', ')})`,
    care: careField ?? (others.length === 0 ? undefined : `care(${others.join(', ')})`),
    used: new Set(care ? [...used, care] : used),
  };
}

function fullName(last: FieldProfile, first: FieldProfile | undefined): string {
  const lastField = quoteField(last.field.name);
  return first === undefined ? lastField : `${lastField} & ' ' & ${quoteField(first.field.name)}`;
}

/** The owner and who pays the tax are two lists of people. */
function isOfTaxpayer({ words }: FieldProfile): boolean {
  return words.includes('taxpayer') || words.includes('tax');
}

function hasDigit(value: string): boolean {
  return /\d/.test(value);
}

/** A name has letters; numbers of owners and of parcels have few. Streets are not names of people. */
function isName(value: string): boolean {
  if (STREET.test(value) || PLACE.test(value)) return false;
  return value.replace(/[^\p{L}]/gu, '').length > value.replace(/\D/g, '').length;
}
