// What a client says about the answer it wants: Accept-Encoding and If-None-Match.

/** A client without the header accepts every encoding (RFC 9110, 12.5.3). */
export function acceptsGzip(acceptEncoding: string | undefined): boolean {
  if (acceptEncoding === undefined) return true;
  // What nearly every client sends; the rest is for those that weigh.
  if (/^gzip(,[^;]*)?$/.test(acceptEncoding)) return true;
  const codings = acceptEncoding.split(',').map((part) => {
    const [name, ...parameters] = part.split(';').map((word) => word.trim().toLowerCase());
    return { name, refused: parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) };
  });
  const named = codings.find(({ name }) => name === 'gzip' || name === 'x-gzip');
  const chosen = named ?? codings.find(({ name }) => name === '*');
  return chosen !== undefined && !chosen.refused;
}

/** Whether the client's copy is current, so that 304 is enough (RFC 9110, 13.1.2). */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag) return true;
  return ifNoneMatch.split(',').some((part) => {
    const known = part.trim();
    return known === '*' || known.replace(/^W\//, '') === etag;
  });
}
