// /api/drawings: each user reads and changes only their own drawings, and always with a bearer token.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  type DrawingChange,
  type DrawingCollection,
  type DrawingResult,
  drawingChangesBody,
} from '../../contract/drawing.ts';
import { DRAWING_CHANGES_BYTES_MAX, DRAWING_CHARACTERS_MAX } from '../../contract/limits.ts';
import { messages } from '../../contract/messages.ts';
import type { AccountStore } from '../../store/account-store.ts';
import { parseInput } from '../parse-input.ts';
import { createReadInTurn } from '../read-in-turn.ts';
import type { RequireSession } from '../require-session.ts';

type Parts = { accounts: Pick<AccountStore, 'drawings'>; requireBearer: RequireSession; now: () => number };

export function drawingRoutes(app: FastifyInstance, { accounts, requireBearer, now }: Parts): void {
  const { drawings } = accounts;
  const readInTurn = createReadInTurn();

  app.get('/api/drawings', async (request): Promise<DrawingCollection> => {
    const { userId } = await requireBearer(request);
    return { type: 'FeatureCollection', features: await readInTurn(userId, () => drawings.list(userId)) };
  });

  const askers = new WeakMap<FastifyRequest, string>();
  // Before the body is read: strangers could keep the server busy with parsing megabytes.
  const onRequest = async (request: FastifyRequest) => {
    askers.set(request, (await requireBearer(request)).userId);
  };

  /**
   * Many at once, because a file may bring thousands. Each is kept or refused alone, in their order, and all may be sent
   * again by a browser that has not heard the answer.
   */
  app.post('/api/drawings', { bodyLimit: DRAWING_CHANGES_BYTES_MAX, onRequest }, async (request) => {
    const userId = askers.get(request)!;
    const { writer, changes } = parseInput(drawingChangesBody, request.body);
    const results: DrawingResult[] = [];
    for (const change of changes) results.push(await changed(change));
    return { results };

    async function changed({ id, base, drawing }: DrawingChange): Promise<DrawingResult> {
      if (drawing && JSON.stringify(drawing).length > DRAWING_CHARACTERS_MAX) {
        return { id, outcome: 'full', message: messages.drawingTooLarge };
      }
      const result = await drawings.change({ userId, writer, id, base, drawing, nowMs: now() });
      if (result.outcome === 'full') return { id, outcome: 'full', message: messages.drawingsFull };
      return { id, ...result };
    }
  });
}
