// /api/preferences: what a person has chosen in Settings, the same in every browser; always with a bearer token.
import type { FastifyInstance } from 'fastify';
import { type Preferences, preferences } from '../../contract/preferences.ts';
import type { AccountStore } from '../../store/account-store.ts';
import { parseInput } from '../parse-input.ts';
import type { RequireSession } from '../require-session.ts';

type Parts = {
  accounts: Pick<AccountStore, 'findPreferences' | 'keepPreferences'>;
  requireBearer: RequireSession;
};

export function preferenceRoutes(app: FastifyInstance, { accounts, requireBearer }: Parts): void {
  const kept = async (userId: string): Promise<Preferences> =>
    preferences.parse(JSON.parse((await accounts.findPreferences(userId)) ?? '{}'));

  app.get('/api/preferences', async (request): Promise<Preferences> => {
    const { userId } = await requireBearer(request);
    return kept(userId);
  });

  app.put('/api/preferences', async (request): Promise<Preferences> => {
    const { userId } = await requireBearer(request);
    const named = Object.entries(parseInput(preferences, request.body));
    const isNull = (name: string) => Object(request.body)[name] === null;
    // What is not named, or not known, stays: two browsers that choose different things both count. Null takes a choice back.
    const chosen = Object.fromEntries(named.filter(([name, value]) => value !== undefined || isNull(name)));
    const all = { ...(await kept(userId)), ...chosen };
    await accounts.keepPreferences({ userId, preferences: JSON.stringify(all) });
    return all;
  });
}
