// Whether a client already has what an ETag names (RFC 9110, 13.1.2).

export function namesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((part) => {
    const known = part.trim();
    return known === '*' || known.replace(/^W\//, '') === etag;
  });
}
