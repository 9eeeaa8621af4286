// Loads the page again, once its server answers: until then the browser would put an error page of its own in its place.
import { useState } from 'react';
import { reloadSelected } from './select-parcel.ts';

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

export function RefreshPage() {
  const [state, setState] = useState<'idle' | 'asking' | 'away'>('idle');
  const refresh = async () => {
    if (state === 'asking') return;
    setState('asking');
    if (await isServerThere()) return location.reload();
    setState('away');
    // At least the parcel, which may have been seen lately.
    await reloadSelected();
  };
  return (
    <>
      <button type="button" aria-busy={state === 'asking'} onClick={refresh} className="button-accent mt-1">
        Refresh Page
      </button>
      <p role="status" className="text-sm text-ink-soft">
        {state === 'away' &&
          (navigator.onLine
            ? 'The server does not answer. This page stays, and the parcel is loaded as soon as it does.'
            : 'You are offline. This page stays, and the parcel is loaded once you are back.')}
      </p>
    </>
  );
}
