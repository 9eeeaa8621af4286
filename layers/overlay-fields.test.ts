// Tests which field colors an overlay and which one is written on the map.
import { describe, expect, test } from 'vitest';
import type { RawValue } from '../import/layer.ts';
import type { ShapeLayer } from '../import/open-shapes.ts';
import { overlayFields } from './overlay-fields.ts';

type Columns = Record<string, (row: number) => RawValue>;

function layerOf(columns: Columns, geometry: ShapeLayer['geometry'] = 'area') {
  const sample = Array.from({ length: 200 }, (_, row) => ({
    row,
    properties: Object.fromEntries(Object.entries(columns).map(([name, make]) => [name, make(row)])),
    geometry: { type: 'Point' as const, coordinates: [0, 0] as const },
  }));
  return { fields: Object.keys(columns).map((name) => ({ name, type: 'text' as const })), sample, geometry };
}

const oneOf =
  (...values: RawValue[]) =>
  (row: number) =>
    values[row % values.length]!;

describe('[LAY-5] an overlay is colored', () => {
  test.each<[why: string, columns: Columns, field: string | undefined]>([
    [
      'by its zones',
      { OBJECTID: (row) => row, ZONE_TYPE: oneOf('R-1', 'C-2', 'OS'), NAME: String },
      'ZONE_TYPE',
    ],
    [
      'by the flood zone',
      { FLD_AR_ID: String, FLD_ZONE: oneOf('AE', 'X', 'A'), SFHA_TF: oneOf('T', 'F') },
      'FLD_ZONE',
    ],
    ['by a type before a name', { NAME: String, TYPE: oneOf('Gravity', 'Force') }, 'TYPE'],
    ['by nothing, if each shape has a value of its own', { NAME: (row) => `Hydrant ${row}` }, undefined],
    ['by names, if they are few', { NAME: (row) => (row < 5 ? `School ${row}` : null) }, 'NAME'],
    [
      'by a column whose name says it in part',
      { ID: String, EASE_TYPE_2: oneOf('Utility', 'Access') },
      'EASE_TYPE_2',
    ],
    [
      'by nothing, if only owners would tell them apart',
      { OWNER: oneOf('POLK', 'LEE'), OWNER_NAME: oneOf('A', 'B') },
      undefined,
    ],
    ['by nothing, if all are alike', { TYPE: oneOf('Hydrant') }, undefined],
    ['by nothing, if the field is blank', { TYPE: oneOf(null), STATUS: oneOf('', null) }, undefined],
    [
      'by nothing, if the values are long texts',
      { DESCRIPTION: oneOf('a'.repeat(80), 'b'.repeat(90)) },
      undefined,
    ],
  ])('%s', (_, columns, field) => {
    expect(overlayFields(layerOf(columns), {}).colorBy).toBe(field);
  });

  test('by the field that the operator names, in any spelling', () => {
    const layer = layerOf({ Zone_Type: oneOf('R-1', 'C-2'), Use: oneOf('a', 'b') });
    expect(overlayFields(layer, { colorBy: 'USE' }).colorBy).toBe('Use');
    expect(() => overlayFields(layer, { colorBy: 'Height' })).toThrow(/Height/);
  });
});

describe('[LAY-5] an overlay is labeled', () => {
  const columns = { TYPE: oneOf('Gravity', 'Force'), NAME: String };

  test('like it is colored, but not on points', () => {
    expect(overlayFields(layerOf(columns, 'line'), {}).label).toBe('TYPE');
    expect(overlayFields(layerOf(columns, 'point'), {}).label).toBeUndefined();
    expect(overlayFields(layerOf(columns, 'point'), { label: 'NAME' }).label).toBe('NAME');
  });

  test('with the name of each shape, which is its value on a parcel, too, if no color tells them apart', () => {
    const named = overlayFields(layerOf({ NAME: (row) => `District ${row}` }), {});
    expect(named).toMatchObject({ colorBy: undefined, label: 'NAME' });
    expect(named.valueIn({ NAME: 'District 7' })).toBe('District 7');
    const only = { ...layerOf({ WARD: String }), sample: layerOf({ WARD: String }).sample.slice(0, 1) };
    expect(overlayFields(only, {})).toMatchObject({ colorBy: undefined, label: 'WARD' });
    const hydrants = overlayFields(layerOf({ HYD_NO: String, NAME: String }, 'point'), { label: 'HYD_NO' });
    expect(hydrants.valueIn({ HYD_NO: '12', NAME: 'x' })).toBe('12');
  });

  test('in 60 characters at most, and not with a placeholder', () => {
    const { labelOf, valueIn } = overlayFields(layerOf(columns), { label: 'NAME' });
    expect(labelOf({ NAME: 'x'.repeat(100) })).toHaveLength(60);
    expect([labelOf({ NAME: '<Null>' }), labelOf({}), valueIn({ TYPE: ' Force ' })]).toEqual([
      null,
      null,
      'Force',
    ]);
  });
});

test('[LAY-bad] a value on a parcel is one line, however long the text of the file is', () => {
  const { valueIn } = overlayFields(layerOf({ TYPE: oneOf('a'.repeat(5500), 'b') }), { colorBy: 'TYPE' });
  expect(valueIn({ TYPE: 'a'.repeat(5500) })).toHaveLength(200);
});
