// Takes a mailing address apart whose lines, or whose only line, hold the city, the state and the ZIP code, too.

export type MailingAddress = {
  line1: string | null;
  line2: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
};

const states = new Set(
  (
    'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR ' +
    'PA RI SC SD TN TX UT VT VA WA WV WI WY DC PR VI GU AS MP AE AP AA AB BC MB NB NL NS ON PE QC SK'
  ).split(' '),
);
/** These are also words of streets (OAK CT), so that they need a comma or a ZIP code beside them. */
const streetWords = new Set(['CT', 'LA', 'WY', 'PR']);

const ZIP_ONLY = /^\d{5}(?:-?\d{4})?$/;
const CITY_STATE_ZIP = /^(.*?)(,? |, *)([A-Z]{2})\.?(?:[, ]+(\d{5}(?:-?(?:\d{4})?)?))?$/i;

export function isState(code: string): boolean {
  return states.has(code.toUpperCase());
}

/** `lines` are clean and not blank. What cannot be told apart for sure stays in the lines. */
export function parseMailingLines(lines: readonly string[]): MailingAddress {
  const rest = [...lines];
  let zip: string | null = null;
  if (rest.length > 1 && ZIP_ONLY.test(rest.at(-1)!)) zip = rest.pop()!;
  const place = parsePlace(rest.at(-1) ?? '', zip);
  if (place === undefined) return asLines(lines);
  rest.pop();
  if (place.street !== null) rest.push(place.street);
  return { ...asLines(rest), city: place.city, state: place.state, zip: place.zip };
}

function asLines([line1, ...others]: readonly string[]): MailingAddress {
  return {
    line1: line1 ?? null,
    line2: others.length > 0 ? others.join(', ') : null,
    city: null,
    state: null,
    zip: null,
  };
}

type Place = { street: string | null; city: string | null; state: string; zip: string | null };

function parsePlace(line: string, zipBelow: string | null): Place | undefined {
  const [, before, separator, state, zipHere] = CITY_STATE_ZIP.exec(line) ?? [];
  if (before === undefined || state === undefined || !isState(state)) return undefined;
  const zip = zipHere?.replace(/-$/, '') ?? zipBelow;
  if (zip === null && !separator!.includes(',') && streetWords.has(state.toUpperCase())) return undefined;
  const comma = before.lastIndexOf(',');
  const city = before.slice(comma + 1).trim();
  const street = comma < 0 ? null : before.slice(0, comma).trim();
  // A house number before the city without a comma: nobody can tell where the city begins.
  if (/\d/.test(city)) return undefined;
  return { street: street || null, city: city || null, state: state.toUpperCase(), zip };
}
