// Loads the page again, once its server answers: until then the browser would put an error page of its own in its place.
import { useState } from 'react';

/** A server that is away may not answer at all. */
const ANSWER_WITHIN_MS = 8000;

async function isServerThere(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const { ok } = await fetch('/config.json', { cache: 'no-store', signal });
    return ok;
  } catch {
    return false;
  }
}

type RefreshPageProps = {
  /** What comes by itself once the server is back; asked for at once too, because it may have been seen lately. */
  awaited?: { what: string; load: () => Promise<void> };
};

export function RefreshPage({ awaited }: RefreshPageProps) {
  const [state, setState] = useState<'idle' | 'asking' | 'away'>('idle');
  const refresh = async () => {
    if (state === 'asking') return;
    setState('asking');
    if (await isServerThere()) return location.reload();
    setState('away');
    await awaited?.load();
  };
  const [cause, end] = navigator.onLine
    ? ['The server does not answer.', 'as soon as it does']
    : ['You are offline.', 'once you are back'];
  return (
    <>
      <button type="button" aria-busy={state === 'asking'} onClick={refresh} className="button-accent mt-1">
        Refresh Page
      </button>
      <p role="status" className="text-sm text-ink-soft">
        {state === 'away' &&
          `${cause} This page stays${awaited ? `, and ${awaited.what} is loaded ${end}` : ''}.`}
      </p>
    </>
  );
}
