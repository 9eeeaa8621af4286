// Keeps what this version leaves in a data folder, for the tests of the versions after it: npx tsx test/releases/keep-release.ts, at
// a release (CONTRIBUTING.md). A county of twelve parcels, and a person who saved two of them.
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../../cli/commands.ts';
import { VERSION } from '../../runtime/version.ts';
import { openSqliteStores } from '../../store/sqlite/open-sqlite-stores.ts';
import { countyText, rowsOf } from '../county-text.ts';

/** The test puts its own folder in the place of this path. */
const SOURCES = '/tmp/platbook-release';

const dataDir = await mkdtemp(join(tmpdir(), 'platbook-release-'));
await mkdir(SOURCES, { recursive: true });
const file = join(SOURCES, 'orange.geojson');
await writeFile(file, countyText(rowsOf('OAK', 12)));
await runCommand(['import', file, '--as', 'orange', '--title', 'Orange County'], { DATA_DIR: dataDir });
const { parcels, accounts } = await openSqliteStores({ dataDir });
const nowMs = Date.now();
const { userId } = await accounts.findOrCreateUser({ email: 'ada@example.org', nowMs });
// Who never signed in is deleted after a day.
await accounts.markEmailVerified(userId);
for (const { pin } of await parcels.search({ text: 'OAK', limit: 2 })) {
  const parcel = {
    parcel_pin: pin,
    parcel_owner_name: 'OAK',
    parcel_address: '',
    parcel_centroid_lat: 41.6,
    parcel_centroid_lon: -93.6,
    notes: `note on ${pin}`,
  };
  await accounts.saveParcel({ userId, parcel, nowMs });
}
await Promise.all([parcels.close(), accounts.close()]);
for (const name of ['imports', 'audit.jsonl', 'audit.lock', 'accounts.reserve']) {
  await rm(join(dataDir, name), { recursive: true, force: true });
}
execFileSync('tar', ['czf', join(import.meta.dirname, `${VERSION}.tgz`), '-C', dataDir, '.']);
await rm(dataDir, { recursive: true });
await rm(SOURCES, { recursive: true });
