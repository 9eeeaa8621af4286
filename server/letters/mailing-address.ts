// The lines of a mailing address as an envelope has them.
import type { SetParcel } from '../../contract/parcel-set.ts';

export type MailingAddress = {
  /** Above the line of the city. */
  street: string[];
  city: string;
  state: string;
  zip: string;
  /** All of it: the street, then city, state and ZIP code in one line. */
  lines: string[];
};

const NO_ADDRESS =
  /^\W*(?:unknown|n\/?a|none|null|no (?:mailing )?address.*|address unknown|not available|confidential|undeliverable|bad address|x+|0+)?\W*$/i;

/** A line that names only who gets the mail. */
const CARE_ONLY = /^(?:c\s?[/\\]\s?o|%|attn|attention|in care of)(?![\p{L}\p{N}])\D*$/iu;
/** The same with the rest of the address behind it, as an import joins them: C/O JONES MARY, APT 4. */
const CARE_THEN_MORE = /^((?:c\s?[/\\]\s?o|%|attn|attention|in care of)(?![\p{L}\p{N}])\D*?), (.*\d.*)$/iu;
/** What ends an address in one text: a ZIP code, a postal code of Canada or the United Kingdom, a country. */
const WHOLE_ENDS =
  /\s(?:\d{5}(?:-\d{4})?|[a-z]\d[a-z] ?\d[a-z]\d|[a-z]{1,2}\d[a-z\d]? \d[a-z]{2})$|(?<!\p{L})(?:canada|united kingdom|uk|england|scotland|wales|ireland|mexico|germany|france|spain|italy|netherlands|belgium|austria|switzerland|sweden|norway|denmark|finland|poland|portugal|greece|israel|india|china|hong kong|taiwan|japan|(?:south )?korea|singapore|philippines|vietnam|thailand|australia|new zealand|brazil|argentina|bahamas|bermuda)$/iu;

/** Undefined where a letter would not arrive: without a street or box, or without any of city and ZIP code. */
export function mailingAddress({
  add1,
  add2,
  city,
  state,
  zip,
}: Pick<SetParcel, 'add1' | 'add2' | 'city' | 'state' | 'zip'>): MailingAddress | undefined {
  const lines = [add1, add2]
    .map(plainLine)
    .flatMap((line) => CARE_THEN_MORE.exec(line)?.slice(1) ?? [line])
    .filter((line) => !NO_ADDRESS.test(line));
  // The Postal Service reads from below: right above the city stands the street.
  const street = [
    ...lines.filter((line) => CARE_ONLY.test(line)),
    ...lines.filter((line) => !CARE_ONLY.test(line)),
  ];
  const [plainCity, plainState, plainZip] = [city, state, zip].map(plainLine) as [string, string, string];
  // Some counties write all of it into the lines of the street.
  const isWhole = plainCity !== '' || plainZip !== '' || street.some((line) => WHOLE_ENDS.test(line));
  if (street.every((line) => CARE_ONLY.test(line)) || !isWhole) return undefined;
  // Two blanks before the ZIP code, as the Postal Service asks for.
  const lastLine = [[plainCity, plainState].filter(Boolean).join(' '), plainZip].filter(Boolean).join('  ');
  return {
    street,
    city: plainCity,
    state: plainState,
    zip: plainZip,
    lines: lastLine === '' ? street : [...street, lastLine],
  };
}

/** Without line breaks, tabs and other control characters, which names and addresses of counties may hold. */
export function plainLine(text: string | null): string {
  return (text ?? '')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim();
}
