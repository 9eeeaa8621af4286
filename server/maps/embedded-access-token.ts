// A public token of the embedded provider, in the form that Mapbox's libraries read theirs in; it opens nothing.

const claims = Buffer.from(JSON.stringify({ u: 'platbook', a: 'embedded' })).toString('base64url');

export const EMBEDDED_ACCESS_TOKEN = `pk.${claims}.embedded`;
