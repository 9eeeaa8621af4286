// What is decided before the rows of a layer are read.
import { expect, test } from 'vitest';
import type { Layer } from './layer.ts';
import { runImport } from './run-import.ts';

test('shapes without any field are refused in one sentence', async () => {
  const ring = new Float64Array([-93, 41, -92.999, 41, -92.999, 41.001, -93, 41]);
  const layer: Layer = {
    name: 'outlines',
    geometry: 'area',
    fields: [],
    crs: { kind: 'epsg', code: 4326 },
    count: 1,
    read: async function* () {
      yield [{ row: 1, properties: {}, geometry: { kind: 'polygons', polygons: [[ring]] } }];
    },
  };
  const run = runImport({
    source: { layers: [layer], close: async () => {} },
    join: undefined,
    options: {},
    about: { name: 'x', title: 'X', attribution: null, kind: 'imported', dataDate: null },
    recipeOf: () => null,
    store: { replaceSource: never, readSource: never, current: () => undefined },
    workFolder: '/nowhere',
    dryRun: true,
    say: () => {},
  });
  await expect(run).rejects.toMatchObject({
    name: 'OperatorError',
    message: expect.stringMatching(
      /^The layer outlines has shapes without any field, .* with their attributes\.$/,
    ),
  });
});

function never(): never {
  throw new Error('Nothing may be stored.');
}
