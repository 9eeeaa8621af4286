// /api/saved-parcels: each user lists and changes only their own saved parcels, and always with a bearer token.
import type { FastifyInstance } from 'fastify';
import { messages, refusals } from '../../contract/messages.ts';
import { lastingPin, splitQualifiedPin } from '../../contract/parcel-pin.ts';
import {
  editSavedParcelBody,
  type SavedParcel,
  type SavedParcelList,
  savedParcelListQuery,
  saveParcelBody,
} from '../../contract/saved-parcel.ts';
import { type AccountStore, SavedListFull, type SavedParcelsCursor } from '../../store/account-store.ts';
import type { ParcelStore } from '../../store/parcel-store.ts';
import { Failure } from '../failure.ts';
import { parseInput } from '../parse-input.ts';
import { createReadInTurn } from '../read-in-turn.ts';
import type { RequireSession } from '../require-session.ts';

type Parts = {
  accounts: AccountStore;
  parcels: ParcelStore;
  requireBearer: RequireSession;
  now: () => number;
};
type WithId = { Params: { id: string } };

/** Throws a 404 for text that cannot be an id, without a look-up. */
function savedParcelId({ id }: WithId['Params']): string {
  if (!/^[\w-]{1,64}$/.test(id)) throw new Failure(404, refusals.savedParcelNotFound);
  return id;
}

/** 403 and not 409, by which the browser knows that a parcel is saved already. */
function refuseIfFull(error: unknown): never {
  throw error instanceof SavedListFull ? new Failure(403, refusals.savedListFull) : error;
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

  /** Under the name that the parcel has now. That of a county that is not loaded finds nothing. */
  const named = (saved: SavedParcel): SavedParcel => {
    const lasting = splitQualifiedPin(saved.parcel_pin);
    const isBare = lasting !== undefined && lasting.source === parcels.current()?.bareSource;
    return isBare ? { ...saved, parcel_pin: lasting.pin } : saved;
  };

  app.get('/api/saved-parcels', async (request): Promise<SavedParcelList> => {
    const { userId } = await requireBearer(request);
    const after = cursorOf(parseInput(savedParcelListQuery, request.query));
    const { parcels: page, next } = await readInTurn(userId, () =>
      accounts.pageSavedParcels({ userId, after }),
    );
    return { parcels: page.map(named), ...(next && { next: cursorText(next) }) };
  });

  app.post('/api/saved-parcels', async (request, reply) => {
    const { userId } = await requireBearer(request);
    const parcel = parseInput(saveParcelBody, request.body);
    // Checked only when saving: saved parcels remain when a later import no longer has their PIN.
    const found = await parcels.findByPin(parcel.parcel_pin);
    if (!found) throw new Failure(400, messages.parcelNotFound);
    // With its county: the same PIN may be that of another one, once this one is no longer loaded.
    const parcel_pin = found.origin ? lastingPin({ pin: found.pin, source: found.origin.name }) : found.pin;
    const saved = await accounts
      .saveParcel({ userId, parcel: { ...parcel, parcel_pin }, nowMs: now() })
      .catch(refuseIfFull);
    if (!saved) throw new Failure(409, messages.alreadySaved);
    return reply.code(201).send(named(saved));
  });

  app.put<WithId>('/api/saved-parcels/:id', async (request) => {
    const { userId } = await requireBearer(request);
    const id = savedParcelId(request.params);
    const edit = parseInput(editSavedParcelBody, request.body);
    const saved = await accounts.editSavedParcel({ userId, id, edit });
    if (!saved) throw new Failure(404, refusals.savedParcelNotFound);
    return named(saved);
  });

  app.delete<WithId>('/api/saved-parcels/:id', async (request, reply) => {
    const { userId } = await requireBearer(request);
    const deleted = await accounts.deleteSavedParcel({ userId, id: savedParcelId(request.params) });
    if (!deleted) throw new Failure(404, refusals.savedParcelNotFound);
    return reply.code(204).send();
  });
}
