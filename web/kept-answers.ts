// What the page has to say about the answers that its service worker keeps (web/offline/): whose they are, and whether one is old.
// They lie in one cache with the person's name. Without such a cache the service worker keeps nothing.

export const KEPT_CACHE_PREFIX = 'lately:';

/** In each such cache from its beginning: without it, a cache was made anew by a request that a log-out has overtaken. */
export const KEPT_MARK = '/kept-for-somebody';

/** On an answer that was kept, because the server gave none. */
export const KEPT_HEADER = 'Platbook-Kept';

/** False where an answer came from the service worker's cache. */
export const isFromServer = ({ headers }: Response): boolean => !headers.has(KEPT_HEADER);

/** From now on answers are kept for this person; those of anybody else are removed. */
export async function keepAnswersFor(person: string): Promise<void> {
  const own = KEPT_CACHE_PREFIX + person;
  await forgetAnswers((name) => name !== own);
  if (person === '') return;
  await ifPossible(async () => (await caches.open(own)).put(KEPT_MARK, new Response()));
}

/** When somebody has logged out, or was signed out. */
export function forgetAnswers(isForgotten: (cacheName: string) => boolean = () => true): Promise<void> {
  return ifPossible(async () => {
    const names = await caches.keys();
    const kept = names.filter((name) => name.startsWith(KEPT_CACHE_PREFIX));
    await Promise.all(kept.filter(isForgotten).map((name) => caches.delete(name)));
  });
}

/** There are no caches over plain http, and some browsers refuse them. Then nothing is kept either. */
async function ifPossible(run: () => Promise<unknown>): Promise<void> {
  if (!('caches' in globalThis)) return;
  try {
    await run();
  } catch (error) {
    console.warn('The answers kept for times without a connection could not be reached.', error);
  }
}
