// A process that loads parcels into a data folder and prints its progress, to be killed by the test.
import { openSqliteStores } from '../../store/sqlite/open-sqlite-stores.ts';
import { syntheticParcels } from '../synthetic-parcels.ts';

const [, , dataDir, rows] = process.argv;
const { parcels } = await openSqliteStores({ dataDir: dataDir! });
await parcels.replaceAll({
  parcels: syntheticParcels({ columns: 20, rows: Number(rows) }),
  expectedCount: 20 * Number(rows),
  source: `${rows} rows`,
  kind: 'imported',
  onProgress: ({ stage, done, total }) =>
    process.stdout.write(`${stage} ${Math.floor((100 * done) / total)}\n`),
});
process.stdout.write('loaded\n');
