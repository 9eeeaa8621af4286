// Who may import whom. The rooms of docs/architecture.md, enforced.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** A room, and the rooms it may import besides itself. */
const rules: [room: string, mayImport: string[]][] = [
  ['geo', []],
  ['contract', ['geo']],
  ['runtime', []],
  ['gazetteer', ['contract', 'geo', 'store']],
  ['basemap', ['contract', 'geo', 'gazetteer', 'demo']],
  ['demo', ['contract', 'geo', 'runtime', 'basemap', 'gazetteer', 'store', 'server']],
  ['store', ['contract', 'geo', 'runtime']],
  ['import', ['contract', 'geo', 'store/*.ts']],
  ['server/*/', ['contract', 'geo', 'runtime', 'demo', 'store/*.ts', 'server/*.ts']],
  ['server', ['contract', 'geo', 'runtime', 'demo', 'import', 'store', 'server']],
  ['cli', ['contract', 'geo', 'runtime', 'gazetteer', 'basemap', 'demo', 'import', 'store', 'server']],
  ['web/ui', []],
  [
    'web/*/',
    ['contract', 'geo', 'web/ui', 'web/*.ts', 'web/map/layers-on-map.ts', 'web/session/stored-session.ts'],
  ],
  ['web', ['contract', 'geo', 'web']],
];

const rooms = [
  'geo',
  'contract',
  'runtime',
  'gazetteer',
  'basemap',
  'demo',
  'store',
  'import',
  'server',
  'cli',
  'web',
];

function sourceFiles(folder: string): string[] {
  try {
    return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
      .map((file) => join(folder, file));
  } catch {
    return [];
  }
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const found = text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g);
  return [...found].map(([, target]) => normalize(join(dirname(file), target!.replace(/\?.*$/, ''))));
}

/** The folders of these are features, each a room of its own. */
const houses = ['server', 'web'];

function ownRoom(file: string): string {
  const [house, feature] = dirname(file).split('/');
  return feature && houses.includes(house!) ? `${house}/${feature}` : house!;
}

function ruleFor(file: string): string[] {
  const room = ownRoom(file);
  const [, mayImport] = rules.find(([name]) => name === room || name === `${dirname(room)}/*/`)!;
  return mayImport;
}

function allowed(file: string, target: string): boolean {
  if (target.startsWith(`${ownRoom(file)}/`)) return true;
  return ruleFor(file).some((pattern) => {
    if (pattern.endsWith('/*.ts')) return dirname(target) === pattern.slice(0, -5);
    return pattern.endsWith('.ts') ? target === pattern : target.startsWith(`${pattern}/`);
  });
}

const files = rooms.flatMap(sourceFiles);

describe('import rules', () => {
  test('there is something to check', () => {
    expect(files.length).toBeGreaterThan(10);
  });

  test('no file imports from a room it may not', () => {
    const broken = files.flatMap((file) =>
      importsOf(file)
        .filter((target) => !allowed(file, target))
        .map((target) => `${file} imports ${target}`),
    );
    expect(broken).toEqual([]);
  });

  test('no two files import each other, directly or in a ring', () => {
    const graph = new Map(files.map((file) => [file, importsOf(file)]));
    const finished = new Set<string>();
    const rings: string[] = [];
    const walk = (file: string, path: string[]): void => {
      if (path.includes(file)) rings.push([...path.slice(path.indexOf(file)), file].join(' > '));
      if (finished.has(file) || path.includes(file)) return;
      for (const target of graph.get(file) ?? []) walk(target, [...path, file]);
      finished.add(file);
    };
    for (const file of files) walk(file, []);
    expect(rings).toEqual([]);
  });

  test('files are kebab-case, and none is a drawer or a barrel', () => {
    const badly = files.filter((file) => {
      const name = file.split('/').at(-1)!;
      return (
        !/^[a-z0-9]+(-[a-z0-9]+)*\.(tsx?)$/.test(name) ||
        /^(utils?|helpers?|common|misc|manager|index)\./.test(name)
      );
    });
    expect(badly).toEqual([]);
  });
});
