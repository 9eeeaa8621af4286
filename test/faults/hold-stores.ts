// A process that holds the stores of a data folder open until it is killed.
import { openSqliteStores } from '../../store/sqlite/open-sqlite-stores.ts';

await openSqliteStores({ dataDir: process.argv[2]! });
process.stdout.write('open\n');
