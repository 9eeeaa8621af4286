// The clock is set back and forth under a running server: nobody is locked out for good, and sessions and links made by a
// right clock end in time.
import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SESSION_MINUTES } from '../../contract/limits.ts';
import { CHALLENGE, VERIFIER } from '../sdk-client.ts';
import { storeKinds } from '../store-places.ts';
import type { Answer } from './ask.ts';
import { noteFigure } from './figures.ts';
import { type OpenServer, openServer } from './open-server.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const YEAR_MS = 365 * DAY_MS;

describe.each(storeKinds)('on $kind', ({ kind, createPlace }) => {
  let server: OpenServer;
  const startMs = Date.now();
  let nowMs = startMs;
  beforeAll(async () => {
    server = await openServer({ place: await createPlace(), now: () => nowMs });
  });
  beforeEach(() => {
    nowMs = startMs;
  });
  afterAll(() => server.close());

  function callSdk(path: string, body: object, password = server.publicToken): Promise<Answer> {
    return server.ask({
      method: 'POST',
      path: `/sdk/v1${path}`,
      headers: {
        authorization: `Basic ${Buffer.from(`${server.publicToken}:${password}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
  }

  const askForLink = async (email: string) =>
    (await callSdk('/magic_links/email/login_or_create', { email, code_challenge: CHALLENGE })).status;

  /** A link as it is mailed, but known to the test. */
  async function issueLink(): Promise<string> {
    const { userId } = await server.accounts.findOrCreateUser({
      email: `${randomUUID()}@example.org`,
      nowMs,
    });
    const token = randomUUID();
    await server.accounts.addSignInToken({
      tokenHash: createHash('sha256').update(token).digest('hex'),
      kind: 'magic_links',
      userId,
      codeChallenge: CHALLENGE,
      createdAtMs: nowMs,
      expiresAtMs: nowMs + 10 * MINUTE_MS,
    });
    return token;
  }

  const openLink = (token: string) =>
    callSdk('/magic_links/authenticate', {
      token,
      code_verifier: VERIFIER,
      session_duration_minutes: SESSION_MINUTES,
    });

  async function signIn(): Promise<{ session_token: string; session_jwt: string }> {
    const answer = await openLink(await issueLink());
    expect(answer.status).toBe(200);
    return JSON.parse(answer.body).data;
  }

  const savedStatus = async (bearer: string) =>
    (await server.ask({ path: '/api/saved-parcels', headers: { authorization: `Bearer ${bearer}` } })).status;

  test('set back by a day: people stay signed in, renew, and others sign in', async () => {
    const { session_token } = await signIn();
    for (const moveMs of [-MINUTE_MS, -60 * MINUTE_MS, -DAY_MS]) {
      nowMs = startMs + moveMs;
      expect(await savedStatus(session_token)).toBe(200);
      const renewed = await callSdk('/sessions/authenticate', {}, session_token);
      expect(renewed.status).toBe(200);
      expect(await savedStatus(JSON.parse(renewed.body).data.session_jwt)).toBe(200);
      expect(await savedStatus((await signIn()).session_jwt)).toBe(200);
    }
  });

  test('set forward beyond a session: it has ended, and one can sign in again', async () => {
    const { session_token, session_jwt } = await signIn();
    nowMs = startMs + SESSION_MINUTES * MINUTE_MS + MINUTE_MS;
    expect(await savedStatus(session_token)).toBe(401);
    expect(await savedStatus(session_jwt)).toBe(401);
    expect((await callSdk('/sessions/authenticate', {}, session_token)).status).toBe(404);
    expect(await savedStatus((await signIn()).session_token)).toBe(200);
  });

  test('a JWT outlives neither its minutes nor its session, wherever the clock is set', async () => {
    const { session_token, session_jwt } = await signIn();
    await callSdk('/sessions/revoke', {}, session_token);
    for (const moveMs of [0, -DAY_MS, YEAR_MS, -YEAR_MS]) {
      nowMs = startMs + moveMs;
      expect(await savedStatus(session_jwt)).toBe(401);
      expect(await savedStatus(session_token)).toBe(401);
    }
  });

  test('a link works once within its ten minutes, and later not at all', async () => {
    const late = await issueLink();
    nowMs = startMs + 11 * MINUTE_MS;
    expect((await openLink(late)).status).toBe(401);
    const token = await issueLink();
    nowMs = startMs;
    expect((await openLink(token)).status).toBe(200);
    nowMs = startMs + 11 * MINUTE_MS;
    expect((await openLink(token)).status).toBe(401);
  });

  test('a session and a link made while the clock was a year ahead are worth nothing once it is right', async () => {
    nowMs = startMs + YEAR_MS;
    const { session_token, session_jwt } = await signIn();
    const link = await issueLink();
    expect(await savedStatus(session_token)).toBe(200);
    nowMs = startMs;
    expect(await savedStatus(session_token)).toBe(401);
    expect(await savedStatus(session_jwt)).toBe(401);
    expect((await callSdk('/sessions/authenticate', {}, session_token)).status).toBe(404);
    expect((await openLink(link)).status).toBe(401);
  });

  test('a limit that was reached while the clock was ahead does not last until then', async () => {
    const email = `${randomUUID()}@example.org`;
    nowMs = startMs + YEAR_MS;
    for (let asked = 0; asked < 200 && (await askForLink(email)) !== 429; asked++);
    expect(await askForLink(email)).toBe(429);
    nowMs = startMs;
    expect(await askForLink(email)).toBe(200);
  });

  test('a limit that was reached ends with its window, also after the clock was set back', async () => {
    const email = `${randomUUID()}@example.org`;
    for (let asked = 0; asked < 200 && (await askForLink(email)) !== 429; asked++);
    nowMs = startMs - DAY_MS;
    const statuses = [await askForLink(email)];
    nowMs += 61 * MINUTE_MS;
    statuses.push(await askForLink(email));
    expect(statuses[1]).toBe(200);
    nowMs = startMs + 2 * 60 * MINUTE_MS;
    expect(await askForLink(email)).toBe(200);
  });

  test('parcels and tiles are served at any time', async () => {
    for (const moveMs of [-YEAR_MS, -DAY_MS, DAY_MS, 0]) {
      nowMs = startMs + moveMs;
      const { session_token } = await signIn();
      const headers = { authorization: `Bearer ${session_token}` };
      const found = await server.ask({ path: '/api/parcels/search?q=owner', headers });
      expect(found.status).toBe(200);
      expect((await server.ask({ path: '/tiles/14/4512/6444.pbf', headers })).status).toBeLessThan(300);
    }
    expect(server.faults()).toEqual([]);
    noteFigure({
      what: `clock set back and forth, ${kind}`,
      times: 'a minute to a year, either way',
      result: 'sessions and links end in time, limits do not outlast their window, everything is served',
    });
  });
});
