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
  /** What this version does not know is kept, and not told. */
  const known = (kept: string): Preferences => preferences.parse(JSON.parse(kept));

  app.get('/api/preferences', async (request): Promise<Preferences> => {
    const { userId } = await requireBearer(request);
    return known((await accounts.findPreferences(userId)) ?? '{}');
  });

  app.put('/api/preferences', async (request): Promise<Preferences> => {
    const { userId } = await requireBearer(request);
    const named = Object.entries(parseInput(preferences, request.body));
    const isNull = (name: string) => Object(request.body)[name] === null;
    // What is not named, or not known, stays: two browsers that choose different things both count. Null takes a choice back.
    const chosen = named
      .filter(([name, value]) => value !== undefined || isNull(name))
      .map(([name, value]) => [name, value ?? null]);
    return known(await accounts.keepPreferences({ userId, chosen: Object.fromEntries(chosen) }));
  });
}
