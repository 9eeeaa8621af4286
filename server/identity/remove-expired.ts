// Now and then, what has long expired leaves the store.
import type { FastifyInstance } from 'fastify';
import type { AccountStore } from '../../store/account-store.ts';
import type { SigningKeys } from './signing-keys.ts';

const HOUR_MS = 60 * 60 * 1000;
/** A clock that ran ahead for a while has ended nothing for good. */
const KEPT_AFTER_EXPIRY_MS = 24 * HOUR_MS;

type Parts = { accounts: AccountStore; keys: SigningKeys; now: () => number };

export function removeExpiredNowAndThen(app: FastifyInstance, { accounts, keys, now }: Parts): void {
  async function remove(): Promise<void> {
    try {
      await accounts.removeExpired({ beforeMs: now() - KEPT_AFTER_EXPIRY_MS });
      await keys.removeOld();
    } catch (error) {
      // Nothing is wrong by what is left over: the next round takes it.
      app.log.warn({ err: error });
    }
  }

  const timer = setInterval(remove, HOUR_MS).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
