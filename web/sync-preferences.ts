// Keeps the preferences and the person's account the same. A call that failed is made again when the server is back, or on the
// next visit.
import type { Preferences } from '../contract/preferences.ts';
import { type Call, CallFailure, callServer } from './call-server.ts';
import { keyOfPerson } from './kept-of-person.ts';
import { openPreferences, takeFromAccount, usePreferences } from './preferences.ts';
import { isTransient, type Repairs } from './repairs.ts';
import { storedUserId } from './session/stored-session.ts';

const REPAIR = 'preferences';

/** Until the returned function is called. Begins by asking the account. */
export function syncPreferences(repairs: Repairs): () => void {
  const person = storedUserId();
  let hasAsked = false;
  let isBusy = false;
  let isStopped = false;

  const exchange = async () => {
    // A response of before a log-out belongs to nobody who is here.
    const isOver = () => isStopped || storedUserId() !== person;
    if (isBusy || isOver()) return;
    isBusy = true;
    try {
      for (;;) {
        const sent = usePreferences.getState().unsent;
        const hasUnsent = Object.keys(sent).length > 0;
        if (!hasUnsent && hasAsked) break;
        const answer = await ask(hasUnsent ? { method: 'PUT', body: sent } : {});
        if (isOver()) break;
        hasAsked = true;
        takeFromAccount(answer, sent);
        usePreferences.setState({ isAway: false });
      }
    } catch (error) {
      if (isOver()) return;
      usePreferences.setState({ isAway: true });
      const status = error instanceof CallFailure ? error.status : undefined;
      console.warn('The preferences are kept in this browser only, for now.', error);
      if (isTransient(status)) repairs.needs(REPAIR, exchange);
    } finally {
      isBusy = false;
    }
  };
  const stopFollowing = usePreferences.subscribe(({ unsent }, previous) => {
    if (unsent !== previous.unsent) void exchange();
  });
  const followOtherTabs = ({ key }: StorageEvent) => {
    if (key === keyOfPerson('preferences', person)) openPreferences();
  };
  addEventListener('storage', followOtherTabs);
  void exchange();
  return () => {
    isStopped = true;
    repairs.drop(REPAIR);
    stopFollowing();
    removeEventListener('storage', followOtherTabs);
  };
}

/** The schema itself would load zod on a first visit; the server's tests check the answers against it. */
const ask = async (call: Omit<Call, 'kind' | 'path'> = {}): Promise<Preferences> => ({
  ...((await callServer({ kind: 'account', path: '/api/preferences', ...call })) as object),
});
