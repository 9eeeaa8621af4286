// Names of fields that would be taken for something else.
import { expect, test } from 'vitest';
import { featuresOf } from '../test/read-layer.ts';
import type { Layer, RawFeature } from './layer.ts';
import { withTidyNames } from './tidy-names.ts';

function layerOf(names: readonly string[], rows: readonly RawFeature['properties'][]): Layer {
  return {
    name: 'parcels',
    geometry: 'none',
    fields: names.map((name) => ({ name, type: 'text' })),
    crs: undefined,
    count: undefined,
    async *read() {
      yield rows.map((properties, at) => ({ row: at + 1, properties, geometry: null }));
    },
  };
}

test('a field with the name of something that every object has is renamed, and missing values are missing', async () => {
  const rows = [JSON.parse('{"PIN":"1","constructor":"ACME HOMES","__proto__":"x"}'), { PIN: '2' }];
  const layer = withTidyNames(layerOf(['PIN', 'constructor', '__proto__'], rows));
  expect(layer.fields.map(({ name }) => name)).toEqual(['PIN', 'FIELD_constructor', 'FIELD___proto__']);
  expect((await featuresOf(layer)).map(({ properties }) => properties)).toEqual([
    { PIN: '1', FIELD_constructor: 'ACME HOMES', FIELD___proto__: 'x' },
    { PIN: '2', FIELD_constructor: null, FIELD___proto__: null },
  ]);
});
