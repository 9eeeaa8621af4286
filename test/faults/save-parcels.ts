// A process that saves one parcel after another and prints each PIN, to be killed by the test.
import { openSqliteStores } from '../../store/sqlite/open-sqlite-stores.ts';

const [, , dataDir, round] = process.argv;
const { accounts } = await openSqliteStores({ dataDir: dataDir! });
const { userId } = await accounts.findOrCreateUser({ email: 'crash@example.com', nowMs: 1 });
for (let number = 0; ; number++) {
  const parcel = {
    parcel_pin: `${round}-${number}`,
    parcel_owner_name: 'Owner',
    parcel_address: 'Address',
    parcel_centroid_lat: null,
    parcel_centroid_lon: null,
    notes: null,
  };
  await accounts.saveParcel({ userId, parcel, nowMs: number });
  process.stdout.write(`${parcel.parcel_pin}\n`);
}
