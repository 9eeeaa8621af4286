// What a page asked for in a session, as Chromium sent it (record-session.ts): for another server, and with the cookies of another
// sign-in.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HttpRequest } from '../measure/wrk.ts';

export const recordedSessions = ['demo-county', 'cambridge'] as const;

export type RecordedSession = {
  /** Names and values in the order in which they were sent; what belonged to that session is left out of the values. */
  headers: [name: string, value: string][][];
  /** The headers by their place in the list. */
  requests: [path: string, headers: number][];
};

type Replay = {
  origin: string;
  /** Of the parcels. */
  version: string;
  /** Undefined for somebody who has not signed in. */
  cookies: { session_token: string; session_jwt: string } | undefined;
};

/** In their order. Who replays a revalidation adds the ETags that the server gave. */
export function replaySession(
  name: (typeof recordedSessions)[number],
  { origin, version, cookies }: Replay,
): (HttpRequest & { headers: Record<string, string> })[] {
  const { headers, requests } = read(name);
  const own = headers.map((pairs) =>
    Object.fromEntries(pairs.flatMap((pair) => filled(pair, { origin, cookies }))),
  );
  return requests.map(([path, at]) => ({
    path: path.replace('v=VERSION', `v=${encodeURIComponent(version)}`),
    headers: own[at]!,
  }));
}

/** The headers of the first request whose path begins so. */
export function recordedHeaders(start: string, replay: Omit<Replay, 'version'>): Record<string, string> {
  const found = replaySession('demo-county', { ...replay, version: '' }).find(({ path }) =>
    path.startsWith(start),
  );
  return found!.headers;
}

function read(name: string): RecordedSession {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures', `session-${name}.json`), 'utf8'));
}

/** As long as that of a browser in which somebody has signed in. */
const OTHER_COOKIE = 'x'.repeat(43);

function filled(
  [name, value]: readonly [string, string],
  { origin, cookies }: Omit<Replay, 'version'>,
): [string, string][] {
  switch (name.toLowerCase()) {
    case 'if-none-match':
    case 'if-modified-since':
      return [];
    case 'cookie': {
      if (!cookies) return [];
      const values: Record<string, string> = cookies;
      return [[name, value.replaceAll(/\w+/g, (cookie) => `${cookie}=${values[cookie] ?? OTHER_COOKIE}`)]];
    }
    case 'authorization':
      return cookies ? [[name, `Bearer ${cookies.session_jwt}`]] : [];
    case 'x-session-token':
      return cookies ? [[name, cookies.session_token]] : [];
    default:
      return [[name, value.replaceAll('ORIGIN', origin)]];
  }
}
