// A small county far from the demo county, and a server on a data folder of its own that counties are imported into.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ringOfBounds } from '../../geo/bounds-of.ts';
import { finishPlatbook } from '../run-platbook.ts';
import { type RunningServer, startServer } from './running-server.ts';

/** In Iowa. */
export const CENTER = { lng: -93.62, lat: 41.6 };
const LOT_DEGREES = 0.004;
const SIDE = 5;

/** A square of 25 lots around the center. The one in the middle is a condominium of three owners. */
export function countyText({ north = 0 } = {}): string {
  const { lng } = CENTER;
  const lat = CENTER.lat + north;
  const lots = Array.from({ length: SIDE * SIDE }, (_, at) => at);
  const middle = (lots.length - 1) / 2;
  const rows = lots.flatMap((at) =>
    at === middle ? ['A', 'B', 'C'].map((unit) => ({ at, unit: `-${unit}` })) : [{ at, unit: '' }],
  );
  const features = rows.map(({ at, unit }) => {
    const west = lng + ((at % SIDE) - SIDE / 2) * LOT_DEGREES;
    const south = lat + (Math.floor(at / SIDE) - SIDE / 2) * LOT_DEGREES;
    const [east, north] = [west + LOT_DEGREES, south + LOT_DEGREES];
    return {
      type: 'Feature',
      properties: {
        PARCELID: `77-${100 + at}${unit}`,
        OWNER: `SETTLER ${100 + at}${unit}`,
        SITEADDRESS: `${100 + at} WALNUT ST`,
        ROOF: 'SLATE',
      },
      geometry: {
        type: 'Polygon',
        coordinates: [ringOfBounds({ west, south, east, north })],
      },
    };
  });
  return JSON.stringify({ type: 'FeatureCollection', features });
}

export type CountyServer = {
  url: string;
  platbook(...args: string[]): Promise<void>;
  importCounty(name: string, text: string, ...args: string[]): Promise<void>;
  stop(): Promise<void>;
};

/** With one county, polk. */
export async function startCountyServer(): Promise<CountyServer> {
  const folder = await mkdtemp(join(tmpdir(), 'platbook-e2e-county-'));
  const dataDir = join(folder, 'data');
  const platbook = async (...args: string[]) => {
    const { code, stderr } = await finishPlatbook(args, { DATA_DIR: dataDir });
    if (code !== 0) throw new Error(stderr);
  };
  const importCounty = async (name: string, text: string, ...args: string[]) => {
    const file = join(folder, `${name}.geojson`);
    await writeFile(file, text);
    await platbook('import', file, '--as', name, ...args);
  };
  await importCounty('polk', countyText(), '--title', 'Polk County, Iowa', '--date', '2026-06-03');
  const server: RunningServer = await startServer({ dataDir, access: 'signed-in' });
  const stop = async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { url: server.url, platbook, importCounty, stop };
}
