// The filters that the page itself makes, in CQL2 text. Small, because the panels load it; contract/cql2/ reads and writes all others.

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** `of` is a filter. */
type Near = { of: string; feet: number; crossesStreets: boolean };

/** 0 feet: those that touch. */
export function filterOfNeighbors({ of, feet, crossesStreets }: Near): string {
  return `NEAR(${of}, ${feet}${crossesStreets ? '' : ", 'same block'"})`;
}

/** What the search box finds by these words. */
export const filterOfSearch = (text: string) => `MATCHES(${quoted(text)})`;

export const filterOfPin = (pin: string) => `pin = ${quoted(pin)}`;

export const filterOfPins = (pins: readonly string[]) => `pin IN (${pins.map(quoted).join(', ')})`;
