// What may be kept of pictures that are drawn on demand: those that were, never a drawing that failed.
import Fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { messages } from '../../contract/messages.ts';
import { Failure, replyFailure } from '../failure.ts';
import { type PictureTiles, pictureTileRoute } from './picture-tile-route.ts';

function ask(tile: PictureTiles['tile'], headers: Record<string, string> = {}) {
  const app = Fastify();
  app.setErrorHandler(replyFailure);
  pictureTileRoute(app, { name: 'aerial', pictures: { version: 'one', zoomMin: 8, zoomMax: 18, tile } });
  return app.inject({ url: '/maps/aerial/12/1128/1612.webp?v=one', headers });
}

const FOR_GOOD = 'public, max-age=31536000, immutable';

test('a picture is kept for good by its version, and so is that there is nothing to see', async () => {
  const drawn = await ask(async () => Buffer.from('picture'));
  expect(drawn.statusCode).toBe(200);
  expect(drawn.headers).toMatchObject({ 'cache-control': FOR_GOOD, etag: expect.any(String) });
  const nothing = await ask(async () => undefined);
  expect(nothing.statusCode).toBe(204);
  expect(nothing.headers).toMatchObject({ 'cache-control': FOR_GOOD, etag: drawn.headers.etag });
});

test.each([
  [503, new Failure(503, messages.serverFault)],
  [500, new Error('torn')],
])('a picture that fails is answered with %i, and that is kept by nobody', async (status, error) => {
  const answer = await ask(() => Promise.reject(error));
  expect(answer.statusCode).toBe(status);
  expect(answer.json()).toEqual({ message: messages.serverFault });
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.headers.etag).toBeUndefined();
});

test('a picture is not drawn for one who has it', async () => {
  const { etag } = (await ask(async () => Buffer.from('picture'))).headers as { etag: string };
  const tile = vi.fn(async () => undefined);
  const answer = await ask(tile, { 'if-none-match': etag });
  expect(answer.statusCode).toBe(304);
  expect(answer.headers).toMatchObject({ 'cache-control': FOR_GOOD, etag });
  expect(tile).not.toHaveBeenCalled();
});

test('whoever draws is told when the asker leaves', async () => {
  const tile = vi.fn(async (_: unknown, asker?: AbortSignal) => {
    expect(asker?.aborted).toBe(false);
    return undefined;
  });
  expect((await ask(tile)).statusCode).toBe(204);
  expect(tile).toHaveBeenCalledWith({ z: 12, x: 1128, y: 1612 }, expect.any(AbortSignal));
});
