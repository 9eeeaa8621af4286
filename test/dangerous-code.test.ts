// Scans the product's own source for constructs that no input can be made safe for.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const folders = [
  'contract',
  'geo',
  'runtime',
  'gazetteer',
  'basemap',
  'layers',
  'demo',
  'store',
  'import',
  'server',
  'cli',
  'web',
];

/** Every source file that a user's machine or browser runs. */
const sources = folders
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file, text: withoutComments(readFileSync(join(root, file), 'utf8')) }));

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}

/** The files that a construct stands in, without those that may have it. */
function filesWith(construct: RegExp, allowed: readonly string[] = []): string[] {
  const found = sources.filter(({ text }) => construct.test(text)).map(({ file }) => file);
  // An exception that is no longer needed is one too many.
  expect(allowed.filter((file) => !found.includes(file))).toEqual([]);
  return found.filter((file) => !allowed.includes(file));
}

test('the scan sees the whole product', () => {
  expect(sources.length).toBeGreaterThan(500);
});

describe('text never becomes code', () => {
  test.each<[name: string, construct: RegExp, allowed?: string[]]>([
    ['eval', /\beval\(/],
    ['Function constructor', /\bnew Function\(/],
    ['timer with text for its code', /\bset(?:Timeout|Interval)\(\s*['"`]/],
    ['context of node:vm', /['"](?:node:)?vm['"]/],
    // Starts its child with the address of its own file.
    ['import by a computed name', /\bimport\(\s*(?!['"`/])/, ['import/readers/gdal-child.ts']],
  ])('no %s', (_, construct, allowed) => {
    expect(filesWith(construct, allowed)).toEqual([]);
  });
});

describe('text never becomes HTML', () => {
  test.each([
    ['setting of innerHTML or outerHTML', /\.(?:innerHTML|outerHTML)\s*\+?=(?!=)/],
    ['insertAdjacentHTML', /insertAdjacentHTML/],
    ['dangerouslySetInnerHTML', /dangerouslySetInnerHTML/],
    ['document.write', /document\.write/],
    ['srcdoc', /\bsrcdoc\b/i],
  ])('no %s', (_, construct) => {
    expect(filesWith(construct)).toEqual([]);
  });
});

test('nothing packed by others is unpacked without a limit', () => {
  // What these unpack, Platbook has packed itself; the streams of the last two are counted.
  const ours = ['server/plain-font.ts', 'server/tiles/tile-routes.ts', 'import/arcgis/page-folder.ts'];
  const counted = ['import/readers/geojson-bytes.ts', 'import/unpack-archive.ts'];
  const unpacks =
    /import \{[^}]*\b(?:\w*[gG]unzip|\w*[iI]nflate|\w*[bB]rotliDecompress|unzip)\w*\b[^}]*\} from 'node:zlib'/;
  const limited = new Set(filesWith(/maxOutputLength/));
  expect(filesWith(unpacks, [...ours, ...counted]).filter((file) => !limited.has(file))).toEqual([]);
});

test('no command of the system goes through a shell', () => {
  const ways = sources.flatMap(({ text }) =>
    [...text.matchAll(/import \{([^}]*)\} from 'node:child_process'/g)].flatMap(([, names]) =>
      names!.split(',').map((name) => name.trim()),
    ),
  );
  // Both take the program and its arguments apart.
  expect([...new Set(ways)].sort()).toEqual(['fork', 'spawn']);
  expect(filesWith(/from ['"]child_process['"]|\* as \w+ from 'node:child_process'|shell:\s*true/)).toEqual(
    [],
  );
});

describe('cryptography', () => {
  test('no weak hash or cipher is used for anything secret', () => {
    // Content hashes that find equal tiles and equal shapes: nothing rests on who made them.
    const allowed = ['basemap/pmtiles-writer.ts', 'import/staging/shape-hash.ts'];
    expect(filesWith(/['"](?:md5|sha1|des|rc4|aes-\d+-(?:ecb|cbc))['"]/i, allowed)).toEqual([]);
  });

  test('nothing that signs people in uses guessable random numbers', () => {
    // Reads any place of the index, to see whether it can be read.
    const probe = 'store/sqlite/place-reader-worker.ts';
    const found = filesWith(/Math\.random/).filter((file) => /^(?:server|store|cli|contract)\//.test(file));
    expect(found).toEqual([probe]);
  });
});

test('no page listens to messages of other windows', () => {
  const listens = /addEventListener\(\s*['"]message['"]|\bonmessage\b/;
  // A worker hears its own page alone, and the page its own worker.
  const withWorker = ['web/draw/drawing-file-worker.ts', 'web/draw/read-drawing-file.ts'];
  expect(filesWith(listens, withWorker).filter((file) => file.startsWith('web/'))).toEqual([]);
});
