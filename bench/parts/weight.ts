// The bytes of tiles, beside tippecanoe's for the same features and properties: the same addresses, gzipped by both.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { makeTestCounty } from '../../scripts/make-test-county.mjs';
import type { ParcelStore } from '../../store/parcel-store.ts';
import { openSqliteParcels } from '../../store/sqlite/open-sqlite-stores.ts';
import { countyFeatures, importedFolder, writeFeatures } from '../inputs/synthetic-county.ts';
import { shuffledTiles } from '../inputs/tile-list.ts';
import { runProgram } from '../measure/processes.ts';
import { mean } from '../measure/statistics.ts';
import type { Part } from '../part.ts';
import type { Peer } from '../peers/programs.ts';
import { findTippecanoe, tippecanoeArgs } from '../peers/tippecanoe.ts';
import { barsOf, type Figure } from '../report/result.ts';
import { scratch } from '../scratch.ts';

const ZOOMS = [14, 15, 16];

/** The bytes of each tile that both have: tiles at the edge may be empty in one of them. */
async function bytesOfBoth({ store, archive, z }: { store: ParcelStore; archive: string; z: number }) {
  const db = new DatabaseSync(archive, { readOnly: true });
  const theirs = db.prepare(
    'SELECT length(tile_data) AS bytes FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?',
  );
  const both = { ours: [] as number[], theirs: [] as number[] };
  try {
    for (const tile of shuffledTiles(store.current()!.bounds, z)) {
      const own = (await store.storedTile(tile))?.gzip;
      // MBTiles count rows from the south.
      const row = theirs.get(tile.z, tile.x, 2 ** tile.z - 1 - tile.y) as { bytes: number } | undefined;
      if (!own || !row) continue;
      both.ours.push(own.length);
      both.theirs.push(row.bytes);
    }
  } finally {
    db.close();
  }
  return both;
}

type County = { name: string; folder: string; features(store: ParcelStore): Promise<string> };

async function measureCounty(county: County, { program, missing }: Peer): Promise<Figure[]> {
  const store = await openSqliteParcels({ dataDir: county.folder });
  const archive = join(scratch, 'weight.mbtiles');
  try {
    if (program !== undefined) {
      const features = await county.features(store);
      await runProgram({ program, args: tippecanoeArgs({ features, archive, zooms: [14, 16] }) });
    }
    const figures: Figure[] = [];
    for (const z of ZOOMS) {
      const name = `${county.name}, zoom ${z}`;
      const peer = { name: `tippecanoe: ${name}`, unit: 'kB', isPeer: true } as const;
      if (program === undefined) {
        figures.push({ ...peer, missing: missing! });
        continue;
      }
      const { ours, theirs } = await bytesOfBoth({ store, archive, z });
      figures.push(
        { ...peer, value: mean(theirs) / 1000 },
        {
          name,
          unit: 'kB',
          value: mean(ours) / 1000,
          ratio: mean(ours) / mean(theirs),
          beside: 'tippecanoe',
          goal: { of: 'ratio', atMost: 1 },
        },
      );
    }
    return figures;
  } finally {
    await store.close();
    rmSync(archive, { force: true });
  }
}

export const weight: Part = {
  name: 'weight',
  title: 'Weight of the tiles',
  async run(context) {
    const { size, say } = context;
    const tippecanoe = await findTippecanoe(context);
    const counties: County[] = [
      {
        name: 'demo county',
        folder: makeTestCounty(),
        features: async (store) => {
          const { parcels } = (await store.inBox({ bounds: store.current()!.bounds, limit: 1_000_000 }))!;
          const file = join(scratch, 'weight.geojsonl');
          await writeFeatures(file, parcels);
          return file;
        },
      },
    ];
    if (size !== 'quick') {
      counties.push({
        name: '100,000 lots',
        folder: await importedFolder(100_000),
        features: () => countyFeatures(100_000),
      });
    }
    const figures: Figure[] = [];
    for (const county of counties) {
      say(`tiles of the ${county.name}`);
      figures.push(...(await measureCounty(county, tippecanoe)));
    }
    return {
      about:
        'Mean bytes of the stored, gzipped tiles that both drew, of the same features with PIN, owner, address, city and acreage. Both have the same buffer around a tile. Platbook also marks the tile that holds a parcel’s label, and keeps the borders of neighbors alike; tippecanoe simplifies each parcel on its own, as it does by default. The demo county has lots as counties have them; the others are irregular quadrilaterals, dense as a city.',
      figures,
      plots: [{ name: 'weight', title: 'Mean bytes of a gzipped tile', unit: 'kB', bars: barsOf(figures) }],
    };
  },
};
