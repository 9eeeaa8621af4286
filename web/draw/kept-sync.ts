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

export function keepSync(key: string, sync: SyncRecord | undefined): void {
  keepText(syncKey(key), sync && JSON.stringify(sync));
}

export function markUnsent(key: string, ids: readonly string[]): void {
  const sync = loadSync(key);
  if (sync) keepSync(key, { ...sync, unsent: [...new Set([...sync.unsent, ...ids])] });
}
