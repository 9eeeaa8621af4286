// Starts the service worker, once somebody uses the page: the first visit itself loads nothing for it.
import { KEPT_PATHS } from './answer-request.ts';

/** Plain http, and browsers that refuse storage, have none. A page from the sources (`npm run dev`) has nothing to keep. */
const canKeep = () => import.meta.env.PROD && 'serviceWorker' in navigator;

export async function startOffline(): Promise<void> {
  if (!canKeep()) return;
  try {
    const isFirst = navigator.serviceWorker.controller === null;
    await navigator.serviceWorker.register('/service-worker.js');
    if (isFirst) navigator.serviceWorker.addEventListener('controllerchange', keepLookedAt, { once: true });
  } catch (error) {
    console.warn('This browser keeps nothing for times without a connection.', error);
  }
}

/** What was loaded before the worker was there is asked for again through it, mostly from the browser's cache. */
function keepLookedAt(): void {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  const kept = loaded.filter(
    ({ origin, pathname }) => origin === location.origin && KEPT_PATHS.test(pathname),
  );
  for (const url of new Set(kept.map(String))) fetch(url).catch(() => {});
}
