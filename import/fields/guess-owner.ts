// Finds the owners: one field, several, or a last and a first name.
import { quoteField } from './expression.ts';
import { type FieldProfile, isBlank, knownNames, rankedByName, share } from './field-profile.ts';

const ownerNames = knownNames(`
  OWNER OWNERNAME OWNER_NAME OWNNAME OWN_NAME OWNER1 OWNERNME1 OWNNAME1 OWN_NAME1 OWNER_NAME1 OWNERNAME1 OWNER_NAME_1
  OWNER_1 OWN1 OWNERNM1 PRIMARY_OWNER PRIMARYOWNER OWNER_FULL_NAME OWNERFULLNAME OWNERS OWNER_NAMES CURRENT_OWNER
  CURRENTOWNER CUR_OWNER CURR_OWNER DEEDED_OWNER DEED_OWNER LEGAL_OWNER TITLE_HOLDER OWNNM OWNER_NM OWNERNM OWNR_NAME
  OWNR NAME1 NAME_1 OWNERSHIP MAIL_NAME MAILNAME MAILING_NAME PSTLNAME TAXPAYER TAXPAYER_NAME TAXPAYERNAME TAXPAYER1
  GRANTEE FULL_NAME FULLNAME NAME
`);
const secondNames = knownNames(`
  OWNER2 OWNERNME2 OWNNAME2 OWN_NAME2 OWNER_NAME2 OWNERNAME2 OWNER_NAME_2 OWNER_2 OWN2 OWNERNM2 NAME2 NAME_2
  SECOND_OWNER SECONDARY_OWNER SECONDOWNER SECONDARYOWNER CO_OWNER COOWNER ADDL_OWNER ADD_OWNER ADDTL_OWNER
  ADDITIONAL_OWNER OWNER_CO JOINT_OWNER SPOUSE
`);
const thirdNames = knownNames(
  `OWNER3 OWNERNME3 OWNNAME3 OWN_NAME3 OWNER_NAME3 OWNERNAME3 OWNER_3 NAME3 OWNER_NAME_3`,
);
const lastNames = knownNames(
  `OWNER_LAST OWNERLAST OWNER_LAST_NAME OWNERLASTNAME OWN_LAST OWNLAST OWNER_LN LAST_NAME LASTNAME`,
);
const firstNames = knownNames(
  `OWNER_FIRST OWNERFIRST OWNER_FIRST_NAME OWNERFIRSTNAME OWN_FIRST OWNFIRST OWNER_FN FIRST_NAME FIRSTNAME`,
);
const careNames = knownNames(
  `NAME_CARE CARE_OF CAREOF OWN_CARE OWNER_CARE_OF IN_CARE_OF INCAREOF CARE_NAME MAIL_CARE_OF MAILING_CARE_OF C_O ATTN ATTENTION`,
);

export type OwnerGuess = {
  /** An expression. */
  name: string | undefined;
  /** An expression for care-of lines, which belong to the address. */
  care: string | undefined;
};

export function guessOwner(profiles: readonly FieldProfile[]): OwnerGuess {
  const people = profiles.filter((profile) => share(profile, isName) > 0.5);
  const [care] = rankedByName(people, careNames);
  const careField = care && quoteField(care.field.name);
  const [first] = rankedByName(people, ownerNames);
  const [last] = rankedByName(people, lastNames);
  if (first === undefined || (isBlank(first) && last !== undefined)) {
    return { name: last && fullName(last, rankedByName(people, firstNames)[0]), care: careField };
  }
  const others = [secondNames, thirdNames].flatMap((known) => {
    const [other] = rankedByName(people, known);
    // Few rows have a second owner: that the sample has none proves nothing.
    return other !== undefined && other !== first ? [quoteField(other.field.name)] : [];
  });
  const owner = quoteField(first.field.name);
  if (others.length === 0) return { name: owner, care: careField };
  return {
    name: `owners(${[owner, ...others].join(', ')})`,
    care: careField ?? `care(${others.join(', ')})`,
  };
}

function fullName(last: FieldProfile, first: FieldProfile | undefined): string {
  const lastField = quoteField(last.field.name);
  return first === undefined ? lastField : `${lastField} & ' ' & ${quoteField(first.field.name)}`;
}

/** A name has letters; numbers of owners and of parcels have few. */
function isName(value: string): boolean {
  return value.replace(/[^\p{L}]/gu, '').length > value.replace(/\D/g, '').length;
}
