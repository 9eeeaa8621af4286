// Imports that are killed (kill -9) beside a running server, as real processes and in both databases: the old parcels go on
// serving, and the next import works and clears up.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tileAt } from '../geo/tile-address.ts';
import { tryToLock } from '../store/sqlite/with-load-lock.ts';
import { CORNER, countyText, rowsOf } from '../test/county-text.ts';
import { eventually } from '../test/eventually.ts';
import { createDatabase, type PostgresCluster, startPostgresCluster } from '../test/postgres-cluster.ts';
import { finishPlatbook, runPlatbook, type Settings, startPlatbook } from '../test/run-platbook.ts';

const TIMEOUT_MS = 300_000;
/** Enough lots for a stage of the import to be seen. */
const MANY = 1200;
/** More than a pipe holds. */
const LONG_CREDIT = 'Thanks. '.repeat(12_000);

let folder: string;
let cluster: PostgresCluster;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platbook-killed-'));
  cluster = await startPostgresCluster();
}, TIMEOUT_MS);
afterAll(async () => {
  cluster.stop();
  await rm(folder, { recursive: true });
});

async function county(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

/** Starts a command, and resolves once its progress says so. */
async function runUntil(args: readonly string[], settings: Settings, line: string) {
  const run = runPlatbook(args, settings);
  const ended = once(run.child, 'close');
  const saysIt = new Promise<void>((resolve, reject) => {
    run.child.stderr.on('data', () => run.output.stderr.includes(line) && resolve());
    run.child.once('close', () => reject(new Error(run.output.stdout + run.output.stderr)));
  });
  await saysIt;
  return { ...run, ended };
}

/** Where the parcels are, with a way to stop an import right before it publishes them. */
type Place = {
  /** Of the server, and of an import: on another machine, if the database allows it. */
  server: Settings;
  importer: Settings;
  /** Called while parcels are written. `reached` resolves when the import is about to exchange the sets. */
  holdSwap(): Promise<{ reached: Promise<void>; release(): Promise<void> }>;
  /** Resolves when the set has been exchanged. */
  swapped(): Promise<void>;
  holdLock(): Promise<() => unknown>;
  /** What is stored, without versions. */
  contents(): Promise<string[]>;
};

/** Reports are meant to stay, and a lock has a journal while it is held. */
async function importFiles(dataDir: string): Promise<string[]> {
  const names = await readdir(join(dataDir, 'imports'), { recursive: true });
  return names.filter((name) => !/reports|-journal$/.test(name)).sort();
}

async function sqlitePlace(): Promise<Place> {
  const dataDir = join(folder, 'sqlite');
  const manifest = join(dataDir, 'parcels.json');
  return {
    server: { DATA_DIR: dataDir },
    importer: { DATA_DIR: dataDir },
    holdSwap: async () => {
      // A pipe in the place of the new manifest: nobody reads it, so writing it never ends.
      const pipe = `${manifest}.unfinished`;
      execFileSync('mkfifo', [pipe]);
      const opened = open(pipe, 'r');
      return {
        reached: opened.then(() => {}),
        release: async () => (await opened).close(),
      };
    },
    swapped: async () => {
      const { ino } = await stat(manifest);
      await expect
        .poll(async () => (await stat(manifest)).ino, { interval: 1, timeout: 60_000 })
        .not.toBe(ino);
    },
    holdLock: async () => tryToLock(join(dataDir, 'load.lock'))!,
    contents: async () => {
      const names = (await readdir(dataDir)).filter((name) => /^(parcels|shared)/.test(name));
      const ofParcels = names.map((name) => name.replace(/\d{13,}/, 'VERSION'));
      return [...ofParcels, ...(await importFiles(dataDir))].sort();
    },
  };
}

async function postgresPlace(): Promise<Place> {
  const DATABASE_URL = await createDatabase(cluster.url, 'killed');
  // The map of the world is the same, and takes long to draw.
  await cp(join(folder, 'sqlite', 'maps'), join(folder, 'server', 'maps'), { recursive: true });
  const connect = () => postgres(DATABASE_URL, { max: 1, onnotice: () => {} });
  return {
    server: { DATABASE_URL, DATA_DIR: join(folder, 'server') },
    importer: { DATABASE_URL, DATA_DIR: join(folder, 'another-machine') },
    holdSwap: async () => {
      const reader = connect();
      const watcher = connect();
      // The last table that the exchange locks.
      await reader`BEGIN`;
      await reader`LOCK TABLE platbook_parcels.known_word IN ACCESS SHARE MODE`;
      const reached = eventually(async () => {
        const waiting = await watcher`
          SELECT 1 FROM pg_stat_activity
          WHERE wait_event_type = 'Lock' AND query LIKE '%LOCK TABLE platbook_parcels%'`;
        expect(waiting).toHaveLength(1);
      }).then(() => {});
      return {
        reached,
        release: async () => {
          await reader`ROLLBACK`;
          await Promise.all([reader.end(), watcher.end()]);
        },
      };
    },
    swapped: async () => {
      const sql = connect();
      await new Promise<void>((resolve) => void sql.listen('platbook_parcels', () => resolve()));
      await sql.end();
    },
    holdLock: async () => {
      const sql = connect();
      // The lock of store/postgres/with-load-lock.ts.
      await sql`SELECT pg_advisory_lock(7528266001)`;
      return () => sql.end();
    },
    contents: async () => {
      const sql = connect();
      // Without the maps and places of the server, as in a folder.
      const tables = await sql<{ name: string }[]>`
        SELECT schemaname || '.' || tablename AS name FROM pg_tables
        WHERE starts_with(schemaname, 'platbook') AND schemaname <> 'platbook_files' ORDER BY name`;
      await sql.end();
      return [...tables.map(({ name }) => name), ...(await importFiles(join(folder, 'another-machine')))];
    },
  };
}

describe.each([
  ['SQLite', sqlitePlace],
  ['PostgreSQL', postgresPlace],
])('beside a running server, in %s', (kind, openPlace) => {
  let place: Place;
  let path: string;
  let contents: string[];
  let server: Awaited<ReturnType<typeof startPlatbook>>;
  const importPolk = (options: string[] = []) => ['import', path, '--as', 'polk', ...options];

  beforeAll(async () => {
    place = await openPlace();
    path = await county(`${kind}.geojson`, countyText(rowsOf('ADAMS', MANY)));
    expect(await finishPlatbook(importPolk(), place.importer)).toMatchObject({ code: 0 });
    contents = await place.contents();
    server = await startPlatbook({ ...place.server, PARCEL_ACCESS: 'public' });
    await writeFile(path, countyText(rowsOf('BAKER', MANY + 1)));
  }, TIMEOUT_MS);
  afterAll(async () => {
    server.child.kill('SIGTERM');
    await once(server.child, 'close');
  });

  /** Asks all the time, on several connections. Answers the statuses, and the owners of the first lot. */
  function keepAsking(paths: readonly string[]) {
    const statuses = new Set<string>();
    const owners = new Set<string>();
    let isOver = false;
    const asking = paths.map(async (path) => {
      while (!isOver) {
        // Without a breath the questions would take all the time that the import needs.
        await pause(10);
        const answer = await fetch(server.url + path);
        const body = await answer.text();
        statuses.add(`${path} ${answer.status}`);
        if (path === '/api/parcels/100-1') owners.add((JSON.parse(body) as { name: string }).name);
      }
    });
    return async () => {
      isOver = true;
      await Promise.all(asking);
      return { statuses: [...statuses].sort(), owners: [...owners] };
    };
  }
  const { z, x, y } = tileAt({ lng: CORNER.lng + 0.0005, lat: CORNER.lat - 0.0005 }, 14);
  const asked = ['/api/parcels/100-1', '/api/parcels/search?q=walnut', `/tiles/${z}/${x}/${y}.pbf`];
  const allWell = asked.map((path) => `${path} 200`).sort();

  test(
    'killed while tiles are drawn and right before the swap: the old parcels go on serving',
    async () => {
      const stopAsking = keepAsking(asked);
      const drawing = await runUntil(importPolk(), place.importer, 'Drawing tiles');
      drawing.child.kill('SIGKILL');
      await drawing.ended;

      const options = ['--attribution', LONG_CREDIT];
      const swapping = await runUntil(importPolk(options), place.importer, 'Writing parcels');
      const swap = await place.holdSwap();
      await swap.reached;
      swapping.child.kill('SIGKILL');
      expect(await swapping.ended).toEqual([null, 'SIGKILL']);
      await swap.release();

      expect((await finishPlatbook(['sources'], place.importer)).stdout).toMatch(/parcels +1,200\n/);
      expect(await stopAsking()).toEqual({ statuses: allWell, owners: ['ADAMS 1'] });
    },
    TIMEOUT_MS,
  );

  test(
    'killed right after the swap: the new parcels are served, and the next import leaves nothing of the killed ones',
    async () => {
      const stopAsking = keepAsking(asked);
      const run = await runUntil(importPolk(), place.importer, 'Writing parcels');
      await place.swapped();
      run.child.kill('SIGKILL');
      await run.ended;
      await eventually(async () => {
        const answer = await fetch(`${server.url}/api/parcels/100-1201`);
        expect(answer.status).toBe(200);
      });
      expect(await stopAsking()).toEqual({ statuses: allWell, owners: ['ADAMS 1', 'BAKER 1'] });

      expect(await finishPlatbook(importPolk(), place.importer)).toMatchObject({ code: 0 });
      expect(await place.contents()).toEqual(contents);
    },
    TIMEOUT_MS,
  );

  test(
    'a second import waits for the first, and Ctrl-C ends the wait at once',
    async () => {
      const unlock = await place.holdLock();
      const stopped = await runUntil(importPolk(), place.importer, 'Waiting for another import');
      stopped.child.kill('SIGINT');
      expect(await stopped.ended).toEqual([130, null]);
      expect(stopped.output.stderr).toMatch(/Stopped before polk was changed/);

      const patient = await runUntil(importPolk(), place.importer, 'Waiting for another import');
      await unlock();
      expect(await patient.ended).toEqual([0, null]);
    },
    TIMEOUT_MS,
  );

  test(
    'a county is removed while people look at it: no request fails',
    async () => {
      const story = await county(`${kind}-story.geojson`, countyText(rowsOf('STORY', 40), { south: 0.0005 }));
      expect(await finishPlatbook(['import', story, '--as', 'story'], place.importer)).toMatchObject({
        code: 0,
      });
      const ofStory = '/api/parcels/100-2~story';
      await eventually(async () => expect((await fetch(server.url + ofStory)).status).toBe(200));
      const stopAsking = keepAsking([...asked, ...asked, ofStory, ofStory]);
      expect(await finishPlatbook(['remove', 'story'], place.importer)).toMatchObject({ code: 0 });
      await eventually(async () => expect((await fetch(server.url + ofStory)).status).toBe(404));
      const { statuses } = await stopAsking();
      expect(statuses).toEqual([...allWell, `${ofStory} 200`, `${ofStory} 404`].sort());
      expect(await place.contents()).toEqual(contents);
    },
    TIMEOUT_MS,
  );
});

test(
  'killed in the middle of a download, the next import asks for the rest only',
  async () => {
    const bytes = Buffer.from(countyText(rowsOf('SMITH')));
    const half = Math.floor(bytes.length / 2);
    const ranges: (string | undefined)[] = [];
    const stand = createServer(({ headers: { range } }, response) => {
      ranges.push(range);
      const from = range ? half : 0;
      response.writeHead(range ? 206 : 200, {
        etag: '"1"',
        'content-type': 'application/geo+json',
        'content-length': bytes.length - from,
        ...(range && { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }),
      });
      // The first time the second half never comes.
      if (range) response.end(bytes.subarray(half));
      else response.write(bytes.subarray(0, half));
    });
    await new Promise<void>((resolve) => stand.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(stand.address() as AddressInfo).port}/polk.geojson`;
    const dataDir = join(folder, 'download');
    const downloads = join(dataDir, 'imports', 'polk', 'downloads');
    try {
      const run = await runUntil(['import', address, '--as', 'polk'], { DATA_DIR: dataDir }, 'Downloading');
      await eventually(async () => {
        const part = (await readdir(downloads)).find((name) => name.endsWith('.part'))!;
        expect((await stat(join(downloads, part))).size).toBe(half);
      });
      run.child.kill('SIGKILL');
      await run.ended;

      const next = await finishPlatbook(['import', address, '--as', 'polk'], { DATA_DIR: dataDir });
      expect(next).toMatchObject({ code: 0, stdout: expect.stringContaining('6 rows read, 6 parcels') });
      expect(ranges).toEqual([undefined, `bytes=${half}-`]);
      expect((await readdir(downloads)).filter((name) => name.endsWith('.part'))).toEqual([]);
    } finally {
      stand.closeAllConnections();
      stand.close();
    }
  },
  TIMEOUT_MS,
);
