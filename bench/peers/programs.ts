// Finds the programs that Platbook is compared with, and installs them where this machine lets it.
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { installSystemParts, systemParts } from '../../scripts/install-system-parts.mjs';
import { findProgram } from '../../test/find-program.ts';

/** By which a program is found and installed. */
const programs = {
  nginx: { places: ['nginx', '/usr/sbin/nginx'], debianPackages: ['nginx'] },
  wrk: { places: ['wrk'], debianPackages: ['wrk'] },
  ogr2ogr: { places: ['ogr2ogr'], debianPackages: ['gdal-bin'] },
};

/** A program, or why there is none. */
export type Peer = { program: string; missing?: never } | { program?: never; missing: string };

function placeOf(name: keyof typeof programs): string | undefined {
  const { places } = programs[name];
  return places.find((place) => place.startsWith('/') && existsSync(place)) ?? findProgram(places);
}

let missing = new Map<string, string>();

/** Once, before anything is measured. */
export function installPeers(): void {
  const peers = (Object.keys(programs) as (keyof typeof programs)[]).map((name) => ({
    name,
    debianPackages: programs[name].debianPackages,
    isThere: () => placeOf(name) !== undefined,
  }));
  const failed = withoutStartingServices(() => installSystemParts([...systemParts, ...peers]));
  missing = new Map(failed.map(({ name, reason }) => [name, reason]));
}

export function findPeer(name: keyof typeof programs): Peer {
  const program = placeOf(name);
  return program ? { program } : { missing: missing.get(name) ?? 'not installed' };
}

/** Why there is no PostgreSQL with PostGIS, or no browser; undefined where there is. */
export function missingPart(...names: ('PostgreSQL' | 'PostGIS' | 'Chromium')[]): string | undefined {
  const found = names.find((name) => missing.has(name));
  return found && `${found} is ${missing.get(found)}`;
}

/** Debian starts the web server that it installs, on port 80, unless this file forbids it. */
function withoutStartingServices<Result>(install: () => Result): Result {
  const policy = '/usr/sbin/policy-rc.d';
  const isOurs = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get') && !existsSync(policy);
  if (isOurs) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    return install();
  } finally {
    if (isOurs) rmSync(policy);
  }
}
