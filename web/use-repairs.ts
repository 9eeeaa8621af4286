// Follows imports on the server, notices when it or the network is back, and then repairs what had failed to load.
import { useEffect, useState } from 'react';
import { PARCEL_CALL_TIMEOUT_MS, PARCEL_CHECK_MS } from '../contract/limits.ts';
import { type MapState, useMapStore } from './map-store.ts';
import { reloadSelected } from './parcel/select-parcel.ts';
import { createRepairs, isTransient, type Repairs } from './repairs.ts';
import { repeatWhileVisible } from './repeat-while-visible.ts';
import type { RefreshConfig } from './use-client-config.ts';

export function useRepairs(refreshConfig: RefreshConfig): Repairs {
  const [repairs] = useState(createRepairs);
  useEffect(() => {
    const stopAsking = followServer(refreshConfig, repairs);
    // Settings that are older than the session name no overlays.
    const first = new AbortController();
    void refreshConfig(first.signal);
    return () => {
      first.abort();
      stopAsking();
      repairs.clear();
    };
  }, [refreshConfig, repairs]);
  useEffect(() => repairDetails(repairs), [repairs]);
  return repairs;
}

/** A restart takes a moment, and is no reason to say anything. */
const SILENCES_MAX = 1;

/** Until the returned function is called. */
export function followServer(refreshConfig: RefreshConfig, repairs: Repairs): () => void {
  let silences = 0;
  const ask = async (signal: AbortSignal) => {
    const hasAnswered = await refreshConfig(signal);
    if (hasAnswered && silences > 0) repairs.runNow();
    silences = hasAnswered ? 0 : silences + 1;
    useMapStore.setState({ connection: connectionAfter(silences) });
  };
  const stopAsking = repeatWhileVisible({
    task: ask,
    everyMs: PARCEL_CHECK_MS,
    timeoutMs: PARCEL_CALL_TIMEOUT_MS,
  });
  const stopped = new AbortController();
  const { signal } = stopped;
  addEventListener('online', repairs.runNow, { signal });
  // At once, so that the words and the map change together. A server on this machine answers all the same.
  for (const event of ['online', 'offline']) addEventListener(event, () => void ask(signal), { signal });
  // Opened without a connection, from what was kept: said at once, too.
  if (!navigator.onLine) void ask(signal);
  return () => {
    stopAsking();
    stopped.abort();
  };
}

function connectionAfter(silences: number): MapState['connection'] {
  if (silences === 0) return 'fine';
  if (!navigator.onLine) return 'offline';
  return silences > SILENCES_MAX ? 'server-away' : useMapStore.getState().connection;
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
