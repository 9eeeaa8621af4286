// Reading the settings.
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { OperatorError } from '../runtime/operator-error.ts';
import { OPENADDRESSES_PUBLIC, readConfig } from './config.ts';

/** The message of the one error that bad settings may throw. */
function problemOf(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    expect(error).toBeInstanceOf(OperatorError);
    return (error as OperatorError).message;
  }
  throw new Error('The settings were accepted.');
}

const defaults = {
  host: '127.0.0.1',
  port: 3000,
  healthPort: undefined,
  processes: 1,
  publicUrl: 'http://localhost:3000',
  dataDir: resolve('data'),
  databaseUrl: undefined,
  parcelAccess: 'signed-in',
  metricsAccess: 'token',
  metricsToken: undefined,
  trustProxy: [],
  smtpUrl: undefined,
  mailFrom: undefined,
  mailSignIn: true,
  sessionDays: 30,
  inboxKey: expect.stringMatching(/^[\w-]{22}$/),
  stytch: undefined,
  oidcProviders: [],
  maps: { provider: 'embedded', mapboxAccessToken: undefined, basemapFile: undefined },
  openAddresses: OPENADDRESSES_PUBLIC,
  arcGisToken: undefined,
  importMemory: 2e9,
};

test('nothing has to be set', () => {
  expect(readConfig({ HOME: '/home/ada', PATH: '/bin' })).toEqual(defaults);
});

test('an empty setting counts as unset', () => {
  expect(
    readConfig({ HOST: '', PORT: '', PUBLIC_URL: '', DATA_DIR: '', DATABASE_URL: '', PARCEL_ACCESS: '' }),
  ).toEqual(defaults);
});

test('every setting is read', () => {
  expect(
    readConfig({
      HOST: '::',
      PORT: '8080',
      PROCESSES: '4',
      PUBLIC_URL: 'https://parcels.example.org/',
      DATA_DIR: '/var/lib/platbook',
      DATABASE_URL: 'postgres://ada:secret@db.example.org:5432/parcels',
      PARCEL_ACCESS: 'public',
      METRICS_ACCESS: 'public',
      METRICS_TOKEN: 'a-token-for-prometheus',
      PLATBOOK_INBOX_KEY: 'the-key-of-the-first-process',
      TRUST_PROXY: '127.0.0.1, 10.0.0.0/8,::1',
      SMTP_URL: 'smtps://atlas:secret@mail.example.org:465',
      MAIL_FROM: 'Atlas of Harrow <atlas@example.org>',
      STYTCH_PUBLIC_TOKEN: 'public-token-live-1',
      STYTCH_PROJECT_ID: 'project-live-1',
      STYTCH_SECRET: 'hush',
      OIDC_GOOGLE_ISSUER: 'https://accounts.google.com',
      OIDC_GOOGLE_CLIENT_ID: 'id',
      OIDC_GOOGLE_CLIENT_SECRET: 'hush',
      OIDC_MICROSOFT_ISSUER: 'http://localhost:9000',
      OIDC_MICROSOFT_CLIENT_ID: 'atlas',
      OIDC_MICROSOFT_CLIENT_SECRET: 'hush',
      MAPS_PROVIDER: 'mapbox',
      MAPBOX_ACCESS_TOKEN: 'pk.eyJ1IjoiYWRhIn0.x-_1',
      BASEMAP_PMTILES: 'maps/harrow.pmtiles',
      OPENADDRESSES: '/srv/openaddresses/sources',
      ARCGIS_TOKEN: 'hush',
      ARCGIS_TOKEN_HOST: 'gis.example.gov, maps.example.gov:6443',
      IMPORT_MEMORY: '4GB',
    }),
  ).toEqual({
    host: '::',
    port: 8080,
    processes: 4,
    publicUrl: 'https://parcels.example.org',
    dataDir: '/var/lib/platbook',
    databaseUrl: 'postgres://ada:secret@db.example.org:5432/parcels',
    parcelAccess: 'public',
    metricsAccess: 'public',
    metricsToken: 'a-token-for-prometheus',
    trustProxy: ['127.0.0.1', '10.0.0.0/8', '::1'],
    smtpUrl: 'smtps://atlas:secret@mail.example.org:465',
    mailFrom: 'Atlas of Harrow <atlas@example.org>',
    mailSignIn: true,
    sessionDays: 30,
    inboxKey: 'the-key-of-the-first-process',
    stytch: { publicToken: 'public-token-live-1', projectId: 'project-live-1', secret: 'hush' },
    oidcProviders: [
      { name: 'google', issuer: 'https://accounts.google.com', clientId: 'id', clientSecret: 'hush' },
      { name: 'microsoft', issuer: 'http://localhost:9000', clientId: 'atlas', clientSecret: 'hush' },
    ],
    maps: {
      provider: 'mapbox',
      mapboxAccessToken: 'pk.eyJ1IjoiYWRhIn0.x-_1',
      basemapFile: resolve('maps/harrow.pmtiles'),
    },
    openAddresses: '/srv/openaddresses/sources',
    arcGisToken: { text: 'hush', hosts: ['gis.example.gov', 'maps.example.gov:6443'] },
    importMemory: 4e9,
  });
});

test('IMPORT_MEMORY is a size of 500 MB or more', () => {
  for (const [size, bytes] of [
    ['500MB', 5e8],
    ['1500MB', 1.5e9],
    ['16GB', 1.6e10],
  ] as const) {
    expect(readConfig({ IMPORT_MEMORY: size })).toMatchObject({ importMemory: bytes });
  }
  for (const size of ['2', '2G', '499MB', '0GB', '-1GB', '1.5GB', '2GB ']) {
    expect(problemOf({ IMPORT_MEMORY: size })).toMatch(
      /^IMPORT_MEMORY is .*: expected a size from 500MB on, such as 4GB/,
    );
  }
});

test('[SEC-14] SESSION_DAYS is a number from 1 to 30, and refused with Stytch', () => {
  for (const days of [1, 9, 10, 29, 30]) {
    expect(readConfig({ SESSION_DAYS: String(days) })).toMatchObject({ sessionDays: days });
  }
  const stytch = {
    STYTCH_PUBLIC_TOKEN: 'public-token-live-1',
    STYTCH_PROJECT_ID: 'project-live-1',
    STYTCH_SECRET: 'hush',
  };
  expect(problemOf({ ...stytch, SESSION_DAYS: '7' })).toMatch(/^SESSION_DAYS is of no use with Stytch.*\.$/);
});

test('[SEC-14] MAIL_SIGN_IN=off needs a provider, and no mail server; with Stytch it is refused', () => {
  const google = {
    OIDC_GOOGLE_ISSUER: 'https://accounts.google.com',
    OIDC_GOOGLE_CLIENT_ID: 'id',
    OIDC_GOOGLE_CLIENT_SECRET: 'hush',
    PUBLIC_URL: 'https://parcels.example.org',
  };
  expect(problemOf({ MAIL_SIGN_IN: 'off' })).toMatch(/^MAIL_SIGN_IN is off and no provider is set.*\.$/);
  expect(problemOf(google)).toContain('SMTP_URL is missing');
  expect(readConfig({ ...google, MAIL_SIGN_IN: 'off' })).toMatchObject({ mailSignIn: false });
  const stytch = {
    STYTCH_PUBLIC_TOKEN: 'public-token-live-1',
    STYTCH_PROJECT_ID: 'project-live-1',
    STYTCH_SECRET: 'hush',
  };
  expect(problemOf({ ...stytch, ...google, MAIL_SIGN_IN: 'off' })).toContain('of no use with Stytch');
});

test('every start has an inbox key of its own, unless a process hands on its own', () => {
  expect(readConfig({}).inboxKey).not.toBe(readConfig({}).inboxKey);
  const problem = problemOf({ PLATBOOK_INBOX_KEY: 'guess-me' });
  expect(problem).not.toContain('guess-me');
});

test('METRICS_ACCESS=local, as it once was, names the new way; a short METRICS_TOKEN is refused unseen', () => {
  expect(problemOf({ METRICS_ACCESS: 'local' })).toContain('METRICS_TOKEN');
  expect(problemOf({ METRICS_TOKEN: 'short' })).toMatch(/^METRICS_TOKEN (?!.*"short").*16 characters/);
});

test('the public address follows the port', () => {
  expect(readConfig({ PORT: '4000' })).toMatchObject({ publicUrl: 'http://localhost:4000' });
  expect(readConfig({ PORT: '80' })).toMatchObject({ publicUrl: 'http://localhost' });
});

describe('a bad setting is reported in one line with its name, its value and what is expected', () => {
  test.each([
    ['PORT', 'abc'],
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '3000.5'],
    ['PORT', ' 3000'],
    ['PROCESSES', '0'],
    ['PROCESSES', '100'],
    ['PROCESSES', 'many'],
    ['HOST', 'http://localhost'],
    ['HOST', 'my host'],
    ['PUBLIC_URL', 'parcels.example.org'],
    ['PUBLIC_URL', 'ftp://parcels.example.org'],
    ['PUBLIC_URL', 'https://parcels.example.org/atlas'],
    ['PUBLIC_URL', 'https://parcels.example.org?x=1'],
    ['PARCEL_ACCESS', 'everyone'],
    ['METRICS_ACCESS', 'yes'],
    ['METRICS_ACCESS', 'local'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.1,'],
    ['TRUST_PROXY', '127.0.0.1/0'],
    ['MAIL_FROM', 'atlas'],
    ['MAIL_FROM', 'Atlas <atlas at example.org>'],
    ['MAPS_PROVIDER', 'google'],
    ['MAIL_SIGN_IN', 'no'],
    ['SESSION_DAYS', '0'],
    ['SESSION_DAYS', '31'],
    ['SESSION_DAYS', '1.5'],
  ])('%s=%s', (name, value) => {
    const problem = problemOf({ [name]: value });
    expect(problem).toMatch(new RegExp(`^${name} is "`));
    expect(problem).toContain(value);
    expect(problem).toMatch(/expected .+\.$/);
    expect(problem).not.toContain('\n');
  });

  test('but never with a password', () => {
    for (const value of ['https://ada:s3cret@host', 'ada:s3cret@host', 'https://ada:s3c//ret@host']) {
      const problem = problemOf({ PUBLIC_URL: value });
      expect(problem).toContain('***@host');
      expect(problem).not.toMatch(/s3c|ada/);
    }
  });

  const oidc = {
    OIDC_APPLE_ISSUER: 'https://a.example',
    OIDC_APPLE_CLIENT_ID: '1',
    OIDC_APPLE_CLIENT_SECRET: '2',
  };
  test.each([
    ['DATABASE_URL', 'mysql://ada:s3cret@host/parcels'],
    ['DATABASE_URL', 'ada:s3cret@host/parcels'],
    ['DATABASE_URL', 'x://ada:s3c@ret@host'],
    ['DATABASE_URL', 'host=db user=ada password=s3cret dbname=x'],
    ['DATABASE_URL', 'postgres://ada:s3//cret@host/parcels'],
    ['DATABASE_URL', 'postgres://u%:s3cret@host/parcels'],
    ['DATABASE_URL', 's3cret'],
    ['SMTP_URL', 'smtp+tls://ada:s3cret@host'],
    ['SMTP_URL', 'ada:s3cret@host'],
    ['SMTP_URL', 'smtp://u%er:s3cret@host'],
    ['SMTP_URL', 'mail.example.org?password=s3cret'],
    ['STYTCH_PUBLIC_TOKEN', 'secret-live-s3cret'],
    ['STYTCH_PROJECT_ID', 's3cret'],
    ['OIDC_APPLE_ISSUER', 'http://ada:s3cret@example.org'],
    ['OIDC_APPLE_ISSUER', 's3cret'],
  ])('nor with any of the value where that may be a secret: %s=%s', (name, value) => {
    const problem = problemOf({ ...oidc, [name]: value });
    expect(problem).toMatch(
      new RegExp(`^${name} cannot be used \\(it is not shown, .*\\): expected an? .*such as .+\\.$`),
    );
    expect(problem).not.toMatch(/s3|cret@|ada|u%|example\.org[?/]/);
    expect(problem).not.toContain('\n');
  });
});

test('[M3] Mapbox may be chosen before there is a token: the page says what is missing', () => {
  expect(readConfig({ MAPS_PROVIDER: 'mapbox' })).toMatchObject({
    maps: { provider: 'mapbox', mapboxAccessToken: undefined },
  });
});

test.each(['sk.eyJ1IjoiYWRhIn0.hush', 'tk.hush', 'hush', 'pk.', 'pk.hush hush', 'pk.hush', 'pk.hush.hush'])(
  'no token but a public one may reach browsers, nor the screen: %s',
  (token) => {
    const problem = problemOf({ MAPS_PROVIDER: 'mapbox', MAPBOX_ACCESS_TOKEN: token });
    expect(problem).toMatch(/^MAPBOX_ACCESS_TOKEN is not a public token: expected .+\.$/);
    expect(problem).not.toContain('hush');
    expect(problem).not.toContain('\n');
  },
);

describe('settings that go together', () => {
  test.each([
    [
      { STYTCH_SECRET: 'hush' },
      /^STYTCH_SECRET is of no use without STYTCH_PUBLIC_TOKEN and STYTCH_PROJECT_ID\.$/,
    ],
    [
      { OIDC_GOOGLE_ISSUER: 'https://a.example', OIDC_GOOGLE_CLIENT_ID: 'id' },
      /^OIDC_GOOGLE_ISSUER is of no use without OIDC_GOOGLE_CLIENT_SECRET\.$/,
    ],
    [
      { OIDC_APPLE_ISSUER: 'http://a.example', OIDC_APPLE_CLIENT_ID: 'id', OIDC_APPLE_CLIENT_SECRET: 'hush' },
      /^OIDC_APPLE_ISSUER cannot be used \(.*\): expected an address such as https:/,
    ],
  ])('%j is refused', (env, line) => {
    const problem = problemOf(env);
    expect(problem).toMatch(line);
    expect(problem).not.toContain('hush');
  });
});

describe('SIGN_IN_ALLOW', () => {
  const allow = (SIGN_IN_ALLOW: string) => readConfig({ SIGN_IN_ALLOW }).signInAllow;

  test('names addresses and domains, in any spelling', () => {
    expect(readConfig({}).signInAllow).toBeUndefined();
    expect(allow('@county.gov')).toEqual(['@county.gov']);
    expect(allow(' @County.GOV , Person@Example.org,@Bücher.example')).toEqual([
      '@county.gov',
      'person@example.org',
      '@xn--bcher-kva.example',
    ]);
  });

  test.each([
    'county.gov',
    '@',
    '*@county.gov@',
    '@county.gov,',
    'a b@county.gov',
    '@*.county.gov',
    '@a@b.example',
  ])('is refused with a bad entry, which the line names: %s', (list) => {
    expect(problemOf({ SIGN_IN_ALLOW: list })).toMatch(
      /^SIGN_IN_ALLOW has the entry ".*": expected addresses and domains, such as .+\.$/,
    );
  });

  test('is refused with Stytch, where it would keep nobody out', () => {
    const stytch = {
      STYTCH_PUBLIC_TOKEN: 'public-token-live-1',
      STYTCH_PROJECT_ID: 'project-live-1',
      STYTCH_SECRET: 'hush',
    };
    expect(problemOf({ ...stytch, SIGN_IN_ALLOW: '@county.gov' })).toMatch(
      /^SIGN_IN_ALLOW is of no use with Stytch/,
    );
  });
});

test.each(['OIDC_TOWNHALL_ISSUER', 'OIDC_MY_IDP_ISSUER', 'OIDC_google_CLIENT_ID', 'OIDC_CLIENT_SECRET'])(
  '[A6] a provider that the login page has no icon for is refused, not ignored: %s',
  (name) => {
    const problem = problemOf({ [name]: 'hush' });
    expect(problem).toMatch(new RegExp(`^${name} names no provider: expected .*OIDC_GOOGLE_ISSUER\\.$`));
  },
);

describe('without SMTP_URL a server that others can reach is refused, as its inbox would be open', () => {
  test.each([
    [{ HOST: '0.0.0.0' }, 'HOST is 0.0.0.0'],
    [{ HOST: '::' }, 'HOST is ::'],
    [{ PUBLIC_URL: 'https://parcels.example.org' }, 'PUBLIC_URL is https://parcels.example.org'],
    [{ PUBLIC_URL: 'http://localhost.example.org' }, 'PUBLIC_URL is http://localhost.example.org'],
  ])('%j', (env, reason) => {
    const problem = problemOf(env);
    expect(problem).toMatch(/^SMTP_URL is missing: /);
    expect(problem).toContain(reason);
    expect(() => readConfig({ ...env, SMTP_URL: 'smtp://mail.example.org' })).not.toThrow();
    expect(() =>
      readConfig({
        ...env,
        STYTCH_PUBLIC_TOKEN: 'public-token-test-1',
        STYTCH_PROJECT_ID: 'project-test-1',
        STYTCH_SECRET: 'hush',
      }),
    ).not.toThrow();
  });

  test.each([
    { HOST: '::1' },
    { HOST: 'localhost' },
    { PUBLIC_URL: 'http://127.0.0.1:3000' },
    { PUBLIC_URL: 'http://[::1]:3000' },
  ])('a server on loopback is accepted: %j', (env) => {
    expect(() => readConfig(env)).not.toThrow();
  });
});
