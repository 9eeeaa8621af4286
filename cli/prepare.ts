// platbook prepare: makes what a server cannot start without (the demo county if no parcels are loaded, maps, places), and ends.
import type { Command } from './command.ts';
import { STOPPED } from './exit-codes.ts';
import { findOutdated } from './older-version.ts';
import { openStores } from './open-parts.ts';
import { prepareBeforeStart } from './prepare-before-start.ts';
import { StoppedBySignal } from './stop-server.ts';

export const prepare: Command = {
  run: async ({ config, runGuarded }) => {
    const outdated = await findOutdated(config);
    if (outdated && outdated.kind !== 'demo') {
      const { upgradeBeforeStart } = await import('./upgrade.ts');
      const code = await upgradeBeforeStart({ config, runGuarded });
      if (code !== undefined) return code;
    }
    const stores = await openStores(config);
    try {
      await prepareBeforeStart(config, stores);
      return undefined;
    } catch (error) {
      if (error instanceof StoppedBySignal) return STOPPED;
      throw error;
    } finally {
      await stores.close();
    }
  },
};
