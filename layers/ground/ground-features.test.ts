// Tests which features of the street map become of a county's own shapes.
import { describe, expect, test } from 'vitest';
import { BoundaryLines } from '../../basemap/ground/boundary-features.ts';
import type { ZoomedFeature } from '../../basemap/zoomed-feature.ts';
import type { MapGeometry } from '../../geo/geometry.ts';
import type { RawValue } from '../../import/layer.ts';
import type { GroundKind } from '../../store/layer-folder.ts';
import { drawGround, type GroundDrawing } from './ground-features.ts';
import { type GroundMapping, guessGroundFields } from './ground-fields.ts';
import { StreetLengths } from './street-lengths.ts';

type Row = Record<string, RawValue>;

/** So many kilometers to the north, nearly. */
const line = (kilometers: number, lng = -71): MapGeometry => ({
  type: 'LineString',
  coordinates: [
    [lng, 42],
    [lng, 42 + kilometers / 111.2],
  ],
});
const area: MapGeometry = {
  type: 'Polygon',
  coordinates: [
    [
      [-71, 42],
      [-70.999, 42],
      [-70.999, 42.001],
      [-71, 42],
    ],
  ],
};

function drawing(
  kind: GroundKind,
  shapes: readonly { properties: Row; geometry: MapGeometry }[],
  given: GroundMapping = {},
): GroundDrawing {
  const fields = Object.keys(shapes[0]!.properties).map((name) => ({ name, type: 'text' as const }));
  const mapping = { ...guessGroundFields(kind, { fields, sample: shapes }), ...given };
  return drawGround({ kind, title: 'Layer', mapping, fields, sample: shapes });
}

/** Of one shape after the other: its features, or why it has none. */
function drawn(kind: GroundKind, rows: readonly Row[], geometry: MapGeometry) {
  const shapes = rows.map((properties) => ({ properties, geometry }));
  const ground = drawing(kind, shapes);
  return shapes.map((shape) => ground.featuresOf(shape));
}

const propertiesOf = (features: ZoomedFeature[] | string) =>
  typeof features === 'string' ? features : features[0]!.properties;

describe('[LAY-3] roads without classes', () => {
  const streets = Array.from({ length: 200 }, (_, i) => ({
    properties: { NAME: `Street ${String.fromCharCode(65 + (i % 26))}${i} St` },
    geometry: line(i === 7 ? 9 : i < 6 ? 3 : 0.2),
  }));
  const shapes = [
    ...streets,
    { properties: { NAME: 'I-93' }, geometry: line(0.1) },
    { properties: { NAME: 'Short Rd' }, geometry: line(0.1) },
    { properties: { NAME: 'UNNAMED' }, geometry: line(50) },
  ];

  test('the longest by name are the main ones, and the operator is told', () => {
    const ground = drawing('roads', shapes);
    expect(ground.note).toMatch(/longest streets are drawn as main roads: --map class=FIELD/);
    for (const shape of shapes) ground.survey!(shape);
    const classOf = (at: number) => (propertiesOf(ground.featuresOf(shapes[at]!)) as Row).kind_detail;
    expect(classOf(7)).toBe('secondary');
    expect(classOf(3)).toBe('tertiary');
    expect([classOf(8), classOf(201), classOf(202)]).toEqual(['residential', 'residential', 'residential']);
    expect(classOf(200)).toBe('motorway');
  });

  test('a column whose codes nobody knows is not believed', () => {
    const coded = shapes.map((shape, i) => ({
      ...shape,
      properties: { ...shape.properties, CODE: String(i % 7) },
    }));
    expect(drawing('roads', coded, { class: 'CODE' }).note).toMatch(
      /What CODE says about roads is not known/,
    );
  });

  test('known classes need no survey', () => {
    const known = shapes.map((shape, i) => ({
      ...shape,
      properties: { ...shape.properties, MTFCC: i % 9 === 0 ? 'S1200' : 'S1400' },
    }));
    const ground = drawing('roads', known);
    expect([ground.survey, ground.note]).toEqual([undefined, undefined]);
  });

  test('any number of names keeps the longest, in bounded memory', () => {
    const lengths = new StreetLengths(100);
    for (let i = 0; i < 10_000; i++) {
      lengths.add(`Street ${i}`, line(0.1) as never);
      lengths.add('Main Street', line(0.5) as never);
    }
    expect(lengths.classOf('Main Street')).toBe('secondary');
    expect(lengths.classOf('Street 9999')).toBe('residential');
  });
});

test('[LAY-3] one-way streets run with the line or against it; both say so', () => {
  const rows = ['B', 'F', 'T'].map((DIR_TRAVEL) => ({ NAME: 'Main St', DIR_TRAVEL, MTFCC: 'S1200' }));
  const [both, along, against] = drawn('roads', rows, line(1)) as ZoomedFeature[][];
  expect([both, along, against].map((features) => features![0]!.properties.oneway)).toEqual([
    undefined,
    'yes',
    'yes',
  ]);
  expect(against![0]!.geometry.coordinates).toEqual(along![0]!.geometry.coordinates.toReversed());
});

test('[LAY-3] alleys, walkways and stairs come with their zooms, and what is not a road is left out', () => {
  const codes = ['S1400', 'S1730', 'S1710', 'S1720', 'H3010', 'S1200'];
  const rows = codes.map((MTFCC) => ({ NAME: 'Main St', MTFCC }));
  const zooms = drawn('roads', rows, line(1)).map((features) =>
    typeof features === 'string' ? features : features[0]!.minZoom,
  );
  expect(zooms).toEqual([12, 14, 14, 15, 'lines that are not roads', 8]);
});

test.each<[kind: GroundKind, name: string, shown: string | undefined]>([
  ['roads', '<Null>', undefined],
  ['roads', 'UNNAMED', undefined],
  ['roads', 'Unnamed Street 5', undefined],
  ['roads', 'NO NAME', undefined],
  ['roads', '1234', undefined],
  ['roads', 'MC GRATH HWY', 'McGrath Highway'],
  ['roads', "O'BRIEN ST", "O'Brien Street"],
  ['roads', "ST. MARY'S RD", "St. Mary's Road"],
  ['water', 'ALEWIFE BROOK', 'Alewife Brook'],
  ['water', 'UNNAMED TRIBUTARY', undefined],
  ['water', 'Stream', undefined],
  ['roads', 'вулиця Хрещатик', 'вулиця Хрещатик'],
])('[LAY-3] in a layer of %s the name %s is shown as %s', (kind, name, shown) => {
  const rows = [{ NAME: name }, { NAME: 'Elm St' }, { NAME: 'Oak St' }];
  const [first] = drawn(kind, rows, line(1));
  expect((propertiesOf(first!) as Row).name ?? undefined).toBe(shown);
});

test('[LAY-3] parks are parks, cemeteries and water by what their class says, not by the lake in a name', () => {
  const rows = [
    { NAME: 'Crystal Lake', TYPE: 'Park' },
    { NAME: 'Blair', TYPE: 'Pond' },
    { NAME: 'MT AUBURN', TYPE: 'Cemetery' },
  ];
  const kinds = drawn('parks', rows, area).map((features) => [
    (features as ZoomedFeature[])[0]!.layer,
    (propertiesOf(features) as Row).kind,
  ]);
  expect(kinds).toEqual([
    ['landuse', 'park'],
    ['water', 'water'],
    ['landuse', 'cemetery'],
  ]);
  const byName = drawn('parks', [{ NAME: 'Surface Water' }, { NAME: 'Jerry’s Pond' }], area);
  expect(byName.map((features) => (features as ZoomedFeature[])[0]!.layer)).toEqual(['water', 'landuse']);
});

test.each<[type: string, name: string, kind: string, minZoom: number]>([
  ['46006', '', 'stream', 12],
  ['46006', 'Catawba River', 'river', 9],
  ['46003', 'Third Creek', 'stream', 14],
  ['StreamRiver', 'Third Creek', 'stream', 12],
  ['33600', '', 'canal', 11],
  ['H3010', 'Gulf Brk', 'stream', 12],
  ['ArtificialPath', 'Catawba River', 'river', 9],
])('[LAY-3] a line of water %s %s is a %s', (FTYPE, NAME, kind, minZoom) => {
  const [features] = drawn(
    'water',
    [
      { FTYPE, NAME },
      { FTYPE, NAME: 'Mill Creek' },
    ],
    line(1),
  );
  expect((features as ZoomedFeature[])[0]).toMatchObject({ minZoom, properties: { kind } });
});

test.each<[kind: GroundKind, row: Row, expected: Row | string]>([
  ['roads', { FULLNAME: 'Tunnel Ave', layer: '-1', MTFCC: 'S1400' }, { is_tunnel: true }],
  ['roads', { FULLNAME: 'Bridge St', layer: '1', MTFCC: 'S1400' }, { is_bridge: true }],
  ['roads', { highway: '', waterway: 'river' }, 'lines that are not roads'],
  ['roads', { ref: 'A38', class: 'A Road' }, { ref: 'A 38', shield_text: '38' }],
  ['roads', { ROUTE: 'US0290', MTFCC: 'S1200' }, { ref: 'US 290' }],
  ['roads', { ROUTE: 'Rte 9', MTFCC: 'S1200' }, { ref: 'SR 9' }],
  // A number that may be any: it does not make a main road.
  ['roads', { ROUTE: 'B7', NAME: 'Elm St' }, { kind_detail: 'residential' }],
  ['roads', { ROUTE: 'I-35E', MTFCC: 'S1100' }, { ref: 'I-35E' }],
  ['rail', { MTFCC: 'R1052' }, { kind_detail: 'light_rail' }],
  ['rail', { TYPE: 'Main', STATUS: 'Abandoned' }, 'tracks that are gone'],
  ['parks', { NAME: 'Hollywood Greens', TYPE: 'Recreation' }, { kind: 'park' }],
  ['parks', { NAME: 'Forest Park', TYPE: 'City' }, { kind: 'park' }],
  ['parks', { NAME: 'Pisgah', TYPE: 'National Forest' }, { kind: 'wood' }],
  ['parks', { NAME: 'Old School', TYPE: 'Golf Course' }, { kind: 'golf_course' }],
  ['parks', { fclass: 'residential' }, { kind: 'residential' }],
  ['places', { NAME: 'Troutman', MTFCC: 'G4110' }, { kind_detail: 'town' }],
  ['boundaries', { NAME: 'Iredell', TYPE: 'Counties' }, { kind_detail: 6 }],
  ['boundaries', { NAME: 'Troutman', TYPE: 'County Municipality' }, { kind_detail: 8 }],
  ['boundaries', { NAME: 'Davidson', MTFCC: 'G4040' }, { kind_detail: 7 }],
])('[LAY-3] in a layer of %s, %o becomes %o', (kind, row, expected) => {
  const geometry = kind === 'roads' || kind === 'rail' ? line(1) : area;
  const others = [{ MTFCC: 'S1500', highway: 'primary', class: 'B Road', TYPE: 'x' }, {}];
  const shapes = [row, ...others].map((properties) => ({ properties: properties as Row, geometry }));
  const found = drawing(kind, shapes).featuresOf(shapes[0]!);
  const last = typeof found === 'string' ? found : found.at(kind === 'parks' ? 0 : -1)!.properties;
  if (typeof expected === 'string') expect(last).toBe(expected);
  else expect(last).toMatchObject(expected);
});

test('[LAY-3] a line of two boundaries is drawn once, and a nation of them is not all remembered', () => {
  const lines = new BoundaryLines();
  const shared: MapGeometry = {
    type: 'LineString',
    coordinates: [
      [-71, 42],
      [-71, 43],
    ],
  };
  const far: MapGeometry = {
    type: 'LineString',
    coordinates: Array.from({ length: 500_002 }, (_, at) => [at / 1e4, 0]),
  };
  expect(lines.featuresOf('town', shared)).toHaveLength(1);
  expect(lines.featuresOf('town', shared)).toEqual([]);
  lines.featuresOf('town', far);
  expect(lines.featuresOf('town', shared)).toHaveLength(1);
});
