// A process that opens stores, migrating them where needed, and holds them open until it is killed.
import { openStoresAt } from './open-stores-at.ts';

process.stdout.write('opening\n');
await openStoresAt(process.argv[2]!);
process.stdout.write('open\n');
setInterval(() => {}, 60_000);
