// Cutting an area out of an archive of tiles behind HTTP, beside reading the same bytes once and dropping them.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openPmtilesWriter } from '../../basemap/pmtiles-writer.ts';
import type { ByteRange } from '../../layers/archive-bytes.ts';
import { cutArchive, planCut } from '../../layers/cut-archive.ts';
import { sizeInWords } from '../../runtime/size-in-words.ts';
import { startRangeServer } from '../../test/range-server.ts';
import { median, medianRatio } from '../measure/statistics.ts';
import type { Part } from '../part.ts';
import { barsOf, type Figure } from '../report/result.ts';
import { scratch } from '../scratch.ts';

const WORLD = { west: -180, south: -85, east: 180, north: 85 };
const AREA = { west: -130, south: 10, east: -20, north: 60 };
const TILE_BYTES = 8192;
const REQUESTS_UNDER_WAY = 4;

async function makePlanet(zoomMax: number): Promise<string> {
  const path = join(scratch, `planet-${zoomMax}.pmtiles`);
  if (existsSync(path)) return path;
  const writer = await openPmtilesWriter({ path, type: 'webp' });
  for (let z = 0; z <= zoomMax; z++) {
    for (let x = 0; x < 2 ** z; x++) {
      for (let y = 0; y < 2 ** z; y++) {
        const start = createHash('sha256').update(`${z}/${x}/${y}`).digest();
        await writer.add({ address: { z, x, y }, bytes: Buffer.alloc(TILE_BYTES, start) });
      }
    }
  }
  await writer.finish({ bounds: WORLD, metadata: {} });
  return path;
}

async function readOnce(url: string, ranges: readonly ByteRange[]): Promise<void> {
  let next = 0;
  const readUntilDone = async () => {
    for (let range = ranges[next++]; range; range = ranges[next++]) {
      const { offset, length } = range;
      await (
        await fetch(url, { headers: { range: `bytes=${offset}-${offset + length - 1}` } })
      ).arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: REQUESTS_UNDER_WAY }, readUntilDone));
}

export const cutting: Part = {
  name: 'cutting',
  title: 'Cutting an archive',
  async run({ size }) {
    await mkdir(scratch, { recursive: true });
    const planet = await makePlanet(size === 'quick' ? 6 : 7);
    const folder = await mkdtemp(join(scratch, 'cutting-'));
    const server = await startRangeServer(planet);
    const cut = { source: server.url, bounds: [AREA], zoomMax: 15 };
    const times = { ours: [] as number[], theirs: [] as number[] };
    const timed = async (list: number[], run: () => Promise<unknown>) => {
      const start = performance.now();
      await run();
      list.push(performance.now() - start);
    };
    try {
      const { ranges, bytes, tiles } = await planCut(cut);
      for (let round = 0; round < (size === 'quick' ? 2 : 7); round++) {
        await timed(times.theirs, () => readOnce(server.url, ranges));
        await timed(times.ours, async () =>
          cutArchive(await planCut(cut), { path: join(folder, 'cut.pmtiles'), workFolder: folder }),
        );
      }
      const what = `${tiles.toLocaleString('en-US')} tiles, ${sizeInWords(bytes)}`;
      const figures: Figure[] = [
        { name: `Reading the bytes once: ${what}`, unit: 'ms', value: median(times.theirs), isPeer: true },
        {
          name: `Cutting out ${what}`,
          unit: 'ms',
          value: median(times.ours),
          ratio: medianRatio(times.ours, times.theirs),
          beside: 'reading once',
        },
      ];
      return {
        about:
          'An area of a planet of tiles, served by ranges on loopback. The cut reads the directories, fetches the tiles into a file, syncs it, and writes an archive of its own; the other side asks for the same ranges, four at a time, and drops what comes.',
        figures,
        plots: [{ name: 'cutting', title: 'Cutting an archive', unit: 'ms', bars: barsOf(figures) }],
      };
    } finally {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
};
