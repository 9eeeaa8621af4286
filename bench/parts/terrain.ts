// Hills and contours from a large GeoTIFF: whether memory grows with the file.
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { writeGeoTiff } from '../../test/geotiff-bytes.ts';
import { costOf } from '../measure/processes.ts';
import type { Part } from '../part.ts';
import { barsOf, type Figure } from '../report/result.ts';
import { root, scratch } from '../scratch.ts';

/** Pixels of 4 bytes: 256 MB and 1 GB. */
const SIDES = [8192, 16_384];
const QUICK_SIDES = [1024, 2048];

function elevationFile(side: number): string {
  const path = join(scratch, `elevation-${side}.tif`);
  if (existsSync(path)) return path;
  const row = new Float32Array(side);
  const values = (y: number) => {
    for (let x = 0; x < side; x++)
      row[x] = 250 + 60 * Math.sin(x / 700) * Math.cos(y / 900) + 8 * Math.sin((x + y) / 170);
    return row;
  };
  const place = { epsg: 26_917, west: 500_000, north: 3_950_000, pixelSize: 1, verticalUnits: 9001 };
  writeGeoTiff(`${path}.new`, { ...place, width: side, height: side, values });
  renameSync(`${path}.new`, path);
  return path;
}

export const terrain: Part = {
  name: 'terrain',
  title: 'Contours from a GeoTIFF',
  async run({ size, say }) {
    const folder = join(scratch, 'terrain');
    mkdirSync(folder, { recursive: true });
    const figures: Figure[] = [];
    let smallest: number | undefined;
    for (const side of size === 'quick' ? QUICK_SIDES : SIDES) {
      const megabytes = Math.round((side * side * 4) / 1024 ** 2);
      say(`${megabytes} MB`);
      const args = [
        '--import',
        'tsx',
        join(root, 'bench/inputs/make-terrain.ts'),
        elevationFile(side),
        folder,
      ];
      const { cpuSeconds, peakMegabytes } = await costOf({ program: process.execPath, args, cwd: root });
      const ratio = smallest && peakMegabytes / smallest;
      smallest ??= peakMegabytes;
      figures.push({ name: `${megabytes} MB: hills and contours`, unit: 'CPU-s', value: cpuSeconds });
      figures.push({
        name: `${megabytes} MB: peak memory`,
        unit: 'MB',
        value: peakMegabytes,
        ...(ratio !== undefined && {
          ratio,
          beside: 'a quarter of the file',
          goal: { of: 'ratio', atMost: 1.5 } as const,
        }),
      });
    }
    return {
      about:
        'Synthetic hills as an uncompressed GeoTIFF of 32-bit heights, a pixel a meter, in strips. Platbook averages them to the tiles of zoom 14, fills all zooms from 5, encodes them as lossless WebP, and traces contours every 20 feet for zooms 10 to 16. Peak memory of the process, beside that for a file of a quarter of the size.',
      figures,
      plots: [
        {
          name: 'terrain',
          title: 'Peak memory by the size of the file',
          unit: 'MB',
          bars: barsOf(figures.filter(({ unit }) => unit === 'MB')),
        },
      ],
    };
  },
};
