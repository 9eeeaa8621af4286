// A street map from a county's centerlines, beside tippecanoe drawing the same lines with the same first zooms.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { platbookCommand } from '../inputs/running-platbook.ts';
import { kept, writeFeatures } from '../inputs/synthetic-county.ts';
import { type Cost, costOf } from '../measure/processes.ts';
import { median, medianRatio } from '../measure/statistics.ts';
import type { Part } from '../part.ts';
import { findTippecanoe, tippecanoeArgs } from '../peers/tippecanoe.ts';
import { barsOf, type Figure } from '../report/result.ts';
import { scratch } from '../scratch.ts';

/** Blocks on each side of a town of square blocks, with a bend in every street. */
const SIDE = 320;
const QUICK_SIDE = 60;
const BLOCK_DEGREES = 0.0012;
const ORIGIN = { lng: -80.9, lat: 35.5 };
const ZOOMS = [6, 15] as const;

/** By the number of a street: the class that the Census Bureau gives it, and the zoom from which Platbook draws it. */
function classOf(street: number): { MTFCC: string; minzoom: number } {
  if (street % 80 === 0) return { MTFCC: 'S1100', minzoom: 6 };
  return street % 8 === 0 ? { MTFCC: 'S1200', minzoom: 8 } : { MTFCC: 'S1400', minzoom: 12 };
}

function* centerlines(side: number) {
  for (let street = 0; street < side; street++) {
    for (let block = 0; block < side; block++) {
      for (const isNorth of [true, false]) {
        const { MTFCC, minzoom } = classOf(street);
        const coordinates = [0, 0.25, 0.5, 0.75, 1].map((share) => {
          const along = (block + share) * BLOCK_DEGREES;
          const across = (street + 0.08 * Math.sin((block + share) * 0.9 + street)) * BLOCK_DEGREES;
          return [ORIGIN.lng + (isNorth ? across : along), ORIGIN.lat + (isNorth ? along : across)] as const;
        });
        yield {
          properties: {
            FULLNAME: `${isNorth ? 'Kestrel' : 'Tarrow'} ${street} ${isNorth ? 'St' : 'Ave'}`,
            MTFCC,
          },
          geometry: { type: 'LineString', coordinates },
          tippecanoe: { minzoom },
        } as const;
      }
    }
  }
}

export const streetMap: Part = {
  name: 'street-map',
  title: 'A street map from centerlines',
  async run(context) {
    const { size, say } = context;
    const side = size === 'quick' ? QUICK_SIDE : SIDE;
    const lines = (2 * side ** 2).toLocaleString('en-US');
    const file = await kept(`centerlines-${side}@1.geojsonl`, (path) =>
      writeFeatures(path, centerlines(side)),
    );
    const { program, missing } = await findTippecanoe(context);
    const dataDir = join(scratch, 'street-map');
    const archive = join(scratch, 'street-map.pmtiles');
    const args = platbookCommand(['layers', 'add', file, '--as', 'roads', '--name', 'streets']);
    const costs = { ours: [] as Cost[], theirs: [] as Cost[] };
    try {
      for (let round = 0; round < (size === 'quick' ? 1 : 3); round++) {
        say(`${lines} lines, round ${round + 1}`);
        rmSync(dataDir, { recursive: true, force: true });
        costs.ours.push(await costOf({ program: process.execPath, args, env: { DATA_DIR: dataDir } }));
        if (program === undefined) continue;
        const theirs = tippecanoeArgs({ features: file, archive, zooms: ZOOMS, layer: 'roads' });
        costs.theirs.push(await costOf({ program, args: theirs }));
      }
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
      rmSync(archive, { force: true });
    }
    const figures = (['seconds', 'cpuSeconds', 'peakMegabytes'] as const).flatMap((key): Figure[] => {
      const [unit, what] = units[key];
      const ours = costs.ours.map((cost) => cost[key]);
      const theirs = costs.theirs.map((cost) => cost[key]);
      const peer = { name: `tippecanoe: ${lines} lines${what}`, unit, isPeer: true };
      if (missing !== undefined) {
        return [
          { ...peer, missing },
          { name: `${lines} lines${what}`, unit, value: median(ours) },
        ];
      }
      const ratio = medianRatio(ours, theirs);
      return [
        { ...peer, value: median(theirs) },
        { name: `${lines} lines${what}`, unit, value: median(ours), ratio, beside: 'tippecanoe' },
      ];
    });
    return {
      about:
        'Centerlines of a town of square blocks with their names and classes, as GeoJSON. Platbook (`layers add --as roads`) reads, checks and classifies them, draws zooms 6 to 15 in the schema of Protomaps, and publishes the layer. tippecanoe draws the same lines from the same zooms on, with the properties of the file. CPU time and peak memory of all processes.',
      figures,
      plots: [
        {
          name: 'street-map',
          title: 'A street map from centerlines: seconds, and CPU seconds',
          unit: 's',
          bars: barsOf(figures.filter(({ unit }) => unit !== 'MB')),
        },
      ],
    };
  },
};

const units = {
  seconds: ['s', ''],
  cpuSeconds: ['CPU-s', ', CPU'],
  peakMegabytes: ['MB', ', peak memory'],
} as const;
