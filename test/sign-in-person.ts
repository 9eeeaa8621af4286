// Signs a new person in without mail. Returns the session token.
import { createHash, randomUUID } from 'node:crypto';
import { SESSION_MINUTES } from '../contract/limits.ts';
import type { AccountStore } from '../store/account-store.ts';

export async function signInPerson(accounts: AccountStore, nowMs: number): Promise<string> {
  const { userId } = await accounts.findOrCreateUser({ email: `${randomUUID()}@example.org`, nowMs });
  const token = randomUUID();
  await accounts.addSession({
    sessionId: randomUUID(),
    userId,
    kind: 'magic_links',
    tokenHash: createHash('sha256').update(token).digest('hex'),
    startedAtMs: nowMs,
    lastAccessedAtMs: nowMs,
    expiresAtMs: nowMs + SESSION_MINUTES * 60_000,
  });
  return token;
}
