// What the command line refuses, and its help.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openSqliteStores } from '../store/sqlite/open-sqlite-stores.ts';
import { callPlatbook } from '../test/call-platbook.ts';
import { writeOutdatedParcels } from '../test/outdated-parcels.ts';
import { occupyPort, type Settings } from '../test/run-platbook.ts';
import { testFolder } from '../test/test-folder.ts';

const folder = testFolder();

test('--help lists the commands and the settings', async () => {
  const { code, stdout } = await callPlatbook(['--help'], {});
  expect(code).toBe(0);
  expect(stdout).toMatch(/platbook .*start.*demo.*DATA_DIR/s);
});

describe('is refused in one line with exit code 1', () => {
  async function expectRefusal(args: string[], settings: Settings, line: RegExp) {
    const { code, stdout, stderr } = await callPlatbook(args, {
      DATA_DIR: join(folder, 'unused'),
      ...settings,
    });
    expect(stderr).toMatch(line);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect({ stdout, code }).toEqual({ stdout: '', code: 1 });
  }

  test.each<[title: string, args: string[], settings: Settings, line: RegExp]>([
    ['an unknown command', ['destroy'], {}, /^platbook: Unknown command: destroy\./],
    ['an unknown option', ['--force'], {}, /^platbook: Unknown option '--force'\./],
    ['a word too many', ['start', 'now'], {}, /^platbook: Too many arguments: now\./],
    ['a bad setting', ['start'], { PORT: 'http' }, /^platbook: PORT is "http": expected /],
    [
      'a basemap file that does not exist, before a county is made',
      ['start'],
      { BASEMAP_PMTILES: '/nowhere.pmtiles' },
      /^platbook: BASEMAP_PMTILES is ".*nowhere\.pmtiles", which does not exist: expected /,
    ],
    [
      'a DATA_DIR that cannot be written to',
      ['start'],
      { DATA_DIR: '/dev/null/data' },
      /^platbook: The data folder .*null.data cannot be used: E[A-Z]+/,
    ],
    [
      'a HOST that is not an address of this machine',
      ['start'],
      { HOST: '192.0.2.1', SMTP_URL: 'smtp://127.0.0.1:2525' },
      /^platbook: HOST 192\.0\.2\.1 is not an address/,
    ],
    [
      'an inbox that others could open',
      ['start'],
      { HOST: '0.0.0.0' },
      /^platbook: SMTP_URL is missing: .*HOST is 0\.0\.0\.0/,
    ],
    [
      'a database that does not answer, without its password',
      ['start'],
      { DATABASE_URL: 'postgres://ada:s3cret@127.0.0.1:1/parcels' },
      /^platbook: (?!.*s3cret).*127\.0\.0\.1:\d+\/parcels/,
    ],
  ])('%s', (_title, args, settings, line) => expectRefusal(args, settings, line));

  test('a PORT in use, before a county is made', async () => {
    const { server, port } = await occupyPort();
    await expectRefusal(['start'], { PORT: String(port) }, new RegExp(`^platbook: PORT ${port} .*in use`));
    server.close();
  });

  test('a second process on one DATA_DIR', async () => {
    const dataDir = join(folder, 'shared');
    const stores = await openSqliteStores({ dataDir });
    await expectRefusal(['start'], { DATA_DIR: dataDir }, /^platbook: .*shared is in use by another/);
    await Promise.all([stores.parcels.close(), stores.accounts.close()]);
  });

  test('what would change things before an upgrade, with the way out', async () => {
    const dataDir = join(folder, 'outdated');
    await writeOutdatedParcels({ dataDir, title: 'Harrow County', kind: 'imported' });
    const settings = { DATA_DIR: dataDir };
    const way = /^platbook: The parcels \(Harrow County\) .*older Platbook.*platbook upgrade/;
    for (const words of [['remove', 'harrow'], ['demo'], ['users', 'list']])
      await expectRefusal(words, settings, way);
    await expectRefusal(['refresh'], settings, /^platbook: harrow: it was not imported from anywhere/);
    await expectRefusal(['upgrade', '--done', '--check'], settings, /--done .* goes with no other option/);
    expect(existsSync(join(dataDir, 'parcels.json'))).toBe(true);
  });
});
