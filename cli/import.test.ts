// Importing counties with the command line: what it says, its exit codes, and what is loaded afterwards.
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { callPlatbook } from '../test/call-platbook.ts';
import { countyText, rowsOf } from '../test/county-text.ts';
import { testFolder } from '../test/test-folder.ts';
import { AUDIT_LOG_FILE } from './audit-log.ts';
import { openParcels } from './open-parts.ts';

const folder = testFolder();

async function file(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

const platbook = (dataDir: string, ...args: string[]) =>
  callPlatbook(args, { DATA_DIR: join(folder, dataDir), OPENADDRESSES: join(folder, 'definitions') });

/** The address of a server with one answer to every request. */
async function serve(status: number, body: string): Promise<string> {
  const server = createServer((_, response) => response.writeHead(status).end(body));
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('import shows fields and counts, refresh what changed, sources lists it, remove takes it away; all is logged', async () => {
  const polk = await file('polk.geojson', countyText([...rowsOf('POLK'), { PIN: '' }]));
  const story = await file('story.geojson', countyText(rowsOf('STORY', 30), { south: 0.5 }));
  const first = await platbook('life', 'import', polk, '--as', 'polk', '--title', 'Polk County, Iowa');
  expect(first.stderr).not.toMatch(/platbook:/);
  expect(first.code).toBe(3);
  expect(first.stdout).toMatch(/pin +PIN +100-1/);
  expect(first.stdout).toMatch(/7 rows read, 6 parcels/);
  expect(first.stdout).toMatch(/1 {2}no PIN/);
  await platbook('life', 'import', story, '--as', 'story');
  await platbook('life', 'import', story, '--as', 'story', '--dry-run');

  // One has other fields now, which is not a reason to keep the other one old.
  await writeFile(polk, countyText(rowsOf('POLK')).replaceAll('"PIN"', '"PARCEL"'));
  const changed = rowsOf('STORY', 30).slice(1);
  changed[0]!.OWNER = 'JONES';
  await writeFile(story, countyText([...changed, { PIN: '100-31', OWNER: 'NEW' }], { south: 0.5 }));
  const second = await platbook('life', 'refresh', 'polk', 'storry', 'story');
  expect(second.code).toBe(1);
  expect(second.stderr.split('\n').filter((line) => line.startsWith('platbook:'))).toEqual([
    expect.stringMatching(
      /polk: The source has lost a column that it had: PIN\. .* platbook import \S+\/polk\.geojson --as polk --accept-loss --map pin=FIELD\.$/,
    ),
    'platbook: storry: There is no source of this name; loaded are: polk, story.',
  ]);
  for (const line of [/1 {2}added/, /1 {2}gone/, /1 {2}with a new owner/])
    expect(second.stdout).toMatch(line);
  const { stdout } = await platbook('life', 'sources');
  expect(stdout).toMatch(/polk: Polk County, Iowa\n +parcels +6\n.*story: Story\n +parcels +30\n/s);
  expect(stdout).toContain(`from      ${story}`);

  const removed = await platbook('life', 'remove', 'polk');
  expect(removed).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('6 parcels of polk were removed'),
  });
  // For cron, which mails whatever is printed.
  expect(await platbook('life', 'refresh', '--quiet')).toEqual({ code: 0, stdout: '', stderr: '' });
  await platbook('life', 'remove', 'story');
  expect((await platbook('life', 'sources')).stdout).toBe('No parcels are loaded.\n');

  const log = join(folder, 'life', AUDIT_LOG_FILE);
  expect((await stat(log)).mode & 0o777).toBe(0o600);
  const lines = (await readFile(log, 'utf8')).trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'info', event: 'import-begun', source: 'polk' },
    { level: 'info', event: 'import-ended', source: 'polk', count: 6, status: 3 },
    { event: 'import-begun', source: 'story' },
    { event: 'import-ended', source: 'story', status: 0 },
    { event: 'import-begun', source: 'polk' },
    { level: 'error', event: 'import-failed', source: 'polk', err: { type: 'OperatorError' } },
    { event: 'import-begun', source: 'story' },
    { event: 'import-ended', source: 'story', status: 0 },
    { event: 'source-removed', source: 'polk', count: 6 },
    { event: 'import-begun', source: 'story' },
    { event: 'import-ended', source: 'story', status: 0 },
    { event: 'source-removed', source: 'story', count: 30 },
  ]);
  expect(lines.join()).not.toContain('stack');
});

describe('[IMP-1] a source that has lost parcels or a column does not replace a county', () => {
  async function loaded(name: string): Promise<string> {
    const path = await file(`${name}.geojson`, countyText(rowsOf('OLD', 100)));
    expect((await platbook(name, 'import', path, '--as', 'polk')).code).toBe(0);
    return path;
  }
  const counted = async (name: string) =>
    /parcels +(\d+)/.exec((await platbook(name, 'sources')).stdout)?.[1];

  test('more than a twentieth of the parcels: refused with the counts, also quietly, until it is accepted', async () => {
    const path = await loaded('shrunken');
    await writeFile(path, countyText(rowsOf('NEW', 94)));
    const why =
      /^platbook: polk: 6 of the 100 parcels that are loaded \(6%\) are not in the source any more\. Which: \S+\.csv\. .*--accept-loss/;
    for (const options of [['--quiet'], []]) {
      const { code, stderr } = await platbook('shrunken', 'refresh', ...options);
      expect(code).toBe(4);
      expect(stderr.split('\n').filter((line) => line.startsWith('platbook:'))).toEqual([
        expect.stringMatching(why),
      ]);
    }
    const { stderr } = await platbook('shrunken', 'refresh', '--quiet');
    expect(await readFile(/Which: (\S+\.csv)/.exec(stderr)![1]!, 'utf8')).toMatch(/^100-95,gone,OLD 95,$/m);
    const dry = await platbook('shrunken', 'refresh', '--dry-run');
    expect(dry).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/6 of the 100 .* need --accept-loss/),
    });
    expect((await platbook('shrunken', 'import', path, '--as', 'polk')).code).toBe(4);
    expect(await counted('shrunken')).toBe('100');

    expect((await platbook('shrunken', 'refresh', '--quiet', '--accept-loss')).code).toBe(0);
    expect(await counted('shrunken')).toBe('94');
  });

  test('a twentieth may be gone', async () => {
    const path = await loaded('merged');
    await writeFile(path, countyText(rowsOf('NEW', 95)));
    expect((await platbook('merged', 'refresh')).code).toBe(0);
    expect(await counted('merged')).toBe('95');
  });

  test('a column that it had: refused by its name; accepted, its field is guessed anew', async () => {
    const path = await loaded('narrow');
    const narrow = rowsOf('OLD', 100).map(({ ROOF: _, ...row }) => row);
    await writeFile(path, countyText(narrow).replaceAll('"OWNER"', '"OWNER_NAME"'));
    const refused = await platbook('narrow', 'refresh', '--quiet');
    expect(refused.code).toBe(4);
    expect(refused.stderr).toMatch(
      /lost columns that it had: OWNER, ROOF\. .*--accept-loss --map owner=FIELD/,
    );
    expect((await platbook('narrow', 'refresh', '--dry-run')).stdout).toMatch(
      /OWNER, ROOF\. .*--accept-loss/,
    );
    const accepted = await platbook('narrow', 'refresh', '--accept-loss');
    expect(accepted).toMatchObject({ code: 0, stdout: expect.stringMatching(/owner +OWNER_NAME +OLD 1/) });
    expect(accepted.stdout).toMatch(/ 0 {2}with a new owner\n/);
    expect((await platbook('narrow', 'refresh', '--quiet')).code).toBe(0);
  });
});

test('[IMP-4] private columns are left out and others renamed, by options that are remembered and stand in the mapping file', async () => {
  const rows = rowsOf('SMITH').map((row, at) => ({
    ...row,
    OWNER_SSN: `078-05-112${at}`,
    OWNER_PHONE: `704-878-300${at}`,
    BLDG_VAL: 250000 + at,
    REMARKS: 'owes taxes',
  }));
  const path = await file('private.geojson', countyText(rows));
  const mapping = join(folder, 'private.json');
  const options = [
    '--leave-out',
    'REM*',
    '--keep',
    'owner_phone',
    '--rename',
    'ROOF="Roof, of slate",OWNER_PHONE=Call',
  ];
  const first = await platbook('private', 'import', path, ...options, '--write-mapping', mapping);
  expect(first.code).toBe(0);
  expect(first.stdout).toContain('Left out, as you said: REMARKS.');
  expect(first.stdout).toContain('look private: OWNER_SSN (social security numbers). --keep OWNER_SSN');
  expect(JSON.parse(await readFile(mapping, 'utf8'))).toMatchObject({
    leaveOut: ['REM*'],
    keep: ['owner_phone'],
    rename: { ROOF: 'Roof, of slate', OWNER_PHONE: 'Call' },
  });

  const shown = async () => {
    const store = await openParcels({ dataDir: join(folder, 'private'), databaseUrl: undefined });
    const found = await store.findByPin('100-1');
    await store.close();
    return found!.more;
  };
  const expected = [
    ['Roof, of slate', 'SLATE'],
    ['Call', '704-878-3000'],
  ];
  expect(await shown()).toEqual(expected);
  expect((await platbook('private', 'refresh')).stdout).toContain('Left out, as you said: REMARKS.');
  expect(await shown()).toEqual(expected);
  expect((await platbook('private', 'import', path, '--rename', 'ROOF')).stderr).toMatch(
    /--rename ROOF is not understood/,
  );
  expect((await platbook('private', 'import', path, '--rename', 'ROOFF=R')).stderr).toMatch(
    /no field ROOFF for --rename.*ROOF/,
  );
  const forgotten = await platbook('private', 'import', path, '--forget', '--mapping', mapping);
  expect(forgotten.stdout).toContain('Left out, as you said: REMARKS.');
});

test.each([
  ['that the last import took for the owner', []],
  ['that --map names', ['--map', 'owner=OWNER']],
])('[IMP-4] a column %s is left out all the same', async (what, options) => {
  const path = await file('left-out.geojson', countyText(rowsOf('SMITH')));
  const folderName = `left out ${what}`;
  expect((await platbook(folderName, 'import', path)).stdout).toMatch(/owner +OWNER /);
  const { stdout } = await platbook(folderName, 'import', path, '--leave-out', 'OWNER', ...options);
  expect(stdout).toContain('Left out, as you said: OWNER.');
  expect(stdout).toContain('NO OWNERS');
  const store = await openParcels({ dataDir: join(folder, folderName), databaseUrl: undefined });
  expect(JSON.stringify(await store.findByPin('100-1'))).not.toContain('SMITH');
  await store.close();
});

test('a dry run says the same and changes nothing; a mapping can be written, edited and read', async () => {
  const path = await file('dry.geojson', countyText(rowsOf('SMITH')));
  const mapping = join(folder, 'dry.json');
  const dry = await platbook('dry', 'import', path, '--dry-run', '--write-mapping', mapping);
  expect(dry).toMatchObject({ code: 0, stdout: expect.stringMatching(/6 rows read.*nothing was changed/s) });
  expect((await platbook('dry', 'sources')).stdout).toBe('No parcels are loaded.\n');

  const written = JSON.parse(await readFile(mapping, 'utf8'));
  expect(written.mapping).toMatchObject({ pin: 'PIN', owner: 'OWNER' });
  written.mapping.zoning = 'ROOF';
  await writeFile(mapping, JSON.stringify(written));
  const real = await platbook('dry', 'import', path, '--mapping', mapping);
  expect(real).toMatchObject({ code: 0, stdout: expect.stringMatching(/zoning +ROOF +SLATE/) });
});

test('[IMP-6] a county comes by its name from a folder of definitions, and find lists it, or exits with 1', async () => {
  const address = await serve(200, countyText(rowsOf('WAKE')));
  const county = {
    name: 'county',
    data: `${address}/wake.geojson`,
    protocol: 'http',
    conform: { format: 'geojson', pid: 'PIN' },
    attribution: 'Wake County GIS',
  };
  const definition = {
    schema: 2,
    coverage: { 'US Census': { name: 'Wake County' }, country: 'us', state: 'nc', county: 'Wake' },
    layers: { parcels: [county] },
  };
  await mkdir(join(folder, 'definitions', 'us', 'nc'), { recursive: true });
  await file('definitions/us/nc/wake.json', JSON.stringify(definition));
  expect((await platbook('by-name', 'find', 'wake')).stdout).toMatch(/us\/nc\/wake +Wake/);
  // [IMP-6] For scripts, as grep does.
  expect(await platbook('by-name', 'find', 'atlantis')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('No county'),
  });
  const imported = await platbook('by-name', 'import', 'us/nc/wake');
  expect(imported.stderr).not.toMatch(/platbook:/);
  expect(imported.code).toBe(0);
  expect((await platbook('by-name', 'sources')).stdout).toMatch(/^wake: Wake.*credit +Wake County GIS/s);
});

describe('bad input ends in one sentence with exit code 1, and the parcels loaded before stay', () => {
  beforeAll(async () => {
    const path = await file('good.geojson', countyText(rowsOf('GOOD')));
    expect((await platbook('bad', 'import', path, '--as', 'good')).code).toBe(0);
  });
  afterAll(async () => {
    expect((await platbook('bad', 'sources')).stdout).toMatch(/^good: Good\n +parcels +6\n/);
    const names = await readdir(join(folder, 'bad'));
    expect(names.filter((name) => /loading|staging|\.new$/.test(name))).toEqual([]);
  });

  const cut = countyText(rowsOf('CUT')).slice(0, 700);

  test.each<[what: string, options: () => Promise<string[]>, reason: RegExp]>([
    ['an empty file', async () => [await file('empty.geojson', '')], /empty/],
    ['a file cut in the middle', async () => [await file('cut.geojson', cut)], /ends in the middle/],
    ['no such file', async () => ['/nowhere.zip'], /nowhere/],
    ['an address that answers 404', async () => [`${await serve(404, 'nothing')}/parcels.zip`], /404/],
    ['a name without a definition', async () => ['us/nc/atlantis'], /us\/nc\/atlantis/],
    ['an unset variable, which is not the folder one stands in', async () => [''], /SOURCE is empty/],
    [
      'a mapping that cannot be written',
      async () => [
        await file('more.geojson', countyText(rowsOf('MORE'))),
        '--write-mapping',
        '/nowhere/m.json',
      ],
      /cannot be written/,
    ],
  ])('%s', async (_, options, reason) => {
    const { code, stderr } = await platbook('bad', 'import', ...(await options()), '--as', 'good');
    const said = stderr.split('\n').filter((line) => line.startsWith('platbook: '));
    expect({ code, said }).toEqual({ code: 1, said: [expect.stringMatching(reason)] });
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});
