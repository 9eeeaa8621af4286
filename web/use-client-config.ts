// Loads the server's settings for this page (/config.json), with a retry; and again, to follow imports and removals.
import { startTransition, useCallback, useEffect, useState } from 'react';
import type { ClientConfig } from '../contract/client-config.ts';
import { PARCEL_CALL_TIMEOUT_MS, PARCEL_CHECK_MS } from '../contract/limits.ts';
import { isFromServer } from './kept-answers.ts';
import { repeatWhileVisible } from './repeat-while-visible.ts';

export type ConfigState =
  | { status: 'loading' }
  | { status: 'loaded'; config: ClientConfig }
  | { status: 'failed' };

/**
 * The schema itself would load zod, a fifth of the login page's code. It is enough to tell the answer of the server that
 * this page came from, which the server's tests check against the schema, from that of a proxy.
 */
function isClientConfig(answer: unknown): answer is ClientConfig {
  const parts: (keyof ClientConfig)[] = ['productName', 'layers', 'maps', 'auth'];
  return typeof answer === 'object' && answer !== null && parts.every((part) => part in answer);
}

/** `mayBeKept`: the page may begin with settings of before, where the server does not answer. */
async function fetchConfig(signal: AbortSignal, { mayBeKept = false } = {}): Promise<ClientConfig> {
  // A conditional request: a 304 is enough while nothing has changed.
  const response = await fetch('/config.json', { signal, cache: 'no-cache' });
  if (!mayBeKept && !isFromServer(response)) throw new Error('The server does not answer.');
  if (!response.ok) throw new Error(`/config.json answered ${response.status}`);
  const answer: unknown = await response.json();
  if (!isClientConfig(answer)) throw new Error('/config.json is not the settings of this application');
  return answer;
}

/** What an import changes is taken over while the page is open. Sign-in and maps provider stay until it is reloaded. */
function afterImport(last: ConfigState, next: ClientConfig): ConfigState {
  if (last.status !== 'loaded') return last;
  const { version, parcelSource, parcelCredit, parcelVersion, view, counties, layers } = next;
  const parcels = { parcelSource, parcelCredit, parcelVersion, view, counties, layers };
  const config = { ...last.config, version, ...parcels };
  // The same object: then nothing is rendered again.
  return JSON.stringify(config) === JSON.stringify(last.config) ? last : { status: 'loaded', config };
}

/** Quiet: a server that does not answer leaves the page as it is. Resolves to whether it answered. */
export type RefreshConfig = (signal: AbortSignal) => Promise<boolean>;

export function useClientConfig(): { state: ConfigState; retry: () => void; refresh: RefreshConfig } {
  const [state, setState] = useState<ConfigState>({ status: 'loading' });
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt fetches again
  useEffect(() => {
    const abort = new AbortController();
    fetchConfig(abort.signal, { mayBeKept: true }).then(
      // A transition: the first page is rendered in slices, and the browser stays responsive on a slow phone.
      (config) => startTransition(() => setState({ status: 'loaded', config })),
      (error) => {
        if (abort.signal.aborted) return;
        console.warn('The settings could not be read.', error);
        setState({ status: 'failed' });
      },
    );
    return () => abort.abort();
  }, [attempt]);

  // A server that was away when the page opened may come back while somebody waits for it.
  const hasFailed = state.status === 'failed';
  useEffect(() => {
    if (!hasFailed) return;
    const task = async (signal: AbortSignal) => {
      const config = await fetchConfig(signal).catch(() => undefined);
      if (config && !signal.aborted) setState({ status: 'loaded', config });
    };
    return repeatWhileVisible({ task, everyMs: PARCEL_CHECK_MS, timeoutMs: PARCEL_CALL_TIMEOUT_MS });
  }, [hasFailed]);

  const refresh = useCallback<RefreshConfig>(async (signal) => {
    const next = await fetchConfig(signal).catch(() => undefined);
    if (next && !signal.aborted) setState((last) => afterImport(last, next));
    return next !== undefined;
  }, []);
  const retry = useCallback(() => {
    setState({ status: 'loading' });
    setAttempt((last) => last + 1);
  }, []);
  return { state, retry, refresh };
}
