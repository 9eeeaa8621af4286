// Splits a county's site address into house number and street: '102-A N MAIN ST UNIT 4' is house 102A on N MAIN ST.

export type SiteAddress = {
  /** Undefined where the county knows only the street. */
  house: { number: number; suffix: string } | undefined;
  street: string;
};

/** Apartments have the position of their lot, so the part from here on says nothing about the place. */
const UNIT =
  /\s(?:#|(?:unit|apt|apartment|ste|suite|bldg|building|fl|floor|rm|room|spc|trlr)\b\.?\s*#?\s*\S).*$/i;
const HOUSE_NUMBER =
  /^(\d{1,6})(?:\.\d{1,2})?(?:\s*-?\s*([a-z])(?=[\s-]|$)(?!\s*$))?(?:\s*[-&/]\s*\d{1,6})?(?:\s+\d\/\d)?\s+(?=\S)/i;
/** A direction may follow the number as one letter: 12 N Main St is not a house 12N. */
const DIRECTION = /^[nsew]$/i;
const LETTERS_IN_A_NAME = /\p{L}{2}|^\d+(st|nd|rd|th)\b|^[a-z]\b/iu;
const STREET_LENGTH_MAX = 80;

/** Undefined for a text that names no street, such as 'OFF' or 'NO ADDRESS ASSIGNED'. */
export function parseSiteAddress(text: string): SiteAddress | undefined {
  const line = text
    .split(/[,;\n]/, 1)[0]!
    .replace(/\s+/g, ' ')
    .trim();
  if (/\b(unassigned|unknown|no address|not assigned|vacant)\b/i.test(line)) return undefined;
  const found = HOUSE_NUMBER.exec(line);
  const letter = found?.[2];
  const isDirection = letter !== undefined && DIRECTION.test(letter) && /\d\s+[a-z]\s/i.test(found![0]);
  const afterNumber = !found
    ? line
    : isDirection
      ? line.slice(line.search(/\s/) + 1)
      : line.slice(found[0].length);
  const street = afterNumber.replace(UNIT, '').replace(/^[-\s]+|[-\s.]+$/g, '');
  if (street.length > STREET_LENGTH_MAX || !LETTERS_IN_A_NAME.test(street) || /^(off|rear)$/i.test(street)) {
    return undefined;
  }
  const number = found ? Number(found[1]) : 0;
  // Counties write 0 for land without a house.
  const house = number > 0 ? { number, suffix: isDirection ? '' : (letter ?? '').toUpperCase() } : undefined;
  return { house, street };
}
