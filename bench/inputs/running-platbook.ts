// A built Platbook, started for a benchmark, and somebody who signs in to it.
import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Parcel } from '../../contract/parcel.ts';
import type { Bounds } from '../../geo/geometry.ts';
import { newestMailedLink, TEST_INBOX_KEY } from '../../test/inbox.ts';
import { freePort } from '../../test/run-platbook.ts';
import { CHALLENGE, VERIFIER } from '../../test/sdk-client.ts';
import { ask, untilAnswered } from '../measure/http.ts';
import { type Program, startProgram } from '../measure/processes.ts';
import { seededRandom } from '../measure/statistics.ts';
import type { HttpRequest } from '../measure/wrk.ts';
import { scratch } from '../scratch.ts';

const entry = join(import.meta.dirname, '../../dist/server/cli/main.js');

export type Platbook = Program & { port: number; readySeconds: number };

type Start = {
  /** Of its data folder in the scratch folder. */
  name: string;
  /** A data folder to begin with. */
  copyOf?: string;
  cores?: readonly number[] | undefined;
  settings?: Record<string, string>;
};

export async function startPlatbook({ name, copyOf, cores, settings }: Start): Promise<Platbook> {
  const dataDir = join(scratch, name);
  if (copyOf !== undefined) {
    rmSync(dataDir, { recursive: true, force: true });
    cpSync(copyOf, dataDir, { recursive: true });
  }
  const port = await freePort();
  const begin = performance.now();
  const program = startProgram({
    program: process.execPath,
    args: [entry, 'start'],
    cores,
    env: { PORT: `${port}`, DATA_DIR: dataDir, PLATBOOK_INBOX_KEY: TEST_INBOX_KEY, ...settings },
  });
  await Promise.race([
    untilAnswered(port, '/readyz', 600_000),
    program.ended.then(() =>
      Promise.reject(
        new Error(`Platbook did not start:
${program.output()}`),
      ),
    ),
  ]);
  return { ...program, port, readySeconds: (performance.now() - begin) / 1000 };
}

export function platbookCommand(args: readonly string[]): string[] {
  if (!existsSync(entry)) throw new Error('There is no build: npm run build');
  return [entry, ...args];
}

type Served = Pick<Platbook, 'port'>;
type Headers = Record<string, string>;

const configOf = async ({ port }: Served) =>
  JSON.parse((await ask(port, { path: '/config.json' })).body.toString());

export const boundsOf = async (platbook: Served): Promise<Bounds> => (await configOf(platbook)).view.bounds;

/** Of its parcels. */
export const versionOf = async (platbook: Served): Promise<string> =>
  (await configOf(platbook)).parcelVersion;

const pointPath = (lng: number, lat: number) => `/api/parcels/at?lng=${lng.toFixed(6)}&lat=${lat.toFixed(6)}`;

/** At random points, the same in every run. */
export async function sampleParcels(
  platbook: Served,
  { count, headers }: { count: number; headers?: Headers },
): Promise<{ parcel: Parcel; pointPath: string }[]> {
  const { west, south, east, north } = await boundsOf(platbook);
  const random = seededRandom(7);
  const found: { parcel: Parcel; pointPath: string }[] = [];
  for (let tries = 0; found.length < count; tries++) {
    if (tries > count * 100) throw new Error('There is hardly a parcel at any random point.');
    const path = pointPath(west + (east - west) * random(), south + (north - south) * random());
    const { status, body } = await ask(platbook.port, { path, ...(headers && { headers }) });
    if (status === 200) found.push({ parcel: JSON.parse(body.toString()), pointPath: path });
  }
  return found;
}
const SESSION_LASTS = { session_duration_minutes: 120 };

async function openSdk({ port }: Served) {
  const origin = `http://127.0.0.1:${port}`;
  const text = async (path: string) => (await fetch(origin + path)).text();
  const { publicToken } = JSON.parse(await text('/config.json')).auth;
  const call = async ({
    path,
    body,
    token = publicToken,
  }: {
    path: string;
    body: object;
    token?: string;
  }) => {
    const answer = await fetch(`${origin}/sdk/v1${path}`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${publicToken}:${token}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
    return (await answer.json()).data;
  };
  return { text, call };
}

export type SignedIn = {
  token: string;
  /** A JWT lasts five minutes. */
  renew(): Promise<{
    cookies: { session_jwt: string; session_token: string };
    cookie: Headers;
  }>;
};

export async function signIn(platbook: Served): Promise<SignedIn> {
  const { text, call } = await openSdk(platbook);
  const email = 'bench@example.org';
  await call({ path: '/magic_links/email/login_or_create', body: { email, code_challenge: CHALLENGE } });
  const token = (await newestMailedLink(text)).searchParams.get('token');
  const { session_token } = await call({
    path: '/magic_links/authenticate',
    body: { token, code_verifier: VERIFIER, ...SESSION_LASTS },
  });
  return resumeSession(platbook, session_token);
}

export async function resumeSession(platbook: Served, token: string): Promise<SignedIn> {
  const { call } = await openSdk(platbook);
  return {
    token,
    async renew() {
      const { session_jwt, session_token } = await call({
        path: '/sessions/authenticate',
        body: SESSION_LASTS,
        token,
      });
      const cookie = { Cookie: `session_jwt=${session_jwt}; session_token=${session_token}` };
      return {
        cookies: { session_jwt, session_token },
        cookie,
      };
    },
  };
}

export const withHeaders = (requests: readonly HttpRequest[], headers: Headers): HttpRequest[] =>
  requests.map(({ path, headers: own }) => ({ path, headers: { ...own, ...headers } }));
