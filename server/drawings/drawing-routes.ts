// /api/drawings: each user reads and changes only their own drawings, and always with a bearer token.
import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  type DrawingChange,
  type DrawingCollection,
  type DrawingResult,
  deleteDrawingQuery,
  drawingChangesBody,
  drawingParams,
  putDrawingBody,
  type StoredDrawing,
  shownDrawing,
} from '../../contract/drawing.ts';
import { DRAWING_CHANGES_BYTES_MAX, DRAWING_CHARACTERS_MAX } from '../../contract/limits.ts';
import { messages, refusals } from '../../contract/messages.ts';
import type { AccountStore } from '../../store/account-store.ts';
import { Failure } from '../failure.ts';
import { parseInput } from '../parse-input.ts';
import { createReadInTurn } from '../read-in-turn.ts';
import type { RequireSession } from '../require-session.ts';

type Parts = { accounts: Pick<AccountStore, 'drawings'>; requireBearer: RequireSession; now: () => number };
type WithId = { Params: { id: string } };

export function drawingRoutes(app: FastifyInstance, { accounts, requireBearer, now }: Parts): void {
  const { drawings } = accounts;
  const readInTurn = createReadInTurn();

  app.get('/api/drawings', async (request): Promise<DrawingCollection> => {
    const { userId } = await requireBearer(request);
    const features = await readInTurn(userId, () => drawings.list(userId));
    return { type: 'FeatureCollection', features: features.map(shownDrawing) };
  });

  const withLargeBody = { bodyLimit: DRAWING_CHANGES_BYTES_MAX };

  /**
   * What this application's pages call. Many at once, because a file may bring thousands. Each is kept or refused alone, in
   * their order, and all may be sent again by a browser that has not heard the answer.
   */
  app.post('/api/drawings', withLargeBody, async (request) => {
    const { userId } = await requireBearer(request);
    const { writer, changes } = parseInput(drawingChangesBody, request.body);
    const results: DrawingResult[] = [];
    for (const one of changes) results.push({ id: one.id, ...(await change(userId, writer, one)) });
    return { results };
  });

  app.put<WithId>('/api/drawings/:id', withLargeBody, async (request, reply) => {
    const { userId } = await requireBearer(request);
    const { id } = parseInput(drawingParams, request.params);
    const { base, drawing } = parseInput(putDrawingBody, request.body);
    const result = await change(userId, randomUUID(), { id, base, drawing });
    if (result.outcome === 'stale') return answerStale(reply, result.current);
    if (result.outcome === 'full') throw new Failure(409, result.message);
    const kept = await drawings.find({ userId, id });
    if (!kept) throw new Failure(404, refusals.drawingNotFound);
    return shownDrawing(kept);
  });

  app.delete<WithId>('/api/drawings/:id', async (request, reply) => {
    const { userId } = await requireBearer(request);
    const { id } = parseInput(drawingParams, request.params);
    const { version } = parseInput(deleteDrawingQuery, request.query);
    const current = await drawings.find({ userId, id });
    if (!current) throw new Failure(404, refusals.drawingNotFound);
    const base = version ?? current.version;
    const result = await change(userId, randomUUID(), { id, base, drawing: null });
    return result.outcome === 'stale' ? answerStale(reply, result.current) : reply.code(204).send();
  });

  async function change(userId: string, writer: string, { id, base, drawing }: DrawingChange) {
    if (drawing && JSON.stringify(drawing).length > DRAWING_CHARACTERS_MAX) {
      return { outcome: 'full', message: refusals.drawingTooLarge } as const;
    }
    const result = await drawings.change({ userId, writer, id, base, drawing, nowMs: now() });
    return result.outcome === 'full' ? { ...result, message: messages.drawingsFull } : result;
  }
}

/** With the drawing as it is now, so that the client can put both together. */
function answerStale(reply: FastifyReply, current: StoredDrawing): FastifyReply {
  return reply.code(409).send({ message: refusals.drawingStale, drawing: shownDrawing(current) });
}
