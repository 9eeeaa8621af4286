// Health checks. GET /healthz: the process runs. GET /readyz: both stores answer and parcels are loaded.
import type { FastifyInstance } from 'fastify';
import { messages } from '../../contract/messages.ts';
import type { AccountStore } from '../../store/account-store.ts';
import type { ParcelStore } from '../../store/parcel-store.ts';
import { Failure } from '../failure.ts';

/** Load balancers want a quick no, not a wait. */
const READY_TIMEOUT_MS = 2000;

type Parts = { parcels: ParcelStore; accounts: AccountStore };

export function healthRoutes(app: FastifyInstance, { parcels, accounts }: Parts): void {
  app.get('/healthz', async () => ({ status: 'ok' }));

  app.get('/readyz', { handlerTimeout: READY_TIMEOUT_MS }, async () => {
    await Promise.all([parcels.ping(), accounts.ping()]);
    const set = parcels.current();
    if (!set) throw new Failure(503, messages.noParcelsYet);
    return { status: 'ok', parcels: set.count };
  });
}
