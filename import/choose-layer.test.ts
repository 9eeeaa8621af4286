// The parcel layer is found, or the layers that could be meant are listed.
import { describe, expect, test } from 'vitest';
import { chooseLayer, chooseTable } from './choose-layer.ts';
import type { Layer } from './layer.ts';

function layer(name: string, about: Partial<Omit<Layer, 'fields'>> & { fields?: string } = {}): Layer {
  const fields = (about.fields ?? '').split(' ').filter(Boolean);
  return {
    geometry: 'area',
    crs: undefined,
    count: 100,
    read: async function* () {},
    ...about,
    name,
    fields: fields.map((field) => ({ name: field, type: 'text' as const })),
  };
}

const parcels = layer('Parcels', { fields: 'OBJECTID PIN OWNNAME SITEADD GISACRES' });
const zoning = layer('Zoning', { fields: 'OBJECTID ZONING ADDRESS SHAPE_AREA' });

describe('chooseLayer', () => {
  test('the only layer with areas is taken, whatever its name', () => {
    const only = layer('export_final2', { fields: 'a b c' });
    expect(chooseLayer([only], undefined)).toBe(only);
    const points = layer('AddressPoints', { geometry: 'point', fields: 'PIN OWNER' });
    const table = layer('assessor', { geometry: 'none', fields: 'PIN OWNER' });
    const lines = layer('ParcelLines', { geometry: 'line', fields: 'PIN OWNER' });
    expect(chooseLayer([points, lines, table, only], undefined)).toBe(only);
  });

  test.each([
    ['by its name and fields', [zoning, parcels, layer('County_Boundary', { fields: 'NAME' })], 'Parcels'],
    [
      'among blocks, easements and history',
      [
        layer('ParcelBlocks', { fields: 'BLOCK' }),
        layer('Parcel_Easements', { fields: 'PIN' }),
        layer('Parcels_Historic', { fields: 'PIN OWNNAME SITEADD GISACRES' }),
        parcels,
      ],
      'Parcels',
    ],
    [
      'by its fields where the name says nothing',
      [zoning, layer('Layer0', { fields: 'GIS.PARCELS.PARCEL_ID GIS.OWNERS.OWNER1' })],
      'Layer0',
    ],
    [
      'by its name where the fields say nothing',
      [zoning, layer('wake_county_tax_lots', { fields: 'f1 f2' })],
      'wake_county_tax_lots',
    ],
    [
      'and an empty one is not meant',
      [layer('Parcels', { fields: 'PIN OWNER', count: 0 }), layer('Parcels_A', { fields: 'PIN' })],
      'Parcels_A',
    ],
  ] as const)('is found %s', (_, layers, expected) => {
    expect(chooseLayer(layers, undefined).name).toBe(expected);
  });

  test('two that could be meant are listed, with rows and fields, and --layer is asked for', () => {
    const north = layer('Parcels_North', { fields: 'PIN OWNER a b c d e', count: 12345 });
    const south = layer('Parcels_South', { fields: 'PIN OWNER', count: 1 });
    expect(() => chooseLayer([zoning, north, south], undefined)).toThrow(
      [
        '2 layers could be the parcels. Name the right one with --layer:',
        '  Parcels_North: 12,345 rows, areas with PIN, OWNER, a, b, c, d, …',
        '  Parcels_South: 1 row, areas with PIN, OWNER',
      ].join('\n'),
    );
  });

  test('where none looks like parcels, none is guessed', () => {
    const soils = layer('Soils', { fields: 'MUSYM' });
    expect(() => chooseLayer([zoning, soils], undefined)).toThrow('2 layers could be the parcels');
  });

  test('a wanted layer is found in any case; a missing one lists what there is', () => {
    expect(chooseLayer([zoning, parcels], 'zoning')).toBe(zoning);
    const upper = layer('PARCELS');
    expect(chooseLayer([upper, parcels], 'Parcels')).toBe(parcels);
    expect(() => chooseLayer([zoning, parcels], 'lots')).toThrow(
      'There is no layer "lots". There is:\n  Zoning: 100 rows, areas with OBJECTID',
    );
  });

  test('points, lines and tables are refused in a sentence', () => {
    const points = layer('Parcel_Points', { geometry: 'point' });
    const table = layer('assessor', { geometry: 'none' });
    expect(() => chooseLayer([points], undefined)).toThrow(
      'The layer Parcel_Points has points or lines, but parcels are areas. Ask the county for its parcel polygons.',
    );
    expect(() => chooseLayer([table], undefined)).toThrow('add the table with --join');
    expect(() => chooseLayer([parcels, points], 'Parcel_Points')).toThrow('parcels are areas');
  });
});

describe('chooseTable', () => {
  const key = 'PIN';

  test('takes the one that is named, the only table, or the only layer', () => {
    const table = layer('assessor', { geometry: 'none', fields: 'PIN' });
    expect(chooseTable([parcels, table], { key })).toBe(table);
    expect(chooseTable([parcels, table], { key, wanted: 'parcels' })).toBe(parcels);
    expect(chooseTable([parcels], { key })).toBe(parcels);
    const other = layer('Parcels_2', { fields: 'PIN' });
    expect(() => chooseTable([parcels, other], { key })).toThrow('2 tables could be meant');
  });

  test('[IMP-5] takes the only table that has the key, and asks where two have it', () => {
    const [owners, codes, sales] = [
      layer('owners', { geometry: 'none', fields: 'PIN OWNER' }),
      layer('codes', { geometry: 'none', fields: 'CODE WORDS' }),
      layer('sales', { geometry: 'none', fields: 'Pin PRICE' }),
    ];
    expect(chooseTable([codes, owners], { key })).toBe(owners);
    expect(() => chooseTable([codes, owners, sales], { key })).toThrow(
      /2 tables .*\n {2}owners.*\n {2}sales/,
    );
  });
});
