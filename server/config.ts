// Parses the settings from environment variables, which cli/main.ts passes in. No other file interprets them.

import { randomBytes } from 'node:crypto';
import { isIP, isIPv6 } from 'node:net';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { z } from 'zod';
import { OperatorError } from '../runtime/operator-error.ts';
import {
  badValue,
  hasScheme,
  type OidcProvider,
  readGroup,
  readOidcProviders,
  readSignInAllow,
  readStytch,
  refuseNoWayIn,
  refuseOpenInbox,
  type StytchProject,
  signInSettings,
} from './sign-in-settings.ts';

export type MapsSettings = {
  provider: 'embedded' | 'mapbox';
  /** Every browser gets it. */
  mapboxAccessToken: string | undefined;
  /** A Protomaps extract instead of the demo county's map; an absolute path. */
  basemapFile: string | undefined;
};

export type Config = {
  host: string;
  port: number;
  /** Answers health checks, in a thread of its own. */
  healthPort: number | undefined;
  /** How many processes serve together on the port. */
  processes: number;
  /** The origin at which users reach the server: scheme, host and port, no path. */
  publicUrl: string;
  /** Absolute. */
  dataDir: string;
  /** PostgreSQL instead of the files in `dataDir`. */
  databaseUrl: string | undefined;
  parcelAccess: 'signed-in' | 'public';
  metricsAccess: 'token' | 'public';
  /** Opens /metrics as a bearer token. Undefined: with `token`, /metrics is closed. */
  metricsToken: string | undefined;
  /** Addresses or networks of the proxies whose X-Forwarded-For is believed. */
  trustProxy: string[];
  /** Undefined: mail goes to the local inbox. */
  smtpUrl: string | undefined;
  mailFrom: string | undefined;
  /** Whether mailed links sign in. */
  mailSignIn: boolean;
  /** How long a session lasts after its last use. */
  sessionDays: number;
  /** A secret of this start, part of the local inbox's address. */
  inboxKey: string;
  /** Stytch itself instead of the embedded provider. */
  stytch: StytchProject | undefined;
  oidcProviders: OidcProvider[];
  /** Who may sign in: normalized addresses, and domains with their @ sign. Undefined: everybody. */
  signInAllow: readonly string[] | undefined;
  maps: MapsSettings;
  /** Where county definitions are read from: a folder or an address. */
  openAddresses: string;
  /** For ArcGIS layers that are not public, and the hosts that it is sent to. */
  arcGisToken: { text: string; hosts: string[] } | undefined;
  /** In bytes: what a command that reads files may take. */
  importMemory: number;
};

/** The public directory of open address and parcel data. */
export const OPENADDRESSES_PUBLIC =
  'https://raw.githubusercontent.com/openaddresses/openaddresses/master/sources';

const portExpected = 'a whole number from 1 to 65535';
const processesExpected = 'a whole number from 1 to 99, or auto for one a processor core';
/** A proxy makes every client look local, so that `local`, an earlier value, opened them to everybody. */
const metricsExpected = 'token, with the token itself in METRICS_TOKEN, or public; there is no other access';

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, origin, href } = new URL(text);
  return /^https?:$/.test(protocol) && href === `${origin}/` && !/[?#]/.test(text);
}

function isPostgresUrl(text: string): boolean {
  return hasScheme(text, /^postgres(ql)?:$/);
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const bitsMax = isIPv6(address) ? 128 : 32;
  const areBits = bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= bitsMax);
  return isIP(address) !== 0 && areBits && rest.length === 0;
}

const port = z
  .string()
  .regex(/^\d{1,5}$/, portExpected)
  .transform(Number)
  .pipe(z.number().min(1, portExpected).max(65535, portExpected));

/** Each message completes the sentence "expected …". */
const settings = z.object({
  HOST: z
    .string()
    .regex(/^[a-z0-9.:-]+$/i, 'an IP address or a host name')
    .default('127.0.0.1'),
  PORT: port.default(3000),
  HEALTH_PORT: port.optional(),
  PROCESSES: z
    .string()
    .regex(/^([1-9]\d?|auto)$/, processesExpected)
    .transform((text) => (text === 'auto' ? availableParallelism() : Number(text)))
    .default(1),
  PUBLIC_URL: z
    .string()
    .refine(isOrigin, 'an address such as https://parcels.example.org, without a path')
    .transform((text) => new URL(text).origin)
    .optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .refine(isPostgresUrl, 'an address such as postgres://user:password@host:5432/database')
    .optional(),
  PARCEL_ACCESS: z.enum(['signed-in', 'public'], 'signed-in or public').default('signed-in'),
  METRICS_ACCESS: z.enum(['token', 'public'], metricsExpected).default('token'),
  METRICS_TOKEN: z
    .string()
    .regex(/^[!-~]{16,}$/, 'at least 16 characters without spaces, such as from openssl rand -hex 24')
    .optional(),
  TRUST_PROXY: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .refine((parts) => parts.every(isNetwork), 'addresses or networks such as 127.0.0.1, 10.0.0.0/8')
    .default([]),
  MAPS_PROVIDER: z.enum(['embedded', 'mapbox'], 'embedded or mapbox').default('embedded'),
  OPENADDRESSES: z.string().default(OPENADDRESSES_PUBLIC),
  ARCGIS_TOKEN: z.string().optional(),
  ARCGIS_TOKEN_HOST: z
    .string()
    .regex(
      /^[a-z0-9.-]+(:\d+)?( *, *[a-z0-9.-]+(:\d+)?)*$/i,
      'host names such as gis.example.gov, without https://',
    )
    .optional(),
  IMPORT_MEMORY: z
    .string()
    .regex(/^([5-9]\d\d|\d{4,6})MB$|^[1-9]\d{0,3}GB$/, 'a size from 500MB on, such as 4GB')
    .transform((text) => Number.parseInt(text, 10) * (text.endsWith('GB') ? 1e9 : 1e6))
    .default(2e9),
  BASEMAP_PMTILES: z
    .string()
    .transform((path) => resolve(path))
    .optional(),
  /** Handed to processes that serve together: each would make a key of its own. */
  PLATBOOK_INBOX_KEY: z
    .string()
    .regex(/^[\w-]{22,}$/, 'at least 22 letters and digits')
    .default(() => randomBytes(16).toString('base64url')),
  ...signInSettings,
});

/** Throws an OperatorError for a setting that cannot be used. */
export function readConfig(env: Record<string, string | undefined>): Config {
  // `PORT= npm start` means the same as leaving PORT out.
  const given = Object.fromEntries(
    Object.entries(env).filter((setting): setting is [string, string] => Boolean(setting[1])),
  );
  const parsed = settings.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const name = String(issue!.path[0]);
    throw badValue({ name, value: given[name]!, expected: issue!.message });
  }
  const { data } = parsed;
  const config = {
    host: data.HOST,
    port: data.PORT,
    healthPort: data.HEALTH_PORT,
    processes: data.PROCESSES,
    // The origin of port 80 has no port in it.
    publicUrl: data.PUBLIC_URL ?? new URL(`http://localhost:${data.PORT}`).origin,
    dataDir: resolve(data.DATA_DIR),
    databaseUrl: data.DATABASE_URL,
    parcelAccess: data.PARCEL_ACCESS,
    metricsAccess: data.METRICS_ACCESS,
    metricsToken: data.METRICS_TOKEN,
    trustProxy: data.TRUST_PROXY,
    smtpUrl: data.SMTP_URL,
    mailFrom: data.MAIL_FROM,
    mailSignIn: data.MAIL_SIGN_IN,
    sessionDays: data.SESSION_DAYS,
    inboxKey: data.PLATBOOK_INBOX_KEY,
    stytch: readStytch(given),
    oidcProviders: readOidcProviders(given),
    signInAllow: readSignInAllow(given),
    maps: {
      provider: data.MAPS_PROVIDER,
      mapboxAccessToken: readMapboxToken(given),
      basemapFile: data.BASEMAP_PMTILES,
    },
    openAddresses: data.OPENADDRESSES,
    importMemory: data.IMPORT_MEMORY,
    arcGisToken: readArcGisToken(given),
  };
  refuseNoWayIn(config);
  refuseOpenInbox(config);
  return config;
}

function readArcGisToken(given: Record<string, string>): Config['arcGisToken'] {
  const [text, hosts] = readGroup(given, ['ARCGIS_TOKEN', 'ARCGIS_TOKEN_HOST']) ?? [];
  return text === undefined ? undefined : { text, hosts: hosts!.split(',').map((host) => host.trim()) };
}

/** A bad token is never quoted: it may be a secret one. */
function readMapboxToken(given: Record<string, string>): string | undefined {
  const token = given.MAPBOX_ACCESS_TOKEN;
  if (token !== undefined && !isPublicMapboxToken(token)) {
    throw new OperatorError(
      'MAPBOX_ACCESS_TOKEN is not a public token: expected one that starts with "pk.", as every browser gets to see it.',
    );
  }
  return token;
}

/** Mapbox's search box reads the account name from the middle part, and throws where there is none. */
function isPublicMapboxToken(token: string): boolean {
  const [, account] = /^pk\.([\w-]+)\.[\w-]+$/.exec(token) ?? [];
  if (account === undefined) return false;
  try {
    return typeof JSON.parse(Buffer.from(account, 'base64url').toString()).u === 'string';
  } catch {
    return false;
  }
}
