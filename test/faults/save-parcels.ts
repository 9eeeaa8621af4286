// A process that saves parcels, several at a time, and prints each PIN once it is acknowledged, to be killed by the test.
import { openStoresAt } from './open-stores-at.ts';

const AT_ONCE = 8;

const [, , where, round] = process.argv;
const { accounts } = await openStoresAt(where!);
const { userId } = await accounts.findOrCreateUser({ email: `crash-${round}@example.com`, nowMs: 1 });
let number = 0;

async function saveOnAndOn(): Promise<void> {
  for (;;) {
    const parcel = {
      parcel_pin: `${round}-${number++}`,
      parcel_owner_name: 'Owner',
      parcel_address: 'Address',
      parcel_centroid_lat: null,
      parcel_centroid_lon: null,
      notes: null,
    };
    try {
      await accounts.saveParcel({ userId, parcel, nowMs: number });
    } catch {
      // A connection that the database has ended; the next call opens another one.
      continue;
    }
    process.stdout.write(`${parcel.parcel_pin}\n`);
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, saveOnAndOn));
