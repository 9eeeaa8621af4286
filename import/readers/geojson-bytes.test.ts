// Tests that an error of a compressed file is caught, however slow the disk is.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { testFolder } from '../../test/test-folder.ts';
import { readBytes } from './geojson-bytes.ts';

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const stat = async (path: string) => {
    await delay(100);
    return real.stat(path);
  };
  return { ...real, stat };
});

test('a cut gzip file is refused while the disk is slow', async () => {
  const path = join(testFolder(), 'cut.geojson.gz');
  await writeFile(path, gzipSync('{"type":"FeatureCollection"}').subarray(0, -10));
  const read = async () => {
    for await (const _ of readBytes(path));
  };
  await expect(read()).rejects.toThrow('cut.geojson.gz is a damaged or cut gzip file');
});
