import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { emptyFolder } from '../../test/test-folder.ts';
import { readMappingFile, writeMappingFile } from './mapping-file.ts';

const folder = emptyFolder();
const path = join(folder, 'mapping.json');

describe('the mapping file', () => {
  test('what one run writes, the next one reads', async () => {
    const mapping = { pin: 'ML', taxacres: 'LandArea/43560', name: '-' };
    await writeMappingFile({ path, mapping, dates: 'dmy' });
    expect(await readMappingFile(path)).toEqual({ mapping, dates: 'dmy' });
    // By the names of the table in the terminal.
    expect(Object.keys(JSON.parse(await readFile(path, 'utf8')).mapping)).toEqual(['pin', 'acres', 'owner']);
    await writeMappingFile({ path, mapping: { pin: 'ML' } });
    expect(await readFile(path, 'utf8')).toBe('{\n  "mapping": {\n    "pin": "ML"\n  }\n}\n');
  });

  test('people may write the words they use, and null to leave a field out', async () => {
    await writeFile(path, '\uFEFF{"mapping": {"PIN": "A", "owner": null, "acres": "B"}}');
    expect(await readMappingFile(path)).toEqual({ mapping: { pin: 'A', name: '-', taxacres: 'B' } });
  });

  test.each([
    ['{', /is not valid JSON: /],
    ['[]', /has an error in the whole .* it should look like \{"mapping"/],
    ['{"mapping": {"pin": 5}}', /has an error in "mapping.pin"/],
    ['{"mapping": {}, "dates": "ymd"}', /has an error in "dates"/],
    [
      '{"mapping": {"pin": "join("}}',
      /"pin": Something is missing at character 6 of the expression join\(\./,
    ],
    ['{"mapping": {"color": "A"}}', /"color": color is not a field of a parcel/],
    ['{"mapping": {"name": "A", "owner": "B"}}', /"owner": owner is there twice/],
  ])('%s is refused in words', async (text, message) => {
    await writeFile(path, text);
    await expect(readMappingFile(path)).rejects.toThrow(message);
  });

  test('a file that is not there is said', async () => {
    await expect(readMappingFile(join(folder, 'none.json'))).rejects.toThrow(
      /The mapping file .* cannot be read/,
    );
  });
});
