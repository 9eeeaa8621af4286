// Archives are unpacked into a folder of their own; those that would fill the disk or lead out of it are refused.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { emptyFolder } from '../test/test-folder.ts';
import { type ZipEntry, zipBytes } from '../test/zip-bytes.ts';
import type { StepProgress } from './layer.ts';
import { UNPACK_LIMITS, type UnpackLimits, unpackGzip, unpackZip } from './unpack-archive.ts';

const workFolder = emptyFolder();
const path = join(workFolder, 'county.zip');

async function unpack(entries: readonly ZipEntry[], limits: UnpackLimits = UNPACK_LIMITS) {
  await writeFile(path, zipBytes(entries));
  return unpackZip({ path, workFolder, limits });
}

const leftBehind = async () => readdir(join(workFolder, 'unpacked')).catch(() => []);
const text = (content: string) => Buffer.from(content);
const tight: UnpackLimits = { bytes: 1e9, ratio: 200, freeBytes: 1_000_000, entries: 10 };

describe('unpackZip', () => {
  test('unpacks folders, says how far it is, and leaves nothing behind when it is removed', async () => {
    await writeFile(
      path,
      zipBytes([
        { name: 'data/', bytes: Buffer.alloc(0) },
        { name: 'data/deep/Straße.txt', bytes: text('hello') },
        { name: 'empty.csv', bytes: Buffer.alloc(0) },
      ]),
    );
    const steps: StepProgress[] = [];
    const { folder, remove } = await unpackZip({ path, workFolder, onProgress: (step) => steps.push(step) });
    expect(await readFile(join(folder, 'data/deep/Straße.txt'), 'utf8')).toBe('hello');
    expect(await readFile(join(folder, 'empty.csv'), 'utf8')).toBe('');
    expect(steps.at(-1)).toEqual({ stage: 'Unpacking county.zip', done: 5, total: 5, unit: 'bytes' });
    await remove();
    expect(await readdir(workFolder)).toEqual(['county.zip']);
  });

  test('leaves pictures, papers and what a Mac adds where they are', async () => {
    const names = [
      '__MACOSX/._parcels.shp',
      'a/._parcels.shp',
      '.DS_Store',
      'Readme.PDF',
      'aerial.tif',
      'parcels.shp',
    ];
    const { folder } = await unpack(names.map((name) => ({ name, bytes: text('x') })));
    expect(await readdir(folder)).toEqual(['parcels.shp']);
  });

  test('two openings of one archive do not disturb each other; leftovers of a killed run are removed', async () => {
    await mkdir(join(workFolder, 'unpacked', '999999999-county.zip-abc'), { recursive: true });
    await mkdir(join(workFolder, 'unpacked', `${process.pid}-county.zip-old`));
    const one = await unpack([{ name: 'a.txt', bytes: text('a') }]);
    const two = await unpackZip({ path, workFolder });
    expect(await readFile(join(one.folder, 'a.txt'), 'utf8')).toBe('a');
    expect(await leftBehind()).toHaveLength(2);
    await one.remove();
    expect(await readFile(join(two.folder, 'a.txt'), 'utf8')).toBe('a');
  });

  test('a zip bomb is refused before a byte is written', async () => {
    const bomb = [{ name: 'parcels.shp', bytes: Buffer.alloc(5_000_000) }];
    await expect(unpack(bomb, tight)).rejects.toThrow(
      /^county\.zip has 5 KB and would unpack to more than 5 MB, far more than parcels need\. If you trust it/,
    );
    await expect(unpack(bomb, { ...tight, ratio: 1e6, bytes: 1_000_000 })).rejects.toThrow(
      'far more than parcels need',
    );
    expect(await leftBehind()).toEqual([]);
  });

  test('a zip bomb that lies about its size is refused, and what it wrote is removed', async () => {
    const bomb = [{ name: 'parcels.shp', bytes: Buffer.alloc(5_000_000), size: 1000 }];
    await expect(unpack(bomb, tight)).rejects.toThrow(/^county\.zip is a damaged archive/);
    expect(await leftBehind()).toEqual([]);
  });

  test('too many files are refused', async () => {
    const many = Array.from({ length: 11 }, (_, index) => ({ name: `${index}.txt`, bytes: text('x') }));
    await expect(unpack(many, tight)).rejects.toThrow(
      'county.zip holds 11 files, far more than parcels need',
    );
  });

  test.each(['../outside.txt', '/etc/outside.txt', 'a/../../outside.txt', 'C:/outside.txt'])(
    'a name that leads out of the folder is refused: %s',
    async (name) => {
      await expect(unpack([{ name, bytes: text('x') }])).rejects.toThrow(
        /^county\.zip holds a file whose name leads out of the archive: ".*outside\.txt"\. Unpack it yourself/,
      );
      expect(await leftBehind()).toEqual([]);
      expect(await readdir(workFolder)).not.toContain('outside.txt');
    },
  );

  test.each([
    ['has a NUL character in it', 'par\0cels.shp'],
    ['is too long', `${'parcels'.repeat(40)}.shp`],
    ['is too long', 'folder/'.repeat(1000)],
    ['lies in a file as if it were a folder', 'parcels.shp/parcels.dbf'],
  ])('a name that %s is said to be so', async (problem, name) => {
    const entries = [`${name}a.shp`, 'parcels.shp'].map((one) => ({ name: one, bytes: text('x') }));
    const message = await unpack(entries).catch((error: Error) => error.message);
    expect(message).toContain(`county.zip holds a file whose name ${problem}: "`);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal must not get them
    expect(message).not.toMatch(/[\u0000-\u001f]/);
    expect(await readdir(workFolder)).toEqual(['county.zip']);
  });

  test('a password, a cut archive and no archive at all are told', async () => {
    await expect(unpack([{ name: 'a.shp', bytes: text('x'), encrypted: true }])).rejects.toThrow(
      'county.zip is protected with a password. Unpack it, and import the folder.',
    );
    await writeFile(path, zipBytes([{ name: 'a.shp', bytes: text('hello') }]).subarray(0, -10));
    await expect(unpackZip({ path, workFolder })).rejects.toThrow(
      /damaged archive .* Get a complete copy of it\.$/,
    );
  });

  test('stopping ends it with the reason and leaves nothing behind', async () => {
    await writeFile(path, zipBytes([{ name: 'a.txt', bytes: text('x') }]));
    const signal = AbortSignal.abort(new Error('stopped'));
    await expect(unpackZip({ path, workFolder, signal })).rejects.toThrow('stopped');
    expect(await leftBehind()).toEqual([]);
  });
});

describe('unpackGzip', () => {
  test('unpacks its one file', async () => {
    await writeFile(join(workFolder, 'parcels.csv.gz'), gzipSync('PIN\n1\n'));
    const unpacked = await unpackGzip({ path: join(workFolder, 'parcels.csv.gz'), workFolder });
    expect(unpacked.path).toMatch(/parcels\.csv$/);
    expect(await readFile(unpacked.path, 'utf8')).toBe('PIN\n1\n');
    await unpacked.remove();
    expect(await leftBehind()).toEqual([]);
  });

  test('a bomb and a cut file are refused', async () => {
    const gz = join(workFolder, 'parcels.csv.gz');
    await writeFile(gz, gzipSync(Buffer.alloc(20_000_000)));
    await expect(unpackGzip({ path: gz, workFolder, limits: tight })).rejects.toThrow(
      'far more than parcels need',
    );
    await writeFile(gz, gzipSync('hello hello hello').subarray(0, -6));
    await expect(unpackGzip({ path: gz, workFolder })).rejects.toThrow('damaged archive');
    expect(await leftBehind()).toEqual([]);
  });
});
