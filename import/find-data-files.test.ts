// The files with layers in what a county hands out, whatever lies around them.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { emptyFolder } from '../test/test-folder.ts';
import { findDataFiles } from './find-data-files.ts';

const folder = emptyFolder();

async function found(names: readonly string[]) {
  for (const name of names) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), 'x');
  }
  const files = await findDataFiles(folder);
  return Object.fromEntries(
    Object.entries(files).map(([kind, paths]) => [kind, paths.map((path) => relative(folder, path))]),
  );
}

test('layers, tables, what is left to GDAL, and archives are told apart, in the order of their names', async () => {
  const names = [
    'GIS/Parcels10.SHP',
    'GIS/Parcels10.DBF',
    'GIS/Parcels2.shp',
    'GIS/parcels2.dbf',
    'GIS/Parcels2.shp.xml',
    'assessor.dbf',
    'web/parcels.geojson.gz',
    'inner.zip',
    'old/parcels.kml',
    'readme.txt',
    '.hidden/parcels.gpkg',
    '__MACOSX/parcels.gpkg',
  ];
  expect(await found(names)).toEqual({
    layers: ['GIS/Parcels2.shp', 'GIS/Parcels10.SHP', 'web/parcels.geojson.gz'],
    perhaps: ['assessor.dbf'],
    forGdal: ['old/parcels.kml'],
    archives: ['inner.zip'],
  });
});

test('a File Geodatabase is one thing, at any depth', async () => {
  const { layers } = await found([
    'a/b/County.GDB/a00000001.gdbtable',
    'a/b/County.GDB/timestamps',
    'Old.gdb/gdb',
  ]);
  expect(layers).toEqual(['a/b/County.GDB', 'Old.gdb']);
});

test('a File Geodatabase whose folder has lost its name is known by its first table', async () => {
  const { layers } = await found(['data/a00000001.gdbtable', 'data/a00000009.gdbtable', 'data/gdb']);
  expect(layers).toEqual(['data']);
});
