// Tests what is guessed from the columns of layers as their publishers name them, and which layers are no ground at all.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { LayerField, RawValue } from '../../import/layer.ts';
import { isGroundKind } from '../../store/layer-folder.ts';
import { guessKind } from '../layer-kind.ts';
import { findScheme } from './classify-roads.ts';
import { GROUND_FIELDS, guessGroundFields } from './ground-fields.ts';

type Shapes = 'area' | 'line' | 'point';
type Sample = { properties: Record<string, RawValue> }[];
type Published = {
  publisher: string;
  name: string;
  geometry: Shapes;
  fields: LayerField[];
  sample: Sample;
  kind: string;
  mapping: Record<string, string>;
  /** Classes of roads, by what the file says. */
  classes: [text: string, roadClass: string][];
};

const ROWS = 240;

function readLayers(): Published[] {
  const url = new URL('../../test/ground-layers.txt', import.meta.url);
  const text = readFileSync(url, 'utf8').replace(/^#.*\n/gm, '');
  return text
    .trim()
    .split('\n\n')
    .map((entry) => {
      const [publisher = '', head = '', columnLine = '', guess = ''] = entry
        .split('\n')
        .map((line) => line.trim());
      const [, name = '', geometry = ''] = /^(.+), (\w+)$/.exec(head) ?? [];
      const columns = columnLine.split('; ').map((column) => {
        const [field = '', values = ''] = column.split('=');
        return { field, values: values.split('|') };
      });
      const [kind = '', ...parts] = guess.replace(/^= /, '').split('; ');
      const mapping = parts.filter((part) => part.includes(': ')).map((part) => part.split(': '));
      const classes = parts
        .filter((part) => !part.includes(': '))
        .map((part) => /^(.+) (\w+)$/.exec(part)!.slice(1));
      return {
        publisher,
        name,
        geometry: geometry as Shapes,
        fields: columns.map(({ field }) => ({ name: field, type: 'text' as const })),
        sample: Array.from({ length: ROWS }, (_, row) => ({
          properties: Object.fromEntries(
            columns.map(({ field, values }) => [field, values[row % values.length] || null]),
          ),
        })),
        kind,
        mapping: Object.fromEntries(mapping),
        classes: classes as Published['classes'],
      };
    });
}

const layers = readLayers();

test('[LAY-3] the table has more than 50 layers', () => {
  expect(layers.length).toBeGreaterThan(50);
});

describe.each(layers)('[LAY-3] $publisher', ({ name, geometry, fields, sample, kind, mapping, classes }) => {
  test('kind and fields are guessed', () => {
    const guess = guessKind({ names: [name], geometry, fields });
    expect(guess.kind).toBe(kind);
    if (isGroundKind(guess.kind)) {
      expect(guessGroundFields(guess.kind, { fields, sample })).toEqual(mapping);
    }
    expect(Object.keys(mapping).every((field) => (GROUND_FIELDS as readonly string[]).includes(field))).toBe(
      true,
    );
  });

  test('classes are read, or there is no field that tells them', () => {
    const column = mapping.class ?? '';
    const values = new Set(sample.flatMap(({ properties }) => String(properties[column] ?? '').trim() || []));
    const scheme = kind === 'roads' ? findScheme([...values], column) : undefined;
    expect(scheme !== undefined).toBe(kind === 'roads' && mapping.class !== undefined);
    expect(classes.map(([text]) => [text, String(scheme?.(text))])).toEqual(classes);
  });
});

describe('[LAY-3] what lies over the ground is an overlay', () => {
  test.each<[name: string, geometry: Shapes]>([
    ['Bus_Stops', 'point'],
    ['street_trees', 'point'],
    ['StreetLights', 'point'],
    ['Street Light Circuits', 'line'],
    ['Park_and_Ride_Lots', 'area'],
    ['Park & Ride', 'point'],
    ['water_mains', 'line'],
    ['WaterMain', 'line'],
    ['Water_Lines', 'line'],
    ['Storm_Drains', 'line'],
    ['stormwater_basins', 'area'],
    ['School_Districts', 'area'],
    ['Fire_Hydrants', 'point'],
    ['Transmission_Lines', 'line'],
    ['electric-transmission-lines', 'line'],
    ['Bike_Routes', 'line'],
    ['Trails', 'line'],
    ['Bus Routes', 'line'],
    ['Street_Sweeping_Routes', 'line'],
    ['Road_Closures', 'line'],
    ['Water_Districts', 'area'],
    ['Watersheds', 'area'],
    ['Flood_Zones', 'area'],
    ['Zoning', 'area'],
    ['Wetlands', 'area'],
    ['Building_Permits', 'point'],
    ['Building Inspection Districts', 'area'],
    ['Historic_Landmarks', 'area'],
    ['Places_of_Worship', 'point'],
    ['Polling_Places', 'point'],
    ['Mobile_Home_Parks', 'area'],
    ['County_Commissioner_Districts', 'area'],
    ['Census_Tracts_2020', 'area'],
    ['Contours_2ft', 'line'],
    ['Parking_Lots', 'area'],
    ['sewer_gravity_mains', 'line'],
    ['Gas Lines', 'line'],
    ['Fault_Lines', 'line'],
    ['City_Owned_Property', 'area'],
    ['Future_Land_Use', 'area'],
    ['Soils', 'area'],
    ['Sidewalks', 'line'],
    ['Truck_Routes', 'line'],
  ])('%s (%s)', (name, geometry) => {
    expect(guessKind({ names: [name], geometry, fields: [] }).kind).toBe('overlay');
  });
});
