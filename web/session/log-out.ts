// Ends the session, whatever the provider says about it.
import type { SessionClient } from './session-client.ts';
import { forgetSession } from './stored-session.ts';
import { within } from './within.ts';

/** Nobody who wants to leave should be kept by a server that is silent. */
const REVOKE_WAIT_MS = 5000;

/** Ends at /login: the pages leave by themselves once the session is gone. */
export async function logOut({ session }: Pick<SessionClient, 'session'>): Promise<void> {
  try {
    await within(REVOKE_WAIT_MS, session.revoke({ forceClear: true }));
  } catch (error) {
    console.warn('The session could not be revoked with the provider; it is forgotten here.', error);
  }
  forgetSession();
  if (session.getSync()) leaveByForce();
}

/** The library forgets a session only when it has an answer. Without its cookies the next page starts signed out. */
function leaveByForce(): void {
  for (const name of ['session_token', 'session_jwt']) {
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not everywhere yet, and answers too late
    document.cookie = `${name}=; Max-Age=0; path=/`;
  }
  location.replace('/login');
}
