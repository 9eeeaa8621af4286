// How the service worker answers: from the server, and where that gives no answer, from what it has kept.
import { KEPT_CACHE_PREFIX, KEPT_HEADER, KEPT_MARK } from '../kept-answers.ts';

/** A server that is slower than this counts as away, where there is a kept answer. */
export const PATIENCE_MS = 8000;

/** Other addresses than these are pages, and all of them are the same page: the browser's router takes over. */
const NOT_PAGES = /^\/(api|assets|sdk|v1|inbox|start)(\/|$)/;

/** What one looks at: settings, map, parcels and searches. Not lists that one changes, nor anything about signing in. */
export const KEPT_PATHS =
  /^\/(config\.json$|tiles\/|styles\/|maps\/|geocoding\/|api\/(parcels|parcel-fields|counties)(\/|$))/;
const ANSWER_BYTES_MAX = 2 * 1024 * 1024;
/** A tile has 30 KB on average, so these are about 100 MB. */
const KEPT_MAX = 3000;
/** Of the whole site, as the browser counts. Pictures from the air are larger than tiles. */
const SITE_BYTES_MAX = 300 * 1024 * 1024;
/** Trimming lists everything that is kept, so it is not done after each answer. */
const TRIM_EVERY = 100;

export type Answering = {
  caches: CacheStorage;
  fetch: (request: Request) => Promise<Response>;
  /** The cache of this version's built files. */
  appCache: string;
  /** Lets work go on after the answer. */
  waitUntil: (work: Promise<unknown>) => void;
  siteBytes: () => Promise<number>;
  keptMax?: number;
};

/** Undefined: the browser asks by itself, as it would without a service worker. */
export function answerRequest(request: Request, parts: Answering): Promise<Response> | undefined {
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return undefined;
  if (request.mode === 'navigate') return NOT_PAGES.test(pathname) ? undefined : answerPage(request, parts);
  if (pathname.startsWith('/assets/')) return answerAsset(request, parts);
  return KEPT_PATHS.test(pathname) ? answerOrKept(request, parts) : undefined;
}

/** Never from the cache while the server answers: the page names the files of its version. */
async function answerPage(request: Request, { caches, fetch, appCache }: Answering): Promise<Response> {
  const fromServer = fetch(request);
  const inTime = await soonEnough(fromServer);
  if (inTime && !isNoAnswer(inTime)) return inTime;
  const kept = await caches.match('/', { cacheName: appCache });
  return kept ?? fromServer;
}

/** Their names change with their content. */
async function answerAsset(request: Request, { caches, fetch, appCache }: Answering): Promise<Response> {
  return (await caches.match(request.url, { cacheName: appCache })) ?? fetch(request);
}

async function answerOrKept(request: Request, parts: Answering): Promise<Response> {
  const kept = await openKept(parts.caches);
  const fromServer = parts.fetch(request);
  if (!kept) return fromServer;
  const inTime = await soonEnough(fromServer);
  if (inTime && !isNoAnswer(inTime)) {
    if (inTime.status === 200) parts.waitUntil(keep(kept, { request, answer: inTime.clone(), ...parts }));
    return inTime;
  }
  // The tokens differ, the answer is the same.
  return (await kept.cache.match(request.url, { ignoreVary: true })) ?? fromServer;
}

/** Undefined where it failed, or takes too long. */
async function soonEnough(answer: Promise<Response>): Promise<Response | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, undefined);
  });
  const inTime = await Promise.race([answer.catch(() => undefined), patience]);
  clearTimeout(timer);
  return inTime;
}

/** From a proxy whose server is down. */
const isNoAnswer = ({ status }: Response): boolean => status >= 502 && status <= 504;

type KeptCache = { name: string; cache: Cache };

/** That of the person who is signed in; undefined where nobody is. */
async function openKept(caches: CacheStorage): Promise<KeptCache | undefined> {
  const name = (await caches.keys()).find((one) => one.startsWith(KEPT_CACHE_PREFIX));
  return name === undefined ? undefined : { name, cache: await caches.open(name) };
}

/** Kept since this worker was started. The browser ends it after half a minute without requests. */
let keptNow = 0;

type Keeping = Answering & { request: Request; answer: Response };

/** Once somebody has logged out, what is put into the removed cache is lost, as it should be. */
async function keep({ name, cache }: KeptCache, { request, answer, ...parts }: Keeping): Promise<void> {
  try {
    if (!(await cache.match(KEPT_MARK))) {
      await parts.caches.delete(name);
      return;
    }
    const body = await answer.arrayBuffer();
    if (body.byteLength > ANSWER_BYTES_MAX) return;
    const headers = new Headers(answer.headers);
    headers.set(KEPT_HEADER, new Date().toISOString());
    // The body has been decoded already.
    headers.delete('Content-Encoding');
    await cache.put(request.url, new Response(body, { headers }));
    if (keptNow++ % TRIM_EVERY === 0) await trim(cache, parts);
  } catch (error) {
    // The disk may be full. The answer itself has long been given.
    console.warn('An answer could not be kept.', error);
  }
}

/** A cache lists its answers in the order in which they were last put in. */
async function trim(cache: Cache, { siteBytes, keptMax = KEPT_MAX }: Answering): Promise<void> {
  const oldestFirst = (await cache.keys()).filter(({ url }) => new URL(url).pathname !== KEPT_MARK);
  const isTooLarge = (await siteBytes()) > SITE_BYTES_MAX;
  const tooMany = Math.max(oldestFirst.length - keptMax, isTooLarge ? Math.ceil(oldestFirst.length / 3) : 0);
  await Promise.all(oldestFirst.slice(0, tooMany).map((request) => cache.delete(request)));
}
