// /api/saved-parcels: each user lists and changes only their own saved parcels, and always with a bearer token.
import type { FastifyInstance } from 'fastify';
import { messages } from '../../contract/messages.ts';
import { editNotesBody, saveParcelBody } from '../../contract/saved-parcel.ts';
import type { AccountStore } from '../../store/account-store.ts';
import type { ParcelStore } from '../../store/parcel-store.ts';
import { Failure } from '../failure.ts';
import { parseInput } from '../parse-input.ts';
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
  if (!/^[\w-]{1,64}$/.test(id)) throw new Failure(404, messages.savedParcelNotFound);
  return id;
}

export function savedParcelRoutes(
  app: FastifyInstance,
  { accounts, parcels, requireBearer, now }: Parts,
): void {
  app.get('/api/saved-parcels', async (request) => {
    const { userId } = await requireBearer(request);
    return { parcels: await accounts.listSavedParcels(userId) };
  });

  app.post('/api/saved-parcels', async (request, reply) => {
    const { userId } = await requireBearer(request);
    const parcel = parseInput(saveParcelBody, request.body);
    // Checked only when saving: saved parcels remain when a later import no longer has their PIN.
    if (!(await parcels.findByPin(parcel.parcel_pin))) throw new Failure(400, messages.parcelNotFound);
    const saved = await accounts.saveParcel({ userId, parcel, nowMs: now() });
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
