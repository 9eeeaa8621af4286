// HTTP caching of pictures that are drawn on demand: successful answers are cached, failures never.
import Fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { refusals } from '../../contract/messages.ts';
import { Failure, replyFailure } from '../failure.ts';
import { type PictureTiles, pictureTileRoute } from './map-tile-routes.ts';

function ask(tile: PictureTiles['tile'], headers: Record<string, string> = {}) {
  const app = Fastify();
  app.setErrorHandler(replyFailure);
  pictureTileRoute(app, {
    name: 'aerial',
    find: () => ({ version: 'one', zoomMin: 8, zoomMax: 18, tile }),
    clientOf: async ({ ip }) => ({ name: ip, isStranger: true }),
  });
  return app.inject({ url: '/maps/aerial/12/1128/1612.webp?v=one', headers });
}

const FOR_GOOD = 'public, max-age=31536000, immutable';

test('a picture at a versioned address is immutable, and so is an empty answer', async () => {
  const drawn = await ask(async () => Buffer.from('picture'));
  expect(drawn.statusCode).toBe(200);
  expect(drawn.headers).toMatchObject({ 'cache-control': FOR_GOOD, etag: expect.any(String) });
  const nothing = await ask(async () => undefined);
  expect(nothing.statusCode).toBe(204);
  expect(nothing.headers).toMatchObject({ 'cache-control': FOR_GOOD, etag: drawn.headers.etag });
});

test.each([
  [503, new Failure(503, refusals.serverFault)],
  [500, new Error('torn')],
])('a picture that fails is answered with %i, which no cache keeps', async (status, error) => {
  const answer = await ask(() => Promise.reject(error));
  expect(answer.statusCode).toBe(status);
  expect(answer.json()).toEqual({ message: refusals.serverFault });
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.headers.etag).toBeUndefined();
  expect(answer.headers['retry-after']).toBe(status === 503 ? '5' : undefined);
});

test('a picture is not drawn for a client that has it already', async () => {
  const { etag } = (await ask(async () => Buffer.from('picture'))).headers as { etag: string };
  const tile = vi.fn(async () => undefined);
  const answer = await ask(tile, { 'if-none-match': etag });
  expect(answer.statusCode).toBe(304);
  expect(answer.headers).toMatchObject({ 'cache-control': FOR_GOOD, etag });
  expect(tile).not.toHaveBeenCalled();
});

test('the source of pictures gets a signal that aborts with the request, and who asks', async () => {
  const tile = vi.fn<PictureTiles['tile']>(async (_address, { signal, client }) => {
    expect(signal.aborted).toBe(false);
    expect(await client()).toEqual({ name: '127.0.0.1', isStranger: true });
    return undefined;
  });
  expect((await ask(tile)).statusCode).toBe(204);
  expect(tile).toHaveBeenCalledWith(
    { z: 12, x: 1128, y: 1612 },
    {
      signal: expect.any(AbortSignal),
      client: expect.any(Function),
    },
  );
});
