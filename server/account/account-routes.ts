// /api/account: people see where they are signed in, sign out elsewhere, take their data with them, and delete their
// account; always with a bearer token, and only their own.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Account, DELETE_WORD, deleteAccountBody, endSessionBody } from '../../contract/account.ts';
import { messages, refusals } from '../../contract/messages.ts';
import type { AccountStore, User } from '../../store/account-store.ts';
import { Failure } from '../failure.ts';
import { parseInput } from '../parse-input.ts';
import type { Person, RequireSession } from '../require-session.ts';
import { personExport, sessionForPerson } from './person-export.ts';

type Parts = {
  accounts: Pick<AccountStore, 'findUser' | 'people' | 'drawings' | 'findPreferences'>;
  requireBearer: RequireSession;
  now: () => number;
};

export function accountRoutes(app: FastifyInstance, { accounts, requireBearer, now }: Parts): void {
  const { people } = accounts;

  async function whoAsks(request: FastifyRequest): Promise<{ person: Person; user: User }> {
    const person = await requireBearer(request);
    const user = await accounts.findUser(person.userId);
    // Race: deleted since the session was looked up.
    if (!user) throw new Failure(401, messages.authenticationRequired);
    return { person, user };
  }

  /** Another provider's users have neither here. */
  const isOurs = ({ email, userId }: User) => email !== userId;

  app.get('/api/account', async (request): Promise<Account> => {
    const { person, user } = await whoAsks(request);
    const { userId, email } = user;
    const created_at = new Date(user.createdAtMs).toISOString();
    if (!isOurs(user)) return { address: null, created_at, sessions: null };
    const sessions = (await people.listSessions({ userId, nowMs: now() })).map((session) => ({
      ...sessionForPerson(session),
      current: session.sessionId === person.sessionId,
    }));
    sessions.sort((one, other) => Number(other.current) - Number(one.current));
    return { address: email, created_at, sessions };
  });

  app.delete<{ Params: { id: string } }>('/api/account/sessions/:id', async (request, reply) => {
    const { userId } = await requireBearer(request);
    const { id } = request.params;
    const isEnded = /^[\w-]{1,64}$/.test(id) && (await people.endSession({ userId, sessionId: id }));
    if (!isEnded) throw new Failure(404, refusals.sessionNotFound);
    return reply.code(204).send();
  });

  /** All but the one that asks. */
  app.delete('/api/account/sessions', async (request) => {
    const { userId, sessionId } = await requireBearer(request);
    return { ended: await people.endSessions({ userId, exceptSessionId: sessionId }) };
  });

  app.get('/api/account/export', async (request, reply) => {
    const { user } = await whoAsks(request);
    reply.header('Content-Disposition', 'attachment; filename="platbook-account.json"');
    reply.header('Cache-Control', 'no-store');
    return personExport({ accounts, user, nowMs: now() });
  });

  app.delete('/api/account', async (request, reply) => {
    const { user } = await whoAsks(request);
    const { confirm } = parseInput(deleteAccountBody, request.body);
    const expected = isOurs(user) ? user.email : DELETE_WORD;
    if (confirm.trim().toLowerCase() !== expected) throw new Failure(400, refusals.accountNotConfirmed);
    await people.remove(user);
    return reply.code(204).send();
  });
}

/**
 * A log-out that the server did not hear, tried again later. The browser keeps the hash of the token only, which ends the
 * session and opens nothing. The same answer whether there was such a session or not.
 */
export function endedSessionRoute(app: FastifyInstance, people: AccountStore['people']): void {
  app.post('/api/ended-sessions', async (request, reply) => {
    const { token_sha256 } = parseInput(endSessionBody, request.body);
    await people.endSessionByHash(token_sha256);
    return reply.code(204).send();
  });
}
