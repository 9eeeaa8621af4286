// The filters that the page itself makes, in CQL2 text. Small, because the panels load it; contract/cql2/ reads and writes all others.

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

type Near = { pin: string; feet: number; crossesStreets: boolean };

/** 0 feet: those that touch. */
export function filterOfNeighbors({ pin, feet, crossesStreets }: Near): string {
  return `NEAR(pin = ${quoted(pin)}, ${feet}${crossesStreets ? '' : ", 'same block'"})`;
}

/** What the search box finds by these words. */
export const filterOfSearch = (text: string) => `MATCHES(${quoted(text)})`;

export const filterOfPins = (pins: readonly string[]) => `pin IN (${pins.map(quoted).join(', ')})`;
