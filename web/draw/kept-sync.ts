// What the browser keeps beside its copy of a person's drawings, to bring it together with the account.
import { keepText, keptJson } from '../kept-in-browser.ts';

export type SyncRecord = {
  /** The name of this browser in its changes. */
  writer: string;
  /** The version on the account of each drawing, as this browser last knew it. */
  versions: Readonly<Record<string, number>>;
  /** Drawings that were changed or deleted here since. */
  unsent: readonly string[];
};

/** `key` is that of the drawings. */
const syncKey = (key: string) => `${key}:sync`;

/** Undefined in a browser that has not tried to reach the account yet. */
export function loadSync(key: string): SyncRecord | undefined {
  const { writer, versions, unsent } = Object(keptJson(syncKey(key)));
  const isRecord = typeof writer === 'string' && Array.isArray(unsent) && typeof versions === 'object';
  return isRecord ? { writer, versions, unsent } : undefined;
}

/** False where it could not be kept: the record from before is still there. */
export function keepSync(key: string, sync: SyncRecord | undefined): boolean {
  return keepText(syncKey(key), sync && JSON.stringify(sync));
}

/** Undefined where there is no record: then all counts as unsent. */
export function markedUnsent(key: string, ids: readonly string[]): SyncRecord | undefined {
  const sync = loadSync(key);
  return sync && { ...sync, unsent: [...new Set([...sync.unsent, ...ids])] };
}
