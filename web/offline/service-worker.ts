// The service worker: the application, and what was looked at lately, without a connection. See docs/decisions/0097-offline.md.
import { answerRequest } from './answer-request.ts';

/** TypeScript's types for workers contradict those for pages; these are the parts used here. */
type Lifetime = Event & { waitUntil: (work: Promise<unknown>) => void };
type FetchEvent = Lifetime & { request: Request; respondWith: (answer: Promise<Response>) => void };
type Worker = {
  addEventListener(type: 'install' | 'activate', listener: (event: Lifetime) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  clients: { claim: () => Promise<void> };
};
const worker = self as unknown as Worker;

/** Filled in by the build (scripts/bundle-service-worker.mjs). */
declare const BUILT_FILES: readonly string[];
declare const BUILD_NAME: string;

const APP_CACHE_PREFIX = 'app:';
const appCache = APP_CACHE_PREFIX + BUILD_NAME;

worker.addEventListener('install', (event) => {
  event.waitUntil(caches.open(appCache).then((cache) => cache.addAll(['/', ...BUILT_FILES])));
});

// A new version waits until the pages of the old one are closed: those still need its files.
worker.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([removeOldVersions(), worker.clients.claim()]));
});

async function removeOldVersions(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(APP_CACHE_PREFIX) && name !== appCache);
  await Promise.all(old.map((name) => caches.delete(name)));
}

worker.addEventListener('fetch', (event) => {
  const answer = answerRequest(event.request, {
    caches,
    fetch: (request) => fetch(request),
    appCache,
    waitUntil: (work) => event.waitUntil(work),
    siteBytes: async () => (await navigator.storage.estimate()).usage ?? 0,
  });
  if (answer) event.respondWith(answer);
});
