// @ts-check
// Installs what the tests need besides npm packages, with apt: a browser, PostgreSQL with PostGIS, and nginx; for the long set
// also Firefox, Caddy, PgBouncer and GDAL.
// Needs root. By itself: sudo "$(command -v node)" scripts/install-system-parts.mjs [--long]
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** @typedef {import('./read-reports.mjs').Named} Named */

/** Debian and Ubuntu keep each PostgreSQL version in its own folders, outside the PATH. */
const POSTGRES_PROGRAMS = '/usr/lib/postgresql';
const POSTGRES_SHARED = '/usr/share/postgresql';

/** @typedef {{ name: string, debianPackages: string[], isThere: () => boolean }} SystemPart */

/** @type {SystemPart[]} */
export const systemParts = [
  {
    name: 'Chromium',
    debianPackages: ['chromium', 'fonts-liberation'],
    isThere: () => ['chromium', 'chromium-browser', 'google-chrome'].some(isOnPath),
  },
  {
    name: 'PostgreSQL',
    debianPackages: ['postgresql'],
    isThere: () => newestDebianPostgres() !== undefined || isOnPath('initdb'),
  },
  {
    name: 'PostGIS',
    debianPackages: ['postgresql-postgis'],
    isThere: () => existsSync(join(postgresShared(), 'extension/postgis.control')),
  },
  {
    name: 'nginx',
    debianPackages: ['nginx', 'openssl'],
    // Its folder is on root's PATH only.
    isThere: () => isOnPath('openssl') && (isOnPath('nginx') || existsSync('/usr/sbin/nginx')),
  },
];

/** @type {SystemPart[]} For the long set. */
export const longSystemParts = [
  ...systemParts,
  {
    name: 'Firefox',
    debianPackages: ['firefox-esr', 'xvfb'],
    isThere: () => ['firefox', 'firefox-esr'].some(isOnPath) && isOnPath('Xvfb'),
  },
  { name: 'Caddy', debianPackages: ['caddy'], isThere: () => isOnPath('caddy') },
  {
    name: 'PgBouncer',
    debianPackages: ['pgbouncer'],
    isThere: () => isOnPath('pgbouncer') || existsSync('/usr/sbin/pgbouncer'),
  },
  { name: 'GDAL', debianPackages: ['gdal-bin'], isThere: () => isOnPath('ogrinfo') },
];

/**
 * Installs what is missing, if run as root.
 * @param {SystemPart[]} parts
 * @returns {Named[]} What is still missing, and how to install it.
 */
export function installSystemParts(parts = systemParts) {
  const missing = parts.filter((part) => !part.isThere());
  if (missing.length === 0) return [];
  const packages = missing.flatMap(({ debianPackages }) => debianPackages);
  const install = ['install', '-y', '--no-install-recommends', ...packages];
  console.log(`Missing: ${missing.map(({ name }) => name).join(', ')}`);
  if (process.getuid?.() === 0 && isOnPath('apt-get')) {
    aptGet(['update']);
    aptGet(install);
  }
  return missing
    .filter((part) => !part.isThere())
    .map(({ name }) => ({
      name,
      reason: `not installed. As root on Debian or Ubuntu: apt-get update && apt-get ${install.join(' ')}`,
    }));
}

/** @param {string[]} args */
function aptGet(args) {
  console.log(`apt-get ${args.join(' ')}`);
  const { status, stdout, stderr } = spawnSync('apt-get', ['-q', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) console.log(`${stdout}\n${stderr}`.trim());
}

/** @param {string} program */
function isOnPath(program) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
}

/** The folder of the newest PostgreSQL's extensions; empty if there is no PostgreSQL. */
function postgresShared() {
  const version = newestDebianPostgres();
  if (version !== undefined) return join(POSTGRES_SHARED, version);
  return spawnSync('pg_config', ['--sharedir'], { encoding: 'utf8' }).stdout?.trim() ?? '';
}

function newestDebianPostgres() {
  if (!existsSync(POSTGRES_PROGRAMS)) return undefined;
  return readdirSync(POSTGRES_PROGRAMS)
    .filter((version) => existsSync(join(POSTGRES_PROGRAMS, version, 'bin/initdb')))
    .sort((one, other) => Number(other) - Number(one))[0];
}

if (process.argv[1] === import.meta.filename) {
  const missing = installSystemParts(process.argv.includes('--long') ? longSystemParts : systemParts);
  for (const { name, reason } of missing) console.error(`${name}: ${reason}`);
  process.exitCode = missing.length > 0 ? 1 : 0;
}
