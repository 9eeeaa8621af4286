// With the browser's own caches.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetAnswers, isFromServer, keepAnswersFor } from '../kept-answers.ts';
import { type Answering, answerRequest, PATIENCE_MS } from './answer-request.ts';

const APP = 'app:test';
const away = () => Promise.reject(new TypeError('Failed to fetch'));

let later: Promise<unknown>[] = [];

function ask(
  path: string,
  fetch: Answering['fetch'],
  parts: Partial<Answering> & { init?: RequestInit } = {},
) {
  return answerRequest(new Request(path, parts.init), { ...answering(fetch), ...parts });
}

const answering = (fetch: Answering['fetch']): Answering => ({
  caches,
  fetch,
  appCache: APP,
  waitUntil: (work) => void later.push(work),
  siteBytes: async () => 0,
});

async function look(path: string, text: string): Promise<void> {
  await ask(path, async () => new Response(text));
  await Promise.all(later);
}

beforeEach(() => {
  later = [];
});
afterEach(async () => {
  vi.useRealTimers();
  await forgetAnswers();
  await caches.delete(APP);
});

test.each([
  '/tiles/14/1/2.pbf?v=1',
  '/config.json',
  '/maps/v4/streets/1/2/3.pbf',
  '/styles/v1/platbook/streets-v12',
  '/api/parcels/4631-1',
  '/api/parcels/search?q=oak',
  '/geocoding/v5/mapbox.places/oak.json',
])('[M18] what was looked at at %s is answered again while the server is away', async (path) => {
  await keepAnswersFor('ada');
  await look(path, 'as it was');
  const again = (await ask(path, away))!;
  expect(await again.text()).toBe('as it was');
  expect(isFromServer(again)).toBe(false);
});

test('while the server answers, nothing old is shown', async () => {
  await keepAnswersFor('ada');
  await look('/api/parcels/1', 'old');
  const answer = (await ask('/api/parcels/1', async () => new Response('new')))!;
  expect(await answer.text()).toBe('new');
  expect(isFromServer(answer)).toBe(true);
});

test.each([502, 503, 504])('a proxy that answers %i in place of the server is no answer', async (status) => {
  await keepAnswersFor('ada');
  await look('/tiles/1/0/0.pbf', 'tile');
  const answer = (await ask('/tiles/1/0/0.pbf', async () => new Response('', { status })))!;
  expect(await answer.text()).toBe('tile');
});

test.each([401, 404, 500])('a refusal with %i is passed on, and the kept answer stays', async (status) => {
  await keepAnswersFor('ada');
  await look('/api/parcels/1', 'parcel');
  expect((await ask('/api/parcels/1', async () => new Response('', { status })))!.status).toBe(status);
  expect(await (await ask('/api/parcels/1', away))!.text()).toBe('parcel');
});

test('a server that is too slow is not waited for where an answer is kept', async () => {
  await keepAnswersFor('ada');
  await look('/tiles/1/0/0.pbf', 'tile');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const hanging = vi.fn(() => new Promise<Response>(() => {}));
  const answer = ask('/tiles/1/0/0.pbf', hanging)!;
  await vi.waitFor(() => expect(hanging).toHaveBeenCalled());
  vi.advanceTimersByTime(PATIENCE_MS);
  expect(await (await answer).text()).toBe('tile');
});

test('a page that is not answered in time is the kept one', async () => {
  await (await caches.open(APP)).put('/', new Response('the page'));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const hanging = vi.fn(() => new Promise<Response>(() => {}));
  const request = new Request('/');
  const page = new Proxy(request, {
    get: (target, name) => (name === 'mode' ? 'navigate' : Reflect.get(target, name)),
  });
  const answer = answerRequest(page, answering(hanging))!;
  await vi.waitFor(() => expect(hanging).toHaveBeenCalled());
  vi.advanceTimersByTime(PATIENCE_MS);
  expect(await (await answer).text()).toBe('the page');
});

test('[A14] a request that the log-out overtakes leaves no cache behind', async () => {
  await keepAnswersFor('ada');
  const names = await caches.keys();
  const late = Object.assign(Object.create(caches), {
    keys: async () => names,
    open: (name: string) => caches.open(name),
    delete: (name: string) => caches.delete(name),
  });
  await forgetAnswers();
  await ask('/api/parcels/1', async () => new Response('parcel'), { caches: late });
  await Promise.all(later);
  expect((await caches.keys()).filter((name) => names.includes(name))).toEqual([]);
});

test('what was never looked at fails as it does without a service worker', async () => {
  await keepAnswersFor('ada');
  await expect(ask('/api/parcels/2', away)).rejects.toThrow('Failed to fetch');
});

test.each([
  '/api/saved-parcels',
  '/api/drawings',
  '/api/account',
  '/sdk/v1/sessions/authenticate',
  '/healthz',
])('%s is left to the browser', (path) => {
  expect(ask(path, away)).toBeUndefined();
});

test('a change is left to the browser', () => {
  expect(ask('/api/parcels', away, { init: { method: 'POST', body: '{}' } })).toBeUndefined();
});

test('[A14] after a log-out nothing is left, and what still arrives then is not kept', async () => {
  await keepAnswersFor('ada');
  await look('/api/parcels/1', 'parcel');
  let arrive = (_: Response) => {};
  const promise = new Promise<Response>((resolve) => {
    arrive = resolve;
  });
  const sent = vi.fn(() => promise);
  const underWay = ask('/api/parcels/2', sent)!;
  await vi.waitFor(() => expect(sent).toHaveBeenCalled());
  await forgetAnswers();
  arrive(new Response('late'));
  await underWay;
  await Promise.all(later);
  await expect(ask('/api/parcels/1', away)).rejects.toThrow();
  await look('/api/parcels/3', 'signed out');
  await keepAnswersFor('ada');
  for (const path of ['/api/parcels/1', '/api/parcels/2', '/api/parcels/3'])
    await expect(ask(path, away)).rejects.toThrow();
});

test('the next person finds nothing of the last one', async () => {
  await keepAnswersFor('ada');
  await look('/api/parcels/1', 'parcel');
  await keepAnswersFor('bob');
  await expect(ask('/api/parcels/1', away)).rejects.toThrow();
});

test('the oldest answers make room for new ones', async () => {
  await keepAnswersFor('ada');
  for (let one = 0; one < 230; one++) {
    await ask(`/tiles/1/0/${one}.pbf`, async () => new Response('tile'), { keptMax: 50 });
    await Promise.all(later);
  }
  const kept = await (await caches.open('lately:ada')).keys();
  expect(kept.length).toBeLessThan(50 + 100);
  expect(kept.at(-1)!.url).toMatch('/tiles/1/0/229.pbf');
  await expect(ask('/tiles/1/0/0.pbf', away)).rejects.toThrow();
});

test('a site that has grown too large gives up its oldest answers', async () => {
  await keepAnswersFor('ada');
  const huge = { siteBytes: async () => 2 ** 31 };
  for (let one = 0; one < 210; one++) {
    await ask(`/tiles/1/0/${one}.pbf`, async () => new Response('tile'), huge);
    await Promise.all(later);
  }
  expect((await (await caches.open('lately:ada')).keys()).length).toBeLessThan(150);
});

test('the built files come from the browser, whatever the server does', async () => {
  await (await caches.open(APP)).put('/assets/app-1.js', new Response('built'));
  expect(await (await ask('/assets/app-1.js', away))!.text()).toBe('built');
  expect(await (await ask('/assets/app-2.js', async () => new Response('other')))!.text()).toBe('other');
});
