// Health checks. GET /healthz: the process runs. GET /readyz: accounts can be written, parcels and places can be read, and the
// disk has room; else 503 and what is wrong.
import { statfs } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { messages, refusals } from '../../contract/messages.ts';
import type { AccountStore } from '../../store/account-store.ts';
import type { ParcelStore } from '../../store/parcel-store.ts';
import type { PlaceStore } from '../../store/place-store.ts';
import { Failure } from '../failure.ts';
import type { EventLog } from './event-log.ts';
import { createReadiness } from './readiness.ts';

/** About what the database's log of changes takes before it is put away. A little may still be written with less. */
const DISK_ROOM_BYTES_MIN = 4 * 1024 * 1024;

type Parts = {
  parcels: Pick<ParcelStore, 'ping' | 'current' | 'findAt'>;
  accounts: Pick<AccountStore, 'ping'>;
  places: Pick<PlaceStore, 'ping'>;
  dataDir: string;
  log: EventLog;
};

export function healthRoutes(app: FastifyInstance, { parcels, accounts, places, dataDir, log }: Parts): void {
  app.get('/healthz', async () => ({ status: 'ok' }));

  const findFailed = createReadiness({
    log,
    checks: [
      { message: refusals.accountsNotWritable, run: () => accounts.ping() },
      { message: refusals.parcelsNotReadable, run: () => readParcels(parcels) },
      { message: refusals.placesNotReadable, run: () => places.ping() },
      { message: refusals.diskHasNoRoom, run: () => requireRoom(dataDir) },
    ],
  });

  app.get('/readyz', async () => {
    const set = parcels.current();
    const failed = [...(await findFailed()), ...(set ? [] : [messages.noParcelsYet])];
    if (!set || failed.length > 0) throw new Failure(503, failed.join(' '));
    return { status: 'ok', parcels: set.count };
  });
}

async function readParcels(parcels: Parts['parcels']): Promise<void> {
  await parcels.ping();
  const set = parcels.current();
  if (set) await parcels.findAt(set.center);
}

async function requireRoom(folder: string): Promise<void> {
  // Where it cannot be asked for, the other checks tell.
  const disk = await statfs(folder).catch(() => undefined);
  if (disk && disk.bavail * disk.bsize < DISK_ROOM_BYTES_MIN) {
    throw new Error(`The disk has ${disk.bavail * disk.bsize} bytes left.`);
  }
}
