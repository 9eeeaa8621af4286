// Loads the server's settings for this page (/config.json), with a retry.
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

export function useClientConfig(): { state: ConfigState; retry: () => void } {
  const [state, setState] = useState<ConfigState>({ status: 'loading' });
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt fetches again
  useEffect(() => {
    const abort = new AbortController();
    fetchConfig(abort.signal).then(
      (config) => setState({ status: 'loaded', config }),
      (error) => {
        if (abort.signal.aborted) return;
        console.warn('The settings could not be read.', error);
        setState({ status: 'failed' });
      },
    );
    return () => abort.abort();
  }, [attempt]);

  const retry = useCallback(() => {
    setState({ status: 'loading' });
    setAttempt((last) => last + 1);
  }, []);
  return { state, retry };
}
