// Follows imports on the server, notices when it or the network is back, and then repairs what had failed to load.
import { useEffect, useState } from 'react';
import { PARCEL_CALL_TIMEOUT_MS, PARCEL_CHECK_MS } from '../contract/limits.ts';
import { useMapStore } from './map-store.ts';
import { reloadSelected } from './parcel/select-parcel.ts';
import { createRepairs, isTransient, type Repairs } from './repairs.ts';
import { repeatWhileVisible } from './repeat-while-visible.ts';
import type { RefreshConfig } from './use-client-config.ts';

export function useRepairs(refreshConfig: RefreshConfig): Repairs {
  const [repairs] = useState(createRepairs);
  useEffect(() => {
    let isAway = false;
    const stopAsking = repeatWhileVisible({
      task: async (signal) => {
        const hasAnswered = await refreshConfig(signal);
        if (hasAnswered && isAway) repairs.runNow();
        isAway = !hasAnswered;
      },
      everyMs: PARCEL_CHECK_MS,
      timeoutMs: PARCEL_CALL_TIMEOUT_MS,
    });
    // Settings that are older than the session name no overlays.
    const first = new AbortController();
    void refreshConfig(first.signal);
    addEventListener('online', repairs.runNow);
    return () => {
      first.abort();
      stopAsking();
      removeEventListener('online', repairs.runNow);
      repairs.clear();
    };
  }, [refreshConfig, repairs]);
  useEffect(() => repairDetails(repairs), [repairs]);
  return repairs;
}

/** Until the returned function is called. */
export function repairDetails(repairs: Repairs): () => void {
  const key = 'details';
  const follow = () => {
    const { selection } = useMapStore.getState();
    if (selection.status === 'error' && isTransient(selection.httpStatus)) {
      repairs.needs(key, async () => {
        await reloadSelected();
        // Where it failed again, nothing has changed.
        if (useMapStore.getState().selection === selection) follow();
      });
    } else if (selection.status === 'loaded' && !selection.geometry) {
      // Its fetch may still be under way, and some parcels have none.
      repairs.needsOnceBack(key, reloadSelected);
    } else {
      repairs.drop(key);
    }
  };
  return useMapStore.subscribe(({ selection }, previous) => {
    if (selection !== previous.selection) follow();
  });
}
