// Imports as real processes: stopped, killed, and beside a running server.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { clientConfig } from '../contract/client-config.ts';
import type { GeocodingAnswer } from '../contract/geocoding.ts';
import { parcel } from '../contract/parcel.ts';
import { readLayers } from '../store/layer-folder.ts';
import { callPlatbook } from '../test/call-platbook.ts';
import { countyText, rowsOf } from '../test/county-text.ts';
import { eventually } from '../test/eventually.ts';
import { prepareFolder } from '../test/prepared-folder.ts';
import { runPlatbook, type Settings, startPlatbook } from '../test/run-platbook.ts';
import { testFolder } from '../test/test-folder.ts';

const folder = testFolder();

async function county(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

const sourcesOf = async (settings: Settings) => (await callPlatbook(['sources'], settings)).stdout;

test('a reader that has seen enough, as "| head" has, does not end an import', async () => {
  const settings = { DATA_DIR: join(folder, 'head') };
  const path = await county('head.geojson', countyText(rowsOf('SMITH')));
  const { child, output } = runPlatbook(['import', path, '--as', 'polk'], settings);
  child.stdout.destroy();
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(output.stderr).not.toContain('EPIPE');
  expect(await sourcesOf(settings)).toMatch(/parcels +6\n/);
});

test('[SEC-13] nobody else on the machine may read what a command has written', async () => {
  const dataDir = join(folder, 'private');
  const path = await county('private.geojson', countyText(rowsOf('SMITH')));
  const { child } = runPlatbook(['import', path, '--as', 'polk'], { DATA_DIR: dataDir });
  expect(await once(child, 'close')).toEqual([0, null]);
  const entries = await readdir(dataDir, { recursive: true });
  expect(entries.length).toBeGreaterThan(3);
  const open: string[] = [];
  for (const entry of ['', ...entries]) {
    if ((await stat(join(dataDir, entry))).mode & 0o077) open.push(entry);
  }
  expect(open).toEqual([]);
});

test('stopped by Ctrl-C or killed while it writes, the old parcels stay, and the next import clears up', async () => {
  const dataDir = join(folder, 'stopped');
  const settings = { DATA_DIR: dataDir };
  const path = await county('stopped.geojson', countyText(rowsOf('OLD', 300)));
  const args = ['import', path, '--as', 'polk'];
  /** The names without their versions; reports are meant to stay, and journals of locks are empty. */
  const files = async () =>
    (await readdir(dataDir, { recursive: true }))
      .filter((name) => !/reports|lock(\.db)?-journal$/.test(name))
      .map((name) => name.replace(/\d{10,}/, 'VERSION'))
      .sort();
  expect((await callPlatbook(args, settings)).code).toBe(0);
  const complete = await files();

  await writeFile(path, countyText(rowsOf('NEW', 301)));
  const ends: unknown[] = [];
  for (const signal of ['SIGINT', 'SIGKILL'] as const) {
    const { child, output } = runPlatbook(args, settings);
    const ended = once(child, 'close');
    while (!output.stderr.includes('Writing parcels')) await once(child.stderr, 'data');
    child.kill(signal);
    ends.push(await ended);
    expect(await sourcesOf(settings)).toMatch(/parcels +300\n/);
  }
  expect(ends).toEqual([
    [130, null],
    [null, 'SIGKILL'],
  ]);

  expect((await callPlatbook(args, settings)).code).toBe(0);
  expect(await sourcesOf(settings)).toMatch(/parcels +301\n/);
  expect(await files()).toEqual(complete);
});

/** Sends half of the first answer, and goes on from there when it is asked to. */
async function serveHalting(text: () => string) {
  const ranges: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    const { range } = request.headers;
    ranges.push(range);
    const bytes = Buffer.from(text());
    const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
    const headers = { etag: '"1"', 'content-type': 'application/geo+json' };
    if (from > 0) headers['content-range' as 'etag'] = `bytes ${from}-${bytes.length - 1}/${bytes.length}`;
    response.writeHead(from > 0 ? 206 : 200, { ...headers, 'content-length': bytes.length - from });
    if (ranges.length === 1) response.write(bytes.subarray(0, bytes.length / 2));
    else response.end(bytes.subarray(from));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/zoning.geojson`, ranges };
}

test('[LAY-1] layers add killed at any moment: the old ground stays, a download goes on, and the next command clears up', async () => {
  const settings = { DATA_DIR: join(folder, 'killed-layers') };
  const layers = join(settings.DATA_DIR, 'layers');
  const manifest = join(layers, 'layers.json');
  const add = (source: string) => ['layers', 'add', source, '--name', 'zoning', '--as', 'overlay'];
  const old = await county('old-zoning.geojson', countyText(rowsOf('OLD', 3)));
  expect(await callPlatbook(add(old), settings)).toMatchObject({ code: 0 });
  const names = async () =>
    (await readdir(layers, { recursive: true })).filter((name) => !name.endsWith('-journal'));
  const own = (await names()).sort();
  const ground = () => Promise.all(own.map((name) => readFile(join(layers, name), 'base64')));
  const before = await ground();
  const { url, ranges } = await serveHalting(() => countyText(rowsOf('NEW', 3000)));
  const added = async () => (await names()).filter((name) => !own.includes(name));
  // What is left at each moment. The archive has its name when the manifest is written.
  const moments = [/^work.*\.part$/, /\.db\..*\.loading$/, /\.pmtiles\..*\.new$/, /^zoning-\w{8}\.pmtiles$/];
  for (const left of moments) {
    // A pipe in the place of the new manifest: nobody reads it, so writing it never ends.
    execFileSync('mkfifo', [`${manifest}.unfinished`]);
    const { child } = runPlatbook(add(url), settings);
    const ended = once(child, 'close');
    while (child.exitCode === null && !(await added()).some((name) => left.test(name))) await pause(0);
    // The first bytes of the download.
    if (left === moments[0]) await pause(200);
    child.kill('SIGKILL');
    expect([left, await ended]).toEqual([left, [null, 'SIGKILL']]);
    await rm(`${manifest}.unfinished`, { force: true });
    expect(await added()).not.toEqual([]);
    expect(await ground()).toEqual(before);
    // The next command works, and needs no room for what was left; the download is not lost.
    expect((await callPlatbook(['layers', 'remove', 'nothing'], settings)).stderr).toMatch(
      /there are: zoning\./,
    );
    expect((await names()).filter((name) => !name.startsWith('work')).sort()).toEqual(own);
  }
  expect(await names()).toContainEqual(expect.stringMatching(/^work.*zoning\.geojson$/));
  expect(ranges.slice(0, 2)).toEqual([undefined, expect.stringMatching(/^bytes=\d{5,}-$/)]);

  expect(await callPlatbook(add(url), settings)).toMatchObject({ code: 0 });
  const [after] = await readLayers(layers);
  expect(after).toMatchObject({ name: 'zoning', count: 3000 });
  const { shapes, tiles } = after!.files;
  expect((await names()).sort()).toEqual(['layers.json', 'lock.db', shapes, tiles].sort());
});

test('beside a running server a new county is served within seconds, until it is removed, and no request fails meanwhile', async () => {
  const settings = { DATA_DIR: join(folder, 'running'), PARCEL_ACCESS: 'public' };
  const polk = await county('polk.geojson', countyText(rowsOf('SMITH')));
  const story = await county('story.geojson', countyText(rowsOf('STORY', 4), { south: 0.5 }));
  await callPlatbook(['import', polk, '--as', 'polk', '--title', 'Polk County'], settings);
  await prepareFolder(settings.DATA_DIR);
  const { child, url } = await startPlatbook(settings);
  const statuses = new Set<number>();
  let isOver = false;
  onTestFinished(() => {
    isOver = true;
    child.kill('SIGTERM');
  });
  const asking = (async () => {
    while (!isOver) {
      // Without a breath the questions would take all the time that the import needs.
      await pause(20);
      statuses.add((await fetch(`${url}/api/parcels/100-1`)).status);
    }
  })();
  const { child: importing } = runPlatbook(
    ['import', story, '--as', 'story', '--title', 'Story County'],
    settings,
  );
  expect(await once(importing, 'close')).toEqual([0, null]);
  await eventually(async () => {
    const { parcelSource } = clientConfig.parse(await (await fetch(`${url}/config.json`)).json());
    expect(parcelSource).toMatch(/Story County/);
  });
  const ofPolk = parcel.parse(await (await fetch(`${url}/api/parcels/100-1`)).json());
  const ofStory = parcel.parse(await (await fetch(`${url}/api/parcels/100-1~story`)).json());
  expect([ofPolk.name, ofStory.name]).toEqual(['SMITH 1', 'STORY 1']);
  expect(ofStory).toMatchObject({ origin: { title: 'Story County' }, more: [['Roof', 'SLATE']] });

  // The addresses of the new county are searchable once they are indexed.
  await eventually(async () => {
    const answer = await fetch(`${url}/geocoding/v5/mapbox.places/4%20walnut%20st.json?access_token=pk.x`);
    const { features } = (await answer.json()) as GeocodingAnswer;
    const centers = features.map(({ center }) => center[1].toFixed(1));
    expect(centers).toEqual(expect.arrayContaining(['41.6', '41.1']));
  }, 200_000);

  expect(await callPlatbook(['remove', 'story'], settings)).toMatchObject({ code: 0 });
  await eventually(async () => expect((await fetch(`${url}/api/parcels/100-1~story`)).status).toBe(404));
  isOver = true;
  await asking;
  expect([...statuses]).toEqual([200]);
});
