// Tests that a start closes a data folder to other users of the machine.
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { openSqliteStores } from '../store/sqlite/open-sqlite-stores.ts';
import { callPlatbook } from '../test/call-platbook.ts';
import { closeStores } from '../test/store-places.ts';
import { emptyFolder } from '../test/test-folder.ts';
import { openAuditLog } from './audit-log.ts';
import { closeToOthers } from './close-to-others.ts';

const folder = emptyFolder();
const onWarning = vi.fn();
let dataDir: string;

/** As an older version has left it. */
beforeEach(async () => {
  onWarning.mockClear();
  dataDir = join(folder, 'data');
  mkdirSync(join(dataDir, 'imports', 'wake'), { recursive: true });
  for (const name of ['layers', 'maps']) mkdirSync(join(dataDir, name));
  await closeStores(await openSqliteStores({ dataDir }));
  expect((await callPlatbook(['backup'], { DATA_DIR: dataDir })).code).toBe(0);
  openAuditLog({ dataDir }).event('backup-made');
  for (const name of [
    'acts.jsonl',
    'parcels.json',
    'parcels-wake-1700000000000.db',
    'parcels-wake-1700000000000.columns',
    'load.lock',
  ]) {
    writeFileSync(join(dataDir, name), '');
  }
  for (const path of everything()) chmodSync(path, lstatSync(path).isDirectory() ? 0o755 : 0o644);
});

const inside = (path: string) => readdirSync(path).map((name) => join(path, name));
const everything = () => [dataDir, ...inside(dataDir), ...inside(join(dataDir, 'backups'))];
const modeOf = (path: string) => lstatSync(path).mode & 0o777;
const openOnes = () => everything().filter((path) => modeOf(path) & 0o077);

test('[SEC-13] all that Platbook made in a data folder becomes readable by its owner alone', async () => {
  expect(openOnes().length).toBeGreaterThan(10);
  await closeToOthers(dataDir, onWarning);
  expect(openOnes()).toEqual([]);
  expect([modeOf(dataDir), modeOf(join(dataDir, 'parcels.json'))]).toEqual([0o700, 0o600]);
  expect(onWarning).not.toHaveBeenCalled();
});

test('[SEC-13] what Platbook did not make, and what a link leads to, stays as it is', async () => {
  const [theirs, target] = [join(dataDir, 'theirs.txt'), join(folder, 'target')];
  for (const path of [theirs, target]) writeFileSync(path, '');
  chmodSync(theirs, 0o644);
  chmodSync(target, 0o644);
  symlinkSync(target, join(dataDir, 'audit.old.jsonl'));
  // A folder of backups elsewhere.
  renameSync(join(dataDir, 'backups'), join(folder, 'backups'));
  symlinkSync(join(folder, 'backups'), join(dataDir, 'backups'));
  await closeToOthers(dataDir, onWarning);
  expect([theirs, target].map(modeOf)).toEqual([0o644, 0o644]);
  expect(inside(join(folder, 'backups')).map(modeOf)).toEqual([0o644]);
  // It holds a file of somebody else.
  expect(modeOf(dataDir)).toBe(0o755);
  expect(modeOf(join(dataDir, 'accounts.db'))).toBe(0o600);
  expect(onWarning).not.toHaveBeenCalled();
});

test('[SEC-13] a folder that is not there, or not yet a data folder, is left alone', async () => {
  await closeToOthers(join(folder, 'nowhere'), onWarning);
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  chmodSync(empty, 0o755);
  await closeToOthers(empty, onWarning);
  expect(modeOf(empty)).toBe(0o755);
  expect(onWarning).not.toHaveBeenCalled();
});

/** Names that the sources put together, as an example each. */
const EXAMPLES: Record<string, string[]> = {
  'baseName(source)': ['db', 'tiles', 'columns', 'blocks'].map((end) => `parcels-wake-1700000000000.${end}`),
  'sharedName(version)': ['shared-1700000000000.tiles'],
  '`.${BACKUP_KEY_FILE}-${randomUUID()}`': [`.backup.key-${randomUUID()}`],
  '`format-${format}`': ['format-6'],
  // Of a Platbook before 0.1.0.
  withoutManifest: ['parcels-1700000000000.db'],
  UNFINISHED_MANIFEST_FILE: ['parcels.json.unfinished'],
  // Names that were found in the folder, or are two of those above.
  name: [],
  file: [],
};
/** Of functions that are told a folder, which is the data folder for some. */
const ELSEWHERE = [`.accounts-${randomUUID()}.restoring`, `features-${randomUUID()}`];

/** All that any source of the product joins to the path of a data folder; and of a format's, whose files lay there before. */
function namesInSources(): string[] {
  const tops = ['basemap', 'cli', 'demo', 'import', 'layers', 'runtime', 'server', 'store'];
  return tops.flatMap((top) => {
    const text = readdirSync(top, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
      .map((path) => readFileSync(join(top, path), 'utf8'))
      .join('');
    const joined =
      /join\((?:resolve\()?(?:\w+\.)*(?:dataDir|formatFolder)!?\)?, (?:'([^']+)'|(`[^`]+`|[^,()]+(?:\([^()]*\))?))/g;
    return [...text.matchAll(joined)].flatMap(([, literal, expression]) => {
      if (literal !== undefined) return literal;
      const value = new RegExp(`const ${expression!.replace(/\W/g, '')} = '(.+)';`).exec(text)?.[1];
      const names = EXAMPLES[expression!] ?? (value === undefined ? undefined : [value]);
      if (!names) throw new Error(`What is made as ${expression} in a data folder? Give an example of it.`);
      return names;
    });
  });
}

test('[SEC-13] every name that any part of Platbook gives to a file or folder there is known', async () => {
  const names = [...new Set([...namesInSources(), ...ELSEWHERE])];
  expect(names.length).toBeGreaterThan(20);
  const all = join(folder, 'all');
  mkdirSync(all);
  for (const name of names) {
    const path = join(all, name);
    if (/^\w+$/.test(name)) mkdirSync(path);
    else writeFileSync(path, '');
    chmodSync(path, /^\w+$/.test(name) ? 0o755 : 0o644);
  }
  chmodSync(all, 0o755);
  await closeToOthers(all, onWarning);
  expect([all, ...inside(all)].filter((path) => modeOf(path) & 0o077)).toEqual([]);
});
