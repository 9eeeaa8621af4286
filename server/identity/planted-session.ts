// Cookie tossing: a site on a sibling domain can set the session cookies, whose names are fixed, so that a person would work in the
// account of somebody else. The cookie of a known browser is out of its reach (__Host-), so a page needs both.
import type { FastifyRequest } from 'fastify';
import { createKnownBrowser } from './known-browser.ts';

/** Whether a page presents a session of somebody who was not the last to sign in there. */
export type IsPlanted = (request: Pick<FastifyRequest, 'headers'>, person: { userId: string }) => boolean;

export function createPlantedCheck({ publicUrl }: { publicUrl: string }): IsPlanted {
  // Over plain http anyone on the network can set any cookie.
  if (!publicUrl.startsWith('https:')) return () => false;
  const knownBrowser = createKnownBrowser({ publicUrl });
  // Only browsers send this header, and no page can leave it out. The session's cookie may have a path that keeps it from coming along.
  return (request, person) =>
    request.headers['sec-fetch-site'] !== undefined && !knownBrowser.isOf(request, person);
}
