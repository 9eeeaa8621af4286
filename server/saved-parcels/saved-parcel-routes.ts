// /api/saved-parcels: each user lists and changes only their own saved parcels, and always with a bearer token.
import type { FastifyInstance } from 'fastify';
import { messages } from '../../contract/messages.ts';
import {
  editNotesBody,
  type SavedParcelList,
  savedParcelListQuery,
  saveParcelBody,
} from '../../contract/saved-parcel.ts';
import { type AccountStore, SavedListFull, type SavedParcelsCursor } from '../../store/account-store.ts';
import type { ParcelStore } from '../../store/parcel-store.ts';
import { Failure } from '../failure.ts';
import { parseInput } from '../parse-input.ts';
import type { RequireSession } from '../require-session.ts';
import { createReadInTurn } from './read-in-turn.ts';

type Parts = {
  accounts: AccountStore;
  parcels: ParcelStore;
  requireBearer: RequireSession;
  now: () => number;
};
type WithId = { Params: { id: string } };

/** Throws a 404 for text that cannot be an id, without a look-up. */
function savedParcelId({ id }: WithId['Params']): string {
  if (!/^[\w-]{1,64}$/.test(id)) throw new Failure(404, messages.savedParcelNotFound);
  return id;
}

/** 403 and not 409, by which the browser knows that a parcel is saved already. */
function refuseIfFull(error: unknown): never {
  throw error instanceof SavedListFull ? new Failure(403, messages.savedListFull) : error;
}

function cursorText({ createdAtMs, id }: SavedParcelsCursor): string {
  return `${createdAtMs}_${id}`;
}

/** Throws a 400 for text that is not a cursor. */
function cursorOf({ after }: { after?: string | undefined }): SavedParcelsCursor | undefined {
  if (after === undefined) return undefined;
  const [, createdAtMs, id] = /^(\d{1,15})_([\w-]{1,64})$/.exec(after) ?? [];
  if (createdAtMs === undefined || id === undefined) throw new Failure(400, messages.badCursor);
  return { createdAtMs: Number(createdAtMs), id };
}

export function savedParcelRoutes(
  app: FastifyInstance,
  { accounts, parcels, requireBearer, now }: Parts,
): void {
  const readInTurn = createReadInTurn();

  app.get('/api/saved-parcels', async (request): Promise<SavedParcelList> => {
    const { userId } = await requireBearer(request);
    const after = cursorOf(parseInput(savedParcelListQuery, request.query));
    const { parcels: page, next } = await readInTurn(userId, () =>
      accounts.pageSavedParcels({ userId, after }),
    );
    return { parcels: page, ...(next && { next: cursorText(next) }) };
  });

  app.post('/api/saved-parcels', async (request, reply) => {
    const { userId } = await requireBearer(request);
    const parcel = parseInput(saveParcelBody, request.body);
    // Checked only when saving: saved parcels remain when a later import no longer has their PIN.
    if (!(await parcels.findByPin(parcel.parcel_pin))) throw new Failure(400, messages.parcelNotFound);
    const saved = await accounts.saveParcel({ userId, parcel, nowMs: now() }).catch(refuseIfFull);
    if (!saved) throw new Failure(409, messages.alreadySaved);
    return reply.code(201).send(saved);
  });

  app.put<WithId>('/api/saved-parcels/:id', async (request) => {
    const { userId } = await requireBearer(request);
    const id = savedParcelId(request.params);
    const { notes } = parseInput(editNotesBody, request.body);
    const saved = await accounts.editNotes({ userId, id, notes });
    if (!saved) throw new Failure(404, messages.savedParcelNotFound);
    return saved;
  });

  app.delete<WithId>('/api/saved-parcels/:id', async (request, reply) => {
    const { userId } = await requireBearer(request);
    const deleted = await accounts.deleteSavedParcel({ userId, id: savedParcelId(request.params) });
    if (!deleted) throw new Failure(404, messages.savedParcelNotFound);
    return reply.code(204).send();
  });
}
