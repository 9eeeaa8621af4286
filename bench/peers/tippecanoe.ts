// tippecanoe draws a pyramid of tiles from features: as an installed program, or built from Debian's own source.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { TILE_BUFFER, TILE_EXTENT } from '../../geo/tile-address.ts';
import { installSystemParts } from '../../scripts/install-system-parts.mjs';
import { findProgram } from '../../test/find-program.ts';
import { runProgram } from '../measure/processes.ts';
import type { PartContext } from '../part.ts';
import { scratch } from '../scratch.ts';
import type { Peer } from './programs.ts';

/** Debian 12 has no package of it. The source packages of later ones are plain C++ that builds anywhere. */
const pool = 'http://deb.debian.org/debian/pool/main/t/tippecanoe';
const sources = [
  {
    url: `${pool}/tippecanoe_2.79.0.orig.tar.gz`,
    sha256: 'b0fd9df49b6efc988288ea48774822c6de19eb48428017f27ee0b3b01d44f05d',
  },
  {
    url: `${pool}/tippecanoe_2.53.0.orig.tar.gz`,
    sha256: '5f9b1c0c66f6b8df81fd400decabea1232f38828bddfc1a031294d03524f41f3',
  },
];
const DOWNLOAD_TIMEOUT_MS = 120_000;

export async function findTippecanoe({ size, say }: PartContext): Promise<Peer> {
  const installed = findProgram(['tippecanoe']);
  if (installed) return { program: installed };
  const built = join(scratch, 'tippecanoe');
  if (existsSync(built)) return { program: built };
  if (size === 'quick') return { missing: 'not installed; the long form builds it, which takes minutes' };
  try {
    say('building tippecanoe, once');
    await build(built);
    return { program: built };
  } catch (error) {
    const [reason] = String(error instanceof Error ? error.message : error).split('\n');
    return { missing: `no package of tippecanoe, and it could not be built: ${reason}` };
  }
}

/** The first one that is still there: old versions leave the archive. */
async function download(): Promise<Buffer> {
  for (const { url, sha256 } of sources) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS) });
    if (!answer.ok) continue;
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (createHash('sha256').update(bytes).digest('hex') === sha256) return bytes;
    throw new Error(`${url} has another checksum than expected`);
  }
  throw new Error('its source is not in the archive of Debian');
}

async function build(target: string): Promise<void> {
  const [missing] = installSystemParts([
    {
      name: 'a C++ compiler with SQLite and zlib',
      debianPackages: ['g++', 'make', 'libsqlite3-dev', 'zlib1g-dev'],
      isThere: () =>
        findProgram(['g++']) !== undefined &&
        findProgram(['make']) !== undefined &&
        ['sqlite3.h', 'zlib.h'].every((header) => existsSync(join('/usr/include', header))),
    },
  ]);
  if (missing) throw new Error(`${missing.name} is ${missing.reason}`);
  const bytes = await download();
  const folder = `${target}-source`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}.tar.gz`, bytes);
  await runProgram({
    program: 'tar',
    args: ['xzf', `${folder}.tar.gz`, '-C', folder, '--strip-components=1', '--exclude=*/tests/*'],
  });
  await runProgram({
    program: 'make',
    args: ['-C', folder, `-j${availableParallelism()}`, 'tippecanoe'],
  });
  renameSync(join(folder, 'tippecanoe'), target);
  rmSync(folder, { recursive: true });
  rmSync(`${folder}.tar.gz`);
}

/** In 256ths of a tile: the buffer that Platbook's tiles have, so that both show the same parcels. */
const BUFFER = (256 * TILE_BUFFER) / TILE_EXTENT;

/** Where a tile becomes too heavy it leaves features out, as Platbook does. */
export function tippecanoeArgs({
  features,
  archive,
  zooms: [first, last],
  layer = 'parcels',
}: {
  features: string;
  archive: string;
  zooms: readonly [first: number, last: number];
  layer?: string;
}): string[] {
  return [
    ...['-o', archive, '--force', '-l', layer, '-Z', `${first}`, '-z', `${last}`],
    ...['-b', `${BUFFER}`, '--drop-densest-as-needed', '--read-parallel', '--quiet', features],
  ];
}
