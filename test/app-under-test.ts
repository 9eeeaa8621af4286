// The real server on a real SQLite store in a temporary folder, with a few parcels.
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { openMapParts } from '../cli/open-parts.ts';
import { ringOfBounds } from '../geo/bounds-of.ts';
import type { PolygonGeometry } from '../geo/geometry.ts';
import { type AppParts, buildApp } from '../server/app.ts';
import { LiveMaps } from '../server/maps/live-maps.ts';
import type { AccountStore } from '../store/account-store.ts';
import { formatFolderOf, mapsFolderOf } from '../store/format-folder.ts';
import type { ParcelQueries } from '../store/parcel-queries.ts';
import type { ParcelRecord, ParcelStore } from '../store/parcel-store.ts';
import type { PlaceStore } from '../store/place-store.ts';
import { openSqliteStores } from '../store/sqlite/open-sqlite-stores.ts';
import { PlaceFileStore } from '../store/sqlite/place-file-store.ts';
import { filledParcelFields } from './example-parcel.ts';
import { TEST_INBOX_KEY } from './inbox.ts';
import { type KeyOwner, rsaPrivateJwk } from './rsa-keys.ts';
import { signInPerson } from './sign-in-person.ts';
import { testSource } from './test-source.ts';

/** The parcels lie in a row from here to the east, each LOT_DEGREES wide, with gaps of the same width. */
export const FIRST_LOT = { lng: -80.86, lat: 35.62 };
export const LOT_DEGREES = 0.001;

export const PLAIN_PIN = '4631-12-3456.000';
/** Unusual PINs that must be found all the same. */
export const ODD_PINS = ['a/b', `o'br"ien`, '100%', '%2F', 'Zoë 日本', 'search me'];

function lot(index: number): PolygonGeometry {
  const west = Number((FIRST_LOT.lng + 2 * index * LOT_DEGREES).toFixed(7));
  const east = Number((west + LOT_DEGREES).toFixed(7));
  const south = FIRST_LOT.lat;
  const north = Number((south + LOT_DEGREES).toFixed(7));
  return {
    type: 'Polygon',
    coordinates: [ringOfBounds({ west, south, east, north })],
  };
}

export function lotCenter(index: number): { lng: number; lat: number } {
  return {
    lng: FIRST_LOT.lng + (2 * index + 0.5) * LOT_DEGREES,
    lat: FIRST_LOT.lat + LOT_DEGREES / 2,
  };
}

export const testParcels: ParcelRecord[] = [PLAIN_PIN, ...ODD_PINS].map((pin, index) => ({
  ...filledParcelFields,
  pin,
  name: index === 0 ? "O'Malley & Söhne <LLC>" : `Owner ${index}`,
  add1: `${100 + index} Kestrel Ln`,
  add2: null,
  city: 'Harrow',
  state: 'NC',
  zip: '28000',
  site_address: `${100 + index} Kestrel Ln`,
  taxacres: 2.5,
  township: null,
  zoning: 'R-40',
  sale_date: '2019-06-30',
  sales_price: 250_000,
  centroid: lotCenter(index),
  geometry: lot(index),
}));

export type AppUnderTest = {
  app: FastifyInstance;
  parcels: ParcelStore;
  accounts: AccountStore;
  places: PlaceStore;
  /** Signs a new user in and returns the session token. */
  signIn(): Promise<string>;
  /** The log so far. */
  logged(): string;
  close(): Promise<void>;
};

export const testConfig: AppParts['config'] = {
  publicUrl: 'http://localhost:3000',
  // A folder without maps.
  dataDir: join(tmpdir(), 'platbook-without-maps'),
  parcelAccess: 'signed-in',
  metricsAccess: 'public',
  metricsToken: undefined,
  trustProxy: [],
  smtpUrl: undefined,
  mailFrom: undefined,
  mailSignIn: true,
  sessionDays: 30,
  inboxKey: TEST_INBOX_KEY,
  stytch: undefined,
  oidcProviders: [],
  signInAllow: undefined,
  maps: { provider: 'embedded', mapboxAccessToken: undefined, basemapFile: undefined },
};

type Options = Partial<AppParts['config']> & {
  ground?: AppParts['ground'];
  /** Whose key signs session JWTs. */
  keyOwner?: KeyOwner;
  webFolder?: string;
  records?: ParcelRecord[];
  now?: () => number;
  /** Answers about sets of parcels in place of the store's. */
  queries?: Partial<ParcelQueries>;
};

/** Loads parcels in place of those loaded so before. */
export async function loadParcels(parcels: ParcelStore, records: ParcelRecord[]): Promise<void> {
  await parcels.replaceSource({ ...testSource, parcels: records, expectedCount: records.length });
}

type LoadedFile = { name: string; bytes: Buffer };
let loading: Promise<LoadedFile[]> | undefined;

/**
 * The files of a data folder with the test parcels: loading them takes a second of CPU, so a thread does it once. They
 * stay in memory, because nothing runs in a thread that Vitest ends, and a folder would be left behind.
 */
function loadedFiles(): Promise<LoadedFile[]> {
  loading ??= (async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'platbook-test-'));
    const { parcels, accounts } = await openSqliteStores({ dataDir });
    await loadParcels(parcels, testParcels);
    await Promise.all([parcels.close(), accounts.close()]);
    const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
    const paths = entries.filter((entry) => entry.isFile()).map((file) => join(file.parentPath, file.name));
    const loaded = await Promise.all(
      paths.map(async (path) => ({ name: relative(dataDir, path), bytes: await readFile(path) })),
    );
    await rm(dataDir, { recursive: true });
    return loaded;
  })();
  return loading;
}

function withQueries(parcels: ParcelStore, queries: Partial<ParcelQueries>): ParcelStore {
  return new Proxy(parcels, {
    get: (store, name: keyof ParcelStore) => {
      if (name === 'queries') return queries;
      const value = store[name];
      return typeof value === 'function' ? value.bind(store) : value;
    },
  });
}

export async function openAppUnderTest({
  webFolder,
  ground,
  records = testParcels,
  keyOwner = 'ours',
  now = Date.now,
  queries,
  ...settings
}: Options = {}): Promise<AppUnderTest> {
  const dataDir = await mkdtemp(join(tmpdir(), 'platbook-test-'));
  if (records === testParcels) {
    await mkdir(formatFolderOf({ dataDir }));
    for (const { name, bytes } of await loadedFiles()) await writeFile(join(dataDir, name), bytes);
  }
  const { parcels, accounts } = await openSqliteStores({ dataDir });
  const places = await PlaceFileStore.open(mapsFolderOf({ dataDir }));
  if (records !== testParcels && records.length > 0) await loadParcels(parcels, records);
  await accounts.addSigningKey({
    keyId: `jwk-test-${randomUUID()}`,
    privateJwk: JSON.stringify(await rsaPrivateJwk(keyOwner)),
    createdAtMs: now(),
  });
  let log = '';
  const config = { ...testConfig, ...settings };
  const app = await buildApp({
    config,
    maps: new LiveMaps(await openMapParts(config)),
    ground,
    parcels: queries ? withQueries(parcels, queries) : parcels,
    accounts,
    places,
    webFolder,
    now,
    log: {
      write: (line) => {
        log += line;
      },
    },
  });

  async function close(): Promise<void> {
    await app.close();
    await Promise.all([parcels.close(), accounts.close(), places.close()]);
    await rm(dataDir, { recursive: true });
  }

  return {
    app,
    parcels,
    accounts,
    places,
    signIn: () => signInPerson(accounts, now()),
    logged: () => log,
    close,
  };
}
