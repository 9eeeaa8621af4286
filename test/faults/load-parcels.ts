// A process that loads a source into a data folder and prints its progress, to be killed by the test.
import { openSqliteParcels } from '../../store/sqlite/open-sqlite-stores.ts';
import { syntheticParcels } from '../synthetic-parcels.ts';
import { testSource } from '../test-source.ts';

const [, , dataDir, rows] = process.argv;
const parcels = await openSqliteParcels({ dataDir: dataDir! });
await parcels.replaceSource({
  ...testSource,
  parcels: syntheticParcels({ columns: 20, rows: Number(rows) }),
  expectedCount: 20 * Number(rows),
  title: `${rows} rows`,
  onProgress: ({ stage, done, total }) =>
    process.stdout.write(`${stage} ${Math.floor((100 * done) / (total ?? 1))}\n`),
});
process.stdout.write('loaded\n');
