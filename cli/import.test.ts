// Importing counties with the command line, as real processes: what it says, its exit codes, and a server beside it.
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientConfig } from '../contract/client-config.ts';
import type { GeocodingAnswer } from '../contract/geocoding.ts';
import { parcel } from '../contract/parcel.ts';
import { countyText, rowsOf } from '../test/county-text.ts';
import { eventually } from '../test/eventually.ts';
import { finishPlatbook, runPlatbook, startPlatbook } from '../test/run-platbook.ts';
import { ACT_LOG_FILE } from './act-log.ts';

const TIMEOUT_MS = 300_000;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platbook-import-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function county(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await mkdir(folder, { recursive: true });
  await writeFile(path, text);
  return path;
}

const platbook = (args: string[], dataDir = 'data') =>
  finishPlatbook(args, { DATA_DIR: join(folder, dataDir) });

describe('the life of a source', () => {
  test(
    'import shows fields and counts, refresh says what changed, sources lists it, remove takes it away',
    async () => {
      const path = await county('polk.geojson', countyText([...rowsOf('SMITH'), { PIN: '' }]));
      const first = await platbook(['import', path, '--as', 'polk', '--title', 'Polk County, Iowa']);
      expect(first.stderr).not.toMatch(/platbook:/);
      expect(first.code).toBe(3);
      expect(first.stdout).toMatch(/pin +PIN +100-1/);
      expect(first.stdout).toMatch(/7 rows read, 6 parcels/);
      expect(first.stdout).toMatch(/1 {2}no PIN/);

      const changed = rowsOf('SMITH').slice(1);
      changed[0]!.OWNER = 'JONES';
      await writeFile(path, countyText([...changed, { PIN: '100-7', OWNER: 'NEW' }]));
      const second = await platbook(['refresh', 'polk']);
      expect(second.code).toBe(0);
      expect(second.stdout).toMatch(/1 {2}added/);
      expect(second.stdout).toMatch(/1 {2}gone/);
      expect(second.stdout).toMatch(/1 {2}with a new owner/);

      const listed = await platbook(['sources']);
      expect(listed.stdout).toMatch(/polk: Polk County, Iowa\n +parcels +6\n/);

      const removed = await platbook(['remove', 'polk']);
      expect(removed).toMatchObject({ code: 0, stdout: expect.stringContaining('6 parcels of polk') });
      expect((await platbook(['sources'])).stdout).toBe('No parcels are loaded.\n');
    },
    TIMEOUT_MS,
  );

  test(
    'what was done, and what failed, is logged in the data folder; a dry run is not',
    async () => {
      const path = await county('acts.geojson', countyText(rowsOf('SMITH')));
      const empty = await county('acts-empty.geojson', '');
      for (const args of [
        ['import', path, '--as', 'polk'],
        ['import', path, '--as', 'polk', '--dry-run'],
        ['import', empty, '--as', 'other'],
        ['remove', 'polk'],
      ]) {
        await platbook(args, 'acts');
      }
      const file = join(folder, 'acts', ACT_LOG_FILE);
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
      expect(lines.map((line) => JSON.parse(line))).toMatchObject([
        { level: 'info', event: 'import-begun', source: 'polk' },
        { level: 'info', event: 'import-ended', source: 'polk', count: 6, status: 0 },
        { event: 'import-begun', source: 'other' },
        { level: 'error', event: 'import-failed', source: 'other', err: { type: 'OperatorError' } },
        { event: 'source-removed', source: 'polk', count: 6 },
      ]);
      expect(lines.join()).not.toContain('stack');
    },
    TIMEOUT_MS,
  );

  test(
    'a dry run says the same and changes nothing; a mapping can be written, edited and read',
    async () => {
      const path = await county('dry.geojson', countyText(rowsOf('SMITH')));
      const mapping = join(folder, 'dry.json');
      const dry = await platbook(['import', path, '--dry-run', '--write-mapping', mapping], 'dry');
      expect(dry).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/6 rows read.*nothing was changed/s),
      });
      expect((await platbook(['sources'], 'dry')).stdout).toBe('No parcels are loaded.\n');

      const written = JSON.parse(await readFile(mapping, 'utf8'));
      expect(written.mapping).toMatchObject({ pin: 'PIN', owner: 'OWNER' });
      written.mapping.zoning = 'ROOF';
      await writeFile(mapping, JSON.stringify(written));
      const real = await platbook(['import', path, '--mapping', mapping], 'dry');
      expect(real.code).toBe(0);
      expect(real.stdout).toMatch(/zoning +ROOF +SLATE/);
    },
    TIMEOUT_MS,
  );

  test(
    'a county comes by its name from a folder of definitions, and find lists it',
    async () => {
      const path = await county('wake.geojson', countyText(rowsOf('WAKE')));
      const definitions = join(folder, 'definitions');
      await mkdir(join(definitions, 'us', 'nc'), { recursive: true });
      const server = createServer(async (_, response) => {
        response.setHeader('content-type', 'application/geo+json');
        response.end(await readFile(path));
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      const definition = {
        schema: 2,
        coverage: { 'US Census': { name: 'Wake County' }, country: 'us', state: 'nc', county: 'Wake' },
        layers: {
          parcels: [
            {
              name: 'county',
              data: `http://127.0.0.1:${port}/wake.geojson`,
              protocol: 'http',
              conform: { format: 'geojson', pid: 'PIN' },
              attribution: 'Wake County GIS',
            },
          ],
        },
      };
      await writeFile(join(definitions, 'us', 'nc', 'wake.json'), JSON.stringify(definition));
      const settings = { DATA_DIR: join(folder, 'by-name'), OPENADDRESSES: definitions };
      try {
        const found = await finishPlatbook(['find', 'wake'], settings);
        expect(found.stdout).toMatch(/us\/nc\/wake +Wake/);
        const imported = await finishPlatbook(['import', 'us/nc/wake'], settings);
        expect(imported.stderr).not.toMatch(/platbook:/);
        expect(imported.code).toBe(0);
        const listed = await finishPlatbook(['sources'], settings);
        expect(listed.stdout).toMatch(/^wake: Wake.*credit +Wake County GIS/s);
      } finally {
        server.close();
      }
    },
    TIMEOUT_MS,
  );
});

describe('a refresh for cron', () => {
  test(
    'is silent where all is well; a county that fails is named, and the others are refreshed',
    async () => {
      const settings = { DATA_DIR: join(folder, 'cron') };
      const polk = await county('cron-polk.geojson', countyText(rowsOf('POLK')));
      const story = await county('cron-story.geojson', countyText(rowsOf('STORY'), { south: 0.5 }));
      await finishPlatbook(['import', polk, '--as', 'polk'], settings);
      await finishPlatbook(['import', story, '--as', 'story'], settings);
      const first = await finishPlatbook(['refresh', '--quiet'], settings);
      expect(first).toEqual({ code: 0, stdout: '', stderr: '' });

      // The first one has other fields now, which is no reason to keep the second one old.
      await writeFile(polk, countyText(rowsOf('POLK')).replaceAll('"PIN"', '"PARCEL"'));
      await writeFile(story, countyText(rowsOf('STORY', 4), { south: 0.5 }));
      const second = await finishPlatbook(['refresh', '--quiet'], settings);
      expect(second).toMatchObject({ code: 1, stdout: '' });
      expect(second.stderr).toMatch(
        /^platbook: polk: There is no field PIN for pin.*PARCEL.* remembered .*platbook import \S+\/cron-polk\.geojson --as polk --map pin=FIELD, .*--forget.*\n$/,
      );
      const { stdout } = await finishPlatbook(['sources'], settings);
      expect(stdout).toMatch(/polk: .*\n +parcels +6\n.*story: .*\n +parcels +4\n/s);
    },
    TIMEOUT_MS,
  );
});

test(
  'a reader that has seen enough, as "| head" has, does not end an import',
  async () => {
    const settings = { DATA_DIR: join(folder, 'head') };
    const path = await county('head.geojson', countyText(rowsOf('SMITH')));
    const { child, output } = runPlatbook(['import', path, '--as', 'polk'], settings);
    child.stdout.destroy();
    const [code] = await once(child, 'close');
    expect({ code, stderr: output.stderr }).toEqual({
      code: 0,
      stderr: expect.not.stringContaining('EPIPE'),
    });
    expect((await finishPlatbook(['sources'], settings)).stdout).toMatch(/^polk: Polk\n/);
  },
  TIMEOUT_MS,
);

describe('a refresh of several by name', () => {
  test(
    'one that is misspelled is named, and the others are refreshed',
    async () => {
      const settings = { DATA_DIR: join(folder, 'several') };
      const story = await county('several.geojson', countyText(rowsOf('STORY')));
      await finishPlatbook(['import', story, '--as', 'story'], settings);
      await writeFile(story, countyText(rowsOf('STORY', 4)));
      const { code, stderr } = await finishPlatbook(['refresh', '--quiet', 'storry', 'story'], settings);
      expect(code).toBe(1);
      expect(stderr).toBe('platbook: storry: There is no source of this name; loaded are: story.\n');
      expect((await finishPlatbook(['sources'], settings)).stdout).toMatch(/parcels +4\n/);
    },
    TIMEOUT_MS,
  );
});

describe('bad input ends in one sentence with exit code 1, and the parcels loaded before stay', () => {
  beforeAll(async () => {
    const path = await county('good.geojson', countyText(rowsOf('GOOD')));
    expect((await platbook(['import', path, '--as', 'good'], 'bad')).code).toBe(0);
  }, TIMEOUT_MS);

  const nonsense = Array.from({ length: 10_000 }, (_, at) => ({ [`x${at % 7}`]: at }));
  const cut = countyText(rowsOf('CUT')).slice(0, 700);
  const point = {
    type: 'Feature',
    properties: { PIN: '1' },
    geometry: { type: 'Point', coordinates: [-93, 41] },
  };

  test.each([
    ['an empty file', 'empty.geojson', '', /empty/],
    ['a collection without features', 'none.geojson', countyText([]), /no (rows|features|layer)/],
    ['a file cut in the middle', 'cut.geojson', cut, /(ends|cut|incomplete|truncated)/i],
    [
      'points',
      'points.geojson',
      JSON.stringify({ type: 'FeatureCollection', features: [point] }),
      /point|area|polygon/i,
    ],
    ['nonsense', 'nonsense.geojson', JSON.stringify(nonsense), /GeoJSON|features|JSON/],
    ['a web page', 'page.geojson', '<!doctype html><html><body>Not found</body></html>', /web page|HTML/i],
  ])(
    '%s',
    async (_, name, text, reason) => {
      const path = await county(name, text);
      const { code, stderr } = await platbook(['import', path, '--as', 'good'], 'bad');
      expect(code).toBe(1);
      const lines = stderr
        .trim()
        .split('\n')
        .filter((line) => line.startsWith('platbook: '));
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatch(reason);
      expect(stderr).not.toMatch(/^\s+at /m);
    },
    TIMEOUT_MS,
  );

  test(
    'an empty SOURCE, as from an unset variable, is not the folder one stands in; a mapping that cannot be written',
    async () => {
      const empty = await platbook(['import', ''], 'bad');
      expect(empty).toMatchObject({ code: 1, stderr: expect.stringMatching(/^platbook: SOURCE is empty/) });
      const path = await county('changed.geojson', countyText(rowsOf('CHANGED', 3)));
      const file = join(folder, 'nowhere', 'mapping.json');
      const unwritten = await platbook(['import', path, '--as', 'good', '--write-mapping', file], 'bad');
      expect(unwritten).toMatchObject({ code: 1, stderr: expect.stringContaining('cannot be written') });
    },
    TIMEOUT_MS,
  );

  test(
    'a path that does not exist, an address that answers 500, a name without a definition',
    async () => {
      const server = createServer((_, response) => response.writeHead(404).end('nothing here'));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      try {
        for (const source of [join(folder, 'nowhere.zip'), `http://127.0.0.1:${port}/parcels.zip`]) {
          const { code, stderr } = await platbook(['import', source], 'bad');
          expect({ code, lines: stderr.trim().split('\n').length }).toEqual({ code: 1, lines: 1 });
        }
      } finally {
        server.close();
      }
      const settings = { DATA_DIR: join(folder, 'bad'), OPENADDRESSES: folder };
      const unknown = await finishPlatbook(['import', 'us/nc/atlantis'], settings);
      expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('us/nc/atlantis') });
    },
    TIMEOUT_MS,
  );

  test(
    'after all that, the good county is as it was, and no leftovers lie around',
    async () => {
      expect((await platbook(['sources'], 'bad')).stdout).toMatch(/^good: Good\n +parcels +6\n/);
      const names = await readdir(join(folder, 'bad'));
      expect(names.filter((name) => /loading|staging|\.new$/.test(name))).toEqual([]);
    },
    TIMEOUT_MS,
  );
});

describe('interrupted, and several at once', () => {
  /** Enough lots for a stage of the import to be seen. */
  const MANY = 3000;

  test(
    'two counties at the same time are both imported, one after the other',
    async () => {
      const settings = { DATA_DIR: join(folder, 'at-once') };
      const path = await county('at-once.geojson', countyText(rowsOf('SMITH', MANY)));
      const ends = await Promise.all(
        ['polk', 'story'].map((name) => finishPlatbook(['import', path, '--as', name], settings)),
      );
      expect(ends.map(({ code }) => code)).toEqual([0, 0]);
      const { stdout } = await finishPlatbook(['sources'], settings);
      expect(stdout.match(/parcels +3,000/g)).toHaveLength(2);
    },
    TIMEOUT_MS,
  );

  test(
    'stopped by Ctrl-C or killed while it writes, the old parcels stay, and the next import clears up',
    async () => {
      const dataDir = join(folder, 'stopped');
      const settings = { DATA_DIR: dataDir };
      const path = await county('stopped.geojson', countyText(rowsOf('OLD', MANY)));
      expect((await finishPlatbook(['import', path, '--as', 'polk'], settings)).code).toBe(0);
      const complete = await filesOf(dataDir);

      await writeFile(path, countyText(rowsOf('NEW', MANY + 1)));
      const ends: unknown[] = [];
      for (const signal of ['SIGINT', 'SIGKILL'] as const) {
        const run = runPlatbook(['import', path, '--as', 'polk'], settings);
        const ended = once(run.child, 'close');
        while (!run.output.stderr.includes('Writing parcels')) await once(run.child.stderr, 'data');
        run.child.kill(signal);
        ends.push(await ended);
        const { stdout } = await finishPlatbook(['sources'], settings);
        expect(stdout).toMatch(/parcels +3,000\n/);
      }
      expect(ends).toEqual([
        [130, null],
        [null, 'SIGKILL'],
      ]);

      expect((await finishPlatbook(['import', path, '--as', 'polk'], settings)).code).toBe(0);
      expect((await finishPlatbook(['sources'], settings)).stdout).toMatch(/parcels +3,001\n/);
      expect(await filesOf(dataDir)).toEqual(complete);
    },
    TIMEOUT_MS,
  );

  /** The names without their versions; reports are meant to stay, and journals of locks are empty. */
  async function filesOf(dataDir: string): Promise<string[]> {
    const names = await readdir(dataDir, { recursive: true });
    return names
      .filter((name) => !/reports|lock(\.db)?-journal$/.test(name))
      .map((name) => name.replace(/\d{10,}/, 'VERSION'))
      .sort();
  }
});

describe('beside a running server', () => {
  test(
    'a new county is served within seconds, and no request fails meanwhile',
    async () => {
      const settings = { DATA_DIR: join(folder, 'running'), PARCEL_ACCESS: 'public' };
      const polk = await county('polk-2.geojson', countyText(rowsOf('SMITH')));
      const story = await county('story.geojson', countyText(rowsOf('STORY', 4), { south: 0.5 }));
      await finishPlatbook(['import', polk, '--as', 'polk', '--title', 'Polk County'], settings);
      const { child, url } = await startPlatbook(settings);
      try {
        const statuses = new Set<number>();
        let isOver = false;
        const asking = (async () => {
          while (!isOver) statuses.add((await fetch(`${url}/api/parcels/100-1`)).status);
        })();
        const imported = await finishPlatbook(
          ['import', story, '--as', 'story', '--title', 'Story County'],
          settings,
        );
        expect(imported.code).toBe(0);
        await eventually(async () => {
          const { parcelSource } = clientConfig.parse(await (await fetch(`${url}/config.json`)).json());
          expect(parcelSource).toMatch(/Story County/);
        });
        isOver = true;
        await asking;
        expect([...statuses]).toEqual([200]);

        const ofPolk = parcel.parse(await (await fetch(`${url}/api/parcels/100-1`)).json());
        const ofStory = parcel.parse(await (await fetch(`${url}/api/parcels/100-1~story`)).json());
        expect([ofPolk.name, ofStory.name]).toEqual(['SMITH 1', 'STORY 1']);
        expect(ofStory).toMatchObject({ origin: { title: 'Story County' }, more: [['ROOF', 'SLATE']] });

        // The addresses of the new county are searchable once they are indexed.
        await eventually(async () => {
          const answer = await fetch(
            `${url}/geocoding/v5/mapbox.places/4%20walnut%20st.json?access_token=pk.x`,
          );
          const { features } = (await answer.json()) as GeocodingAnswer;
          const centers = features.map(({ center }) => center[1].toFixed(1));
          expect(centers).toEqual(expect.arrayContaining(['41.6', '41.1']));
        });
      } finally {
        child.kill('SIGTERM');
      }
    },
    TIMEOUT_MS,
  );
});
