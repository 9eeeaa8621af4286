// What a client says about the answer it wants, Accept-Encoding and If-None-Match; and about whom it asks, Host.
import type { IncomingMessage } from 'node:http';

/** A name or an address, and a port (RFC 3986, 3.2.2). */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/i;

/**
 * Whether a request names its host as it must: once, and only HTTP/1.0 not at all (RFC 9112, 3.2). Node keeps the first of two,
 * where a proxy may have gone by the second.
 */
export function namesOneHost({ rawHeaders, headers, httpVersion }: IncomingMessage): boolean {
  let count = 0;
  // Names and values in turn.
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === 4 && name.toLowerCase() === 'host') count++;
  }
  if (count === 0) return httpVersion === '1.0';
  return count === 1 && HOST.test(headers.host ?? '');
}

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
