// A file is what its first bytes say, and only then what its name says.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { csvText } from '../test/county-files.ts';
import { emptyFolder } from '../test/test-folder.ts';
import { zipBytes } from '../test/zip-bytes.ts';
import { detectFormat } from './detect-format.ts';

const folder = emptyFolder();

const tar = Buffer.alloc(1024);
tar.write('ustar', 257);

test.each<[string, string | Buffer, string]>([
  ['parcels.geojson', '', 'empty'],
  ['download', zipBytes([{ name: 'a', bytes: Buffer.from('x') }]), 'zip'],
  ['empty.zip', zipBytes([]), 'zip'],
  ['places.kmz', zipBytes([{ name: 'doc.kml', bytes: Buffer.from('<kml>') }]), 'other'],
  ['parcels.db', 'SQLite format 3\0', 'geopackage'],
  ['parcels', 'fgb\x03fgb\0', 'other'],
  ['parcels', 'PAR1....', 'geoparquet'],
  ['parcels.txt', '  {"type":"FeatureCollection"', 'geojson'],
  ['parcels.json', '\uFEFF[{"type":"Feature"}]', 'geojson'],
  ['parcels.geojsons', '\u001e{"type":"Feature"}\n', 'geojson'],
  ['parcels.gz', gzipSync('{"type":"FeatureCollection","features":[]}'.padEnd(90_000)), 'geojson'],
  ['parcels.csv.gz', gzipSync(csvText()), 'gzip'],
  ['parcels.tgz', gzipSync(tar), 'foreign archive'],
  ['parcels.tar', tar, 'foreign archive'],
  ['parcels.7z', Buffer.from('377abcaf271c0004', 'hex'), 'foreign archive'],
  ['parcels.rar', 'Rar!\x1a\x07\x01', 'foreign archive'],
  ['parcels.zip', '<!DOCTYPE html>\n<html>', 'web page'],
  ['parcels.geojson', '\n <HTML lang="en">', 'web page'],
  ['parcels.csv', '<?xml version="1.0"?><!DOCTYPE html PUBLIC ""><html xmlns="">', 'web page'],
  ['parcels.kml', '<?xml version="1.0"?><kml>', 'other'],
  ['PARCELS.SHP', 'anything', 'shapefile'],
  ['parcels.Prj', 'PROJCS["x"]', 'shapefile part'],
  ['assessor.DBF', '\x03', 'dbf'],
  ['parcels.tsv', 'PIN\tOWNER\n', 'csv'],
  ['parcels.zip', 'nonsense', 'zip'],
  ['parcels.geojson', 'nonsense', 'geojson'],
  ['parcels.tab', '!table', 'other'],
])('%s with %j', async (name, content, expected) => {
  await writeFile(join(folder, name), content);
  expect(await detectFormat(join(folder, name))).toBe(expected);
});
