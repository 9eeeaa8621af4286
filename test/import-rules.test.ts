// Import rules: which folder may import which. docs/architecture.md shows the same table, and a test compares the two.
// The case of file names is left to Biome.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

type Rule = readonly string[] | 'everything';

/**
 * What a folder may import besides itself: folders, single files, or the files right inside a folder (`store/*.ts`).
 * `server/*` is the rule for each feature: a folder in server/
 */
const rules = new Map<string, Rule>([
  ['geo', []],
  ['contract', ['geo']],
  ['runtime', []],
  ['store', ['contract', 'geo', 'runtime']],
  ['import', ['contract', 'geo', 'runtime', 'store/*.ts']],
  ['gazetteer', ['contract', 'geo', 'store/place-store.ts', 'store/place-words.ts', 'store/search-text.ts']],
  ['basemap', ['contract', 'geo', 'runtime', 'gazetteer', 'import/layer.ts', 'store/*.ts']],
  [
    'layers',
    [
      'contract',
      'geo',
      'runtime',
      'import',
      'basemap',
      'gazetteer',
      'store/*.ts',
      'store/sqlite/overlay-writer.ts',
    ],
  ],
  ['server', ['contract', 'geo', 'runtime', 'store/*.ts', 'server']],
  [
    'server/*',
    [
      'contract',
      'geo',
      'runtime',
      'store/*.ts',
      'server/*.ts',
      'basemap/map-files.ts',
      'basemap/basemap-schema.ts',
      'basemap/terrarium.ts',
      'import/fetch-bytes.ts',
    ],
  ],
  [
    'demo',
    [
      'contract',
      'geo',
      'runtime',
      'gazetteer',
      'basemap',
      'import/layer.ts',
      'store/place-store.ts',
      'server/imagery-source.ts',
    ],
  ],
  [
    'cli',
    ['contract', 'geo', 'runtime', 'store', 'import', 'gazetteer', 'basemap', 'layers', 'server', 'demo'],
  ],
  ['web', ['contract', 'geo', 'web']],
  [
    'web/*',
    ['contract', 'geo', 'web/ui', 'web/*.ts', 'web/map/layers-on-map.ts', 'web/session/stored-session.ts'],
  ],
  ['web/ui', []],
  ['scripts', ['contract', 'geo', 'demo']],
  ['test', 'everything'],
  ['bench', 'everything'],
]);

const topFolders = [...rules.keys()].filter((folder) => !folder.includes('/'));

function sourceFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(tsx?|mjs)$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
    .map((file) => join(folder, file));
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const found = text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g);
  return [...found].map(([, target]) => normalize(join(dirname(file), target!.replace(/\?.*$/, ''))));
}

/** In server/ and web/ each feature has its folder. */
function folderOf(file: string): string {
  const [top, feature] = dirname(file).split('/');
  return feature && rules.has(`${top}/*`) ? `${top}/${feature}` : top!;
}

function ruleFor(file: string): Rule {
  const folder = folderOf(file);
  return rules.get(folder) ?? rules.get(`${dirname(folder)}/*`)!;
}

function isAllowed(file: string, target: string): boolean {
  const rule = ruleFor(file);
  if (rule === 'everything' || target.startsWith(`${folderOf(file)}/`)) return true;
  return rule.some((pattern) => {
    if (pattern.endsWith('/*.ts')) return dirname(target) === dirname(pattern);
    return pattern.endsWith('.ts') ? target === pattern : target.startsWith(`${pattern}/`);
  });
}

const files = topFolders.flatMap(sourceFiles);

describe('import rules', () => {
  test('no file imports from a folder it may not', () => {
    expect(files.length).toBeGreaterThan(100);
    const broken = files.flatMap((file) =>
      importsOf(file)
        .filter((target) => !isAllowed(file, target))
        .map((target) => `${file} imports ${target}`),
    );
    expect(broken).toEqual([]);
  });

  test('the demo is not part of the product: only the command line and a script may import it', () => {
    const importers = [...rules].filter(([, rule]) => rule !== 'everything' && rule.includes('demo'));
    expect(importers.map(([folder]) => folder)).toEqual(['cli', 'scripts']);
  });

  test('no two files import each other, directly or in a cycle', () => {
    const graph = new Map(files.map((file) => [file, importsOf(file)]));
    const finished = new Set<string>();
    const cycles: string[] = [];
    const walk = (file: string, path: string[]): void => {
      if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' > '));
      if (finished.has(file) || path.includes(file)) return;
      for (const target of graph.get(file) ?? []) walk(target, [...path, file]);
      finished.add(file);
    };
    for (const file of files) walk(file, []);
    expect(cycles).toEqual([]);
  });

  test('no file is a drawer or a barrel', () => {
    const drawer = /(^|\/)(utils?|helpers?|common|misc|manager|index)\.[a-z]+$/;
    expect(files.filter((file) => drawer.test(file))).toEqual([]);
  });
});

describe('the table of folders in docs/architecture.md', () => {
  /** Rows of the form: | `geo/` | its job | nothing of ours |, and for features: | each folder in `server/` | … |. */
  function tableRules(): Map<string, Rule> {
    const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
    const rows = page.matchAll(/^\| (each folder in )?`([\w/]+)\/` \|[^|]+\| ([^|]+) \|$/gm);
    return new Map(
      [...rows].map(([, each, folder, cell]) => [each ? `${folder}/*` : folder!, ruleInWords(cell!.trim())]),
    );
  }

  function ruleInWords(cell: string): Rule {
    if (cell === 'everything') return 'everything';
    return cell === 'nothing of ours' ? [] : cell.split(', ');
  }

  test('names every folder, with the imports that are allowed', () => {
    expect([...tableRules()]).toEqual([...rules]);
  });

  test('names every folder with source files', () => {
    const folders = readdirSync(root, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !/^(\.|node_modules$|dist$)/.test(entry.name))
      .map(({ name }) => name)
      .filter((folder) => sourceFiles(folder).length > 0);
    expect(folders.sort()).toEqual(topFolders.sort());
  });
});
