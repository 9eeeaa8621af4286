// A process that opens the stores of a data folder and keeps them open until it is killed.
import { openSqliteStores } from '../../store/sqlite/open-sqlite-stores.ts';

await openSqliteStores({ dataDir: process.argv[2]! });
process.stdout.write('open\n');
