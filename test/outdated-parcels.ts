// Parcels as a version of Platbook before folders of formats has left them in a data folder: what its manifest tells of them.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OlderSet } from '../store/parcel-store.ts';

type Outdated = {
  dataDir: string;
  title: string;
  kind: 'demo' | 'imported';
  version?: string;
  /** Where it was imported from. */
  source?: string;
  count?: number;
};

export async function writeOutdatedParcels({
  dataDir,
  title,
  kind,
  version = '1600000000000',
  source,
  count = 1,
}: Outdated): Promise<OlderSet> {
  const older = {
    name: kind === 'demo' ? 'demo' : 'harrow',
    title,
    attribution: null,
    kind,
    loadedAt: '2020-09-13T12:26:40.000Z',
    dataDate: null,
    count,
    recipe: source === undefined ? null : JSON.stringify({ source }),
    hasBarePins: true,
  };
  const place = {
    version,
    bounds: { west: -81, south: 35, east: -80, north: 36 },
    center: { lng: -80.5, lat: 35.5 },
  };
  await mkdir(dataDir, { recursive: true });
  const manifest = { format: 5, version, sharedTiles: null, sources: [{ ...older, ...place }] };
  await writeFile(join(dataDir, 'parcels.json'), JSON.stringify(manifest));
  for (const end of ['db', 'tiles', 'columns'])
    await writeFile(join(dataDir, `parcels-${older.name}-${version}.${end}`), end);
  return { format: 5, version, source: title, kind, sources: [older] };
}
