// A session as local storage holds it: enough for the page to know whose things it keeps.
export const storedJwt = (person: string) => `header.${btoa(JSON.stringify({ sub: person }))}.signature`;
