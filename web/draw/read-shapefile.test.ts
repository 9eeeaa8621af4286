import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { ExportedEntry } from '../saved/exported-entry.ts';
import { writeShapefile } from '../saved/write-shapefile.ts';
import { readShapefile, type ShapefileParts } from './read-shapefile.ts';

const point = (name: string, lng: number): ExportedEntry => ({
  name,
  notes: '',
  folder: null,
  color: '#2563b0',
  properties: {},
  geometry: { type: 'Point', coordinates: [lng, 35] },
});

function points(...names: string[]): ShapefileParts {
  const { bytes } = writeShapefile(
    names.map((name, at) => point(name, at)),
    'n',
  );
  const part = (ending: string) => unzipSync(bytes as Uint8Array)[`n-points.${ending}`]!;
  return { shp: part('shp'), dbf: part('dbf'), prj: part('prj'), cpg: part('cpg') };
}

/** Records of points: 8 bytes of head and 20 of content, after 100 of the file's head. */
const recordAt = (number: number) => 100 + (number - 1) * 28;

function read(parts: ShapefileParts): (string | undefined)[] {
  const result = readShapefile(parts);
  if ('problem' in result) return [result.problem];
  return result.features.map(({ feature, label, problem }) => {
    const { properties, geometry } = Object(feature);
    return problem ? `${label}: ${problem}` : `${properties.NAME} ${geometry.coordinates[0]}`;
  });
}

test('[V14] a record without a shape is told by its number, and costs no other its facts', () => {
  const parts = points('a', 'b', 'c');
  parts.shp[recordAt(2) + 8] = 0;
  expect(read(parts)).toEqual(['a 0', 'Feature 2: It has no shape.', 'c 2']);
});

test('[V14] a deleted row and its shape are left out, and the others keep theirs', () => {
  const parts = points('a', 'b', 'c');
  const view = new DataView(parts.dbf!.buffer, parts.dbf!.byteOffset);
  parts.dbf![view.getUint16(8, true) + view.getUint16(10, true)] = 0x2a;
  expect(read(parts)).toEqual(['a 0', 'c 2']);
});

test('[V14] records that are missing or cannot be found are told', () => {
  const cut = points('a', 'b', 'c');
  const shp = cut.shp.slice(0, recordAt(2));
  new DataView(shp.buffer).setInt32(24, shp.length / 2);
  const missing = 'It is missing in the .shp file.';
  expect(read({ ...cut, shp })).toEqual(['a 0', `Feature 2: ${missing}`, `Feature 3: ${missing}`]);
  const broken = points('a', 'b', 'c');
  new DataView(broken.shp.buffer, broken.shp.byteOffset).setInt32(recordAt(2) + 4, -4);
  expect(read(broken)).toEqual(['a 0', `Feature 2: ${missing}`, `Feature 3: ${missing}`]);
  expect(read({ ...broken, dbf: undefined })).toEqual(['undefined 0', `Feature 2: ${missing}`]);
});

test('[V14] a damaged record costs no other', () => {
  const parts = points('a', 'b', 'c');
  // A line needs more bytes than a point has.
  parts.shp[recordAt(2) + 8] = 3;
  expect(read(parts)).toEqual(['a 0', 'Feature 2: It is damaged.', 'c 2']);
});

test('[V14] bodies in space are refused', () => {
  const parts = points('a');
  parts.shp[32] = 31;
  expect(read(parts)).toEqual(['It holds bodies in space (MultiPatch), which cannot be drawn.']);
});
