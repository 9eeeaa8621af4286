// Texts that never end, and files that unpack to far more: refused in a sentence, without their bytes in memory.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readOnly } from '../../test/read-source.ts';
import { testFolder } from '../../test/test-folder.ts';
import { CsvRecords } from './csv-records.ts';
import { openGeoJson } from './geojson.ts';
import { FeatureScanner } from './geojson-scanner.ts';

const folder = testFolder();

test('a gzip bomb', async () => {
  const path = join(folder, 'bomb.geojson.gz');
  await writeFile(path, gzipSync(Buffer.concat([Buffer.from('{"features":['), Buffer.alloc(150e6, ' ')])));
  await expect(readOnly(openGeoJson({ path }))).rejects.toThrow(/far more than parcels need/);
});

test('GeoJSON whose first text never ends', async () => {
  const chunk = Buffer.alloc(1024 * 1024, 'x');
  let sent = 0;
  async function* endless() {
    yield Buffer.from('{"type":"FeatureCollection","name":"');
    for (; sent < 1000; sent++) yield chunk;
  }
  const reading = async () => {
    for await (const _ of new FeatureScanner(endless(), 'endless.geojson').features());
  };
  await expect(reading()).rejects.toThrow(
    'endless.geojson has more than 128 MB in one piece, before its first feature, so a quotation mark or a bracket is missing there: export it again.',
  );
  expect(sent).toBeLessThan(200);
});

test('a row that does not end is not blamed on a quotation mark, and memory stays bounded', async () => {
  const records = new CsvRecords({ fileName: 'parcels.csv', delimiter: ',' });
  records.take(Buffer.from('PIN,OWNER\n1,SMITH\n\n2,'), false);
  const chunk = Buffer.alloc(1024 * 1024, 'x');
  let chunks = 0;
  const feed = () => {
    for (; chunks < 200; chunks++) records.take(chunk, false);
  };
  expect(feed).toThrow(
    'parcels.csv cannot be read as CSV: row 2 goes on for more than 64 MB without a line break. Export it again with one row a line, or as a GeoPackage.',
  );
  expect(chunks).toBeLessThanOrEqual(65);
});

test('a quotation mark that swallows the rest of a large file', async () => {
  const records = new CsvRecords({ fileName: 'parcels.csv', delimiter: ',' });
  const swallow = () => {
    records.take(Buffer.from('PIN,OWNER\n1,SMITH\n2,"'), false);
    for (let at = 0; at < 200; at++) records.take(Buffer.alloc(1024 * 1024, 'x\n'), false);
  };
  expect(swallow).toThrow('a quotation mark is opened and never closed, in row 2 or before it');
});
