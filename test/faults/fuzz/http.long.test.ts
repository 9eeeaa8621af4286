// Whatever arrives over HTTP is answered, with 2xx, 3xx or 4xx: never with a fault, on either database.
import { once } from 'node:events';
import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PLAIN_PIN } from '../../app-under-test.ts';
import { CHALLENGE, VERIFIER } from '../../sdk-client.ts';
import { storeKinds } from '../../store-places.ts';
import { type OpenServer, openServer } from '../open-server.ts';
import { FAULT_TIMEOUT_MS } from '../size.ts';
import { fuzz } from './fuzz.ts';
import { damage, damaged } from './mutate-bytes.ts';
import { jsonOf, text } from './texts.ts';

/** Anything that can stand in an address: encoded, half encoded, or as it is. */
const segment: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: text.map(encoded) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(PLAIN_PIN, 'a%2Fb', '14', '4512', '6444', '0', '-1', '1e9', '99999999999'),
  },
  { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom(...'%/.?&=#;+[]~aZ09\\^|'), maxLength: 20 }) },
);

const number = fc.oneof(fc.double().map(String), segment, fc.constantFrom('35.62', '-80.86', '180', '-90'));
const query = fc
  .array(
    fc.tuple(
      fc.constantFrom(
        ...'q limit lng lat types bbox proximity language country autocomplete fuzzyMatch'.split(' '),
        ...'token cursor after __proto__ constructor code state v'.split(' '),
      ),
      fc.oneof(segment, number),
    ),
    { maxLength: 4 },
  )
  .map((pairs) =>
    pairs.length === 0 ? '' : `?${pairs.map(([name, value]) => `${name}=${value}`).join('&')}`,
  );

const path = fc.oneof(
  segment.map((pin) => `/api/parcels/${pin}`),
  segment.map((pin) => `/api/parcels/feature/${pin}`),
  segment.map((pin) => `/api/parcels/${pin}/overlays`),
  fc.tuple(segment, segment).map(([q, limit]) => `/api/parcels/search?q=${q}&limit=${limit}`),
  text.map((q) => `/api/parcels/search?q=${encoded(q)}`),
  fc.tuple(number, number).map(([lng, lat]) => `/api/parcels/at?lng=${lng}&lat=${lat}`),
  fc.tuple(segment, segment, segment).map(([z, x, y]) => `/tiles/${z}/${x}/${y}.pbf`),
  fc
    .tuple(
      fc.constantFrom('world', 'basemap', 'contours', 'terrain', 'aerial'),
      segment,
      segment,
      segment,
      fc.constantFrom('mvt', 'webp', 'png'),
    )
    .map(([map, z, x, y, extension]) => `/maps/${map}/${z}/${x}/${y}.${extension}`),
  text.map((words) => `/geocoding/v5/mapbox.places/${encoded(words)}.json`),
  fc.tuple(number, number).map(([lng, lat]) => `/geocoding/v5/mapbox.places/${lng},${lat}.json`),
  segment.map((id) => `/api/saved-parcels/${id}`),
  segment.map((id) => `/inbox/${id}`),
  segment.map((id) => `/styles/v1/platbook/${id}`),
  segment.map((file) => `/maps/fonts/${file}`),
  segment.map((file) => `/maps/sprites/${file}`),
  fc
    .tuple(segment, fc.constantFrom('start', 'return'))
    .map(([provider, step]) => `/v1/public/oauth/${provider}/${step}`),
  segment.map((id) => `/v1/sessions/jwks/${id}`),
  segment.map((token) => `/sdk/v1/projects/bootstrap/${token}`),
  fc.array(segment, { maxLength: 5 }).map((parts) => `/${parts.join('/')}`),
  fc.constantFrom(
    ...'/config.json /metrics /healthz /readyz /inbox /api/saved-parcels /login /authenticate'.split(' '),
    ...'/api/account'.split(' '),
  ),
);

/** Bytes that a header may hold. */
const headerText = fc.oneof(
  text.map((value) =>
    Buffer.from(value)
      .toString('latin1')
      .replace(/[^\t\x20-\x7e\x80-\xff]/g, ''),
  ),
  fc.constantFrom(
    ...'* W/"a" "" bytes=0- bytes=-1,5-2 gzip;q=0 Bearer Basic null'.split(' '),
    '127.0.0.1, ::1',
    'a:b@c',
  ),
);
const headers = fc.dictionary(
  fc.constantFrom(
    ...'if-none-match if-modified-since accept-encoding accept accept-language range origin'.split(' '),
    ...'referer x-forwarded-for x-forwarded-proto x-forwarded-host host content-type expect'.split(' '),
    ...'sec-fetch-site x-sdk-client user-agent upgrade x-request-id if-match te via'.split(' '),
  ),
  headerText,
  { maxKeys: 4 },
);

const credentials = fc.oneof(
  { weight: 6, arbitrary: fc.constant('own' as const) },
  {
    weight: 1,
    arbitrary: fc.record({ name: fc.constantFrom('cookie', 'authorization'), value: headerText }),
  },
  {
    weight: 1,
    arbitrary: headerText.map((value) => ({
      name: 'cookie',
      value: `session_token=${value}; session_jwt=${value}`,
    })),
  },
  { weight: 1, arbitrary: headerText.map((value) => ({ name: 'authorization', value: `Bearer ${value}` })) },
);

const method = fc.oneof(
  { weight: 6, arbitrary: fc.constant('GET') },
  {
    weight: 2,
    arbitrary: fc.constantFrom('POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'PROPFIND', 'TRACE'),
  },
);

const calls: [method: string, path: string, valid: Record<string, unknown>][] = [
  [
    'POST',
    '/api/saved-parcels',
    {
      parcel_pin: PLAIN_PIN,
      parcel_owner_name: 'Ada',
      parcel_address: '1 Main St',
      notes: 'x',
      parcel_centroid_lat: 35.6,
      parcel_centroid_lon: -80.8,
    },
  ],
  ['PUT', '/api/saved-parcels/OWN', { notes: 'another' }],
  [
    'POST',
    '/sdk/v1/magic_links/email/login_or_create',
    {
      email: 'ada@example.org',
      code_challenge: CHALLENGE,
      login_magic_link_url: 'http://localhost:3000/authenticate',
    },
  ],
  [
    'POST',
    '/sdk/v1/magic_links/authenticate',
    { token: 'x', code_verifier: VERIFIER, session_duration_minutes: 60 },
  ],
  [
    'POST',
    '/sdk/v1/oauth/authenticate',
    { token: 'x', code_verifier: VERIFIER, session_duration_minutes: 60 },
  ],
  ['POST', '/sdk/v1/sessions/authenticate', { session_duration_minutes: 60 }],
  ['POST', '/sdk/v1/sessions/revoke', {}],
  ['POST', '/sdk/v1/events', { events: [] }],
  ['POST', '/events/v2', { events: [] }],
  ['DELETE', '/api/account', {}],
];

function encoded(value: string): string {
  return encodeURIComponent(value.replace(/\p{Surrogate}/gu, '\ufffd'));
}

describe.each(storeKinds)('on $kind', ({ createPlace }) => {
  let server: OpenServer;
  let token: string;
  let savedId: string;
  let nowMs = Date.now();
  let asked = 0;

  beforeAll(async () => {
    server = await openServer({ place: await createPlace(), now: () => nowMs });
  });
  afterAll(() => server.close());

  /** Another person from time to time, and a minute later: limits would refuse what is to be tried. */
  async function nextCase(): Promise<void> {
    nowMs += 60_000;
    if (asked++ % 100 !== 0) return;
    token = await server.signIn();
    const body = JSON.stringify(calls[0]![2]);
    const answer = await server.ask({
      method: 'POST',
      path: '/api/saved-parcels',
      body,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    });
    savedId = JSON.parse(answer.body).id;
  }

  async function expectNoFault(question: Parameters<OpenServer['ask']>[0]): Promise<void> {
    const { status } = await server.ask({ timeoutMs: 10_000, ...question });
    if (status >= 500) throw new Error(`${status}: ${server.faults().at(-1)}`);
    expect(server.faults()).toEqual([]);
  }

  test(
    'addresses, headers, cookies and methods',
    () =>
      fuzz({
        what: 'HTTP addresses, headers and cookies',
        cases: { short: 250, long: 8000 },
        input: fc.record({ method, path, query, headers, credentials }),
        property: async (given) => {
          await nextCase();
          const credential =
            given.credentials === 'own'
              ? { name: 'authorization', value: `Bearer ${token}` }
              : given.credentials;
          await expectNoFault({
            method: given.method,
            // What may not stand in a request line, or is too long for one, is for the test of raw bytes.
            path: (given.path.includes('?') ? given.path : given.path + given.query).replace(
              /[^\x21-\x7e]/g,
              '_',
            ),
            headers: {
              ...given.headers,
              [credential.name]: credential.value,
              ...('expect' in given.headers && { expect: '100-continue' }),
            },
          });
        },
      }),
    FAULT_TIMEOUT_MS,
  );

  test(
    'bodies of every call',
    () =>
      fuzz({
        what: 'HTTP bodies',
        cases: { short: 250, long: 8000 },
        input: fc.record({
          call: fc.constantFrom(...calls),
          changed: fc.dictionary(
            fc.constantFrom(
              ...'parcel_pin notes email token code_challenge code_verifier'.split(' '),
              ...'session_duration_minutes login_magic_link_url parcel_owner_name'.split(' '),
              ...'parcel_address parcel_centroid_lat parcel_centroid_lon extra'.split(' '),
            ),
            jsonOf(text),
            { maxKeys: 2 },
          ),
          whole: fc.option(jsonOf(text), { freq: 4 }),
          edits: fc.option(damage, { freq: 3 }),
          isOwnToken: fc.boolean(),
        }),
        property: async ({ call: [method, path, valid], changed, whole, edits, isOwnToken }) => {
          await nextCase();
          const json = JSON.stringify(whole ?? { ...valid, ...changed });
          const body = edits ? damaged(Buffer.from(json), edits) : Buffer.from(json);
          const password = isOwnToken && !path.endsWith('revoke') ? token : server.publicToken;
          const basic = Buffer.from(`${server.publicToken}:${password}`).toString('base64');
          await expectNoFault({
            method,
            path: path.replace('OWN', savedId),
            headers: {
              'content-type': 'application/json',
              'content-length': String(body.length),
              authorization: path.startsWith('/sdk/') ? `Basic ${basic}` : `Bearer ${token}`,
            },
            body,
          });
        },
      }),
    FAULT_TIMEOUT_MS,
  );

  test(
    'raw bytes instead of HTTP',
    () =>
      fuzz({
        what: 'raw bytes as HTTP',
        cases: { short: 100, long: 3000 },
        input: fc.record({
          path: fc.constantFrom('/api/parcels/a', '/tiles/14/4512/6444.pbf', '/api/saved-parcels'),
          edits: damage,
        }),
        property: async ({ path, edits }) => {
          await nextCase();
          const valid = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nCookie: session_token=${token}\r\nContent-Type: application/json\r\nContent-Length: 15\r\nConnection: close\r\n\r\n{"notes":"abc"}`;
          const answer = await exchange(server.port, damaged(Buffer.from(valid), edits));
          if (answer !== '') expect(answer).toMatch(/^HTTP\/1\.1 [1234]\d\d /);
          expect(server.faults()).toEqual([]);
        },
      }),
    FAULT_TIMEOUT_MS,
  );
});

/** Sends the bytes and no more; the answer, which may be none. */
async function exchange(port: number, bytes: Buffer): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port });
  let answer = '';
  socket.setEncoding('latin1').on('data', (data) => {
    answer += data;
  });
  socket.on('error', () => {});
  socket.end(bytes);
  await once(socket, 'close');
  return answer;
}
