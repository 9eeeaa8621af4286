// Loads the server's settings for this page (/config.json), with a retry; and again after an import.
import { useCallback, useEffect, useState } from 'react';
import { type ClientConfig, clientConfig } from '../contract/client-config.ts';

export type ConfigState =
  | { status: 'loading' }
  | { status: 'loaded'; config: ClientConfig }
  | { status: 'failed' };

async function fetchConfig(signal: AbortSignal): Promise<ClientConfig> {
  const response = await fetch('/config.json', { signal });
  if (!response.ok) throw new Error(`/config.json answered ${response.status}`);
  return clientConfig.parse(await response.json());
}

/** What an import changes is taken over while the page is open. Sign-in and maps provider stay until it is reloaded. */
function afterImport(
  config: ClientConfig,
  { parcelSource, parcelCredit, view, offers }: ClientConfig,
): ClientConfig {
  return { ...config, parcelSource, parcelCredit, view, offers };
}

export function useClientConfig(): { state: ConfigState; retry: () => void; refresh: () => void } {
  const [state, setState] = useState<ConfigState>({ status: 'loading' });
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt fetches again
  useEffect(() => {
    const abort = new AbortController();
    fetchConfig(abort.signal).then(
      (config) =>
        setState((last) => ({
          status: 'loaded',
          config: last.status === 'loaded' ? afterImport(last.config, config) : config,
        })),
      (error) => {
        if (abort.signal.aborted) return;
        console.warn('The settings could not be read.', error);
        setState((last) => (last.status === 'loaded' ? last : { status: 'failed' }));
      },
    );
    return () => abort.abort();
  }, [attempt]);

  const refresh = useCallback(() => setAttempt((last) => last + 1), []);
  const retry = useCallback(() => {
    setState({ status: 'loading' });
    refresh();
  }, [refresh]);
  return { state, retry, refresh };
}
