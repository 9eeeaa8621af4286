// Whether all drawings of a person are on the account, and a last try to bring them there before the browser forgets them.
import { changedIds } from './drawing-history.ts';
import { unsentIds } from './drawing-sync.ts';
import { drawingsKey, loadDrawings, mergeOtherTabs, useDrawings } from './drawings-store.ts';
import { loadSync } from './kept-sync.ts';

/** Somebody is waiting for it. */
const SAVE_TIMEOUT_MS = 5000;

export function hasUnsentDrawings(person: string): boolean {
  const key = drawingsKey(person);
  mergeOtherTabs();
  const { key: opened, history } = useDrawings.getState();
  const stored = loadDrawings(key);
  // Too large for the browser's storage: they are in this page alone.
  if (opened === key && changedIds(stored, history.present).length > 0) return true;
  const sync = loadSync(key);
  return sync ? unsentIds({ drawings: stored, sync }).length > 0 : stored.length > 0;
}

/** False where some could not be saved. */
export async function saveDrawings(person: string): Promise<boolean> {
  if (!hasUnsentDrawings(person)) return true;
  try {
    const { sendDrawings } = await import('./sync-drawings.ts');
    await sendDrawings(person, AbortSignal.timeout(SAVE_TIMEOUT_MS));
    return !hasUnsentDrawings(person);
  } catch {
    return false;
  }
}
