// The session's entries in local storage, beside the client library's cookies.
import { keepText, keptText } from '../kept-in-browser.ts';
import type { SessionClient } from './session-client.ts';

const JWT_KEY = 'session_jwt';
const SIGNED_IN_KEY = 'is_logged_in';
const EMAIL_KEY = 'user_email';
/** The same token under both names. */
const TOKEN_KEYS = ['session_token', 'stytch_session_token'] as const;
const SIGN_IN_KEYS = [JWT_KEY, SIGNED_IN_KEY, EMAIL_KEY];

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch (error) {
    console.warn(`This browser could not store ${key}.`, error);
  }
}

function remove(keys: readonly string[]): void {
  for (const key of keys) keepText(key, undefined);
}

/** Without storage and cookies nobody can stay signed in. */
export function isStorageBlocked(): boolean {
  try {
    localStorage.getItem(JWT_KEY);
    return !navigator.cookieEnabled;
  } catch {
    return true;
  }
}

/** The address typed at login. */
export function storeEmail(email: string): void {
  write(EMAIL_KEY, email);
}

/** Whether this browser was signed in last time: a hint, before the provider has answered. */
export function wasSignedIn(): boolean {
  return keptText(SIGNED_IN_KEY) !== null;
}

/** The same with the cookie, which the client library reads, too: enough to load the map ahead. */
export function isProbablySignedIn(): boolean {
  return wasSignedIn() || hasCookie();
}

const hasCookie = () => document.cookie.includes(`${TOKEN_KEYS[0]}=`);

/** The user id in the stored JWT: known even while the provider is unreachable. Empty where there is none. */
export function storedUserId(): string {
  try {
    const [, claims = ''] = keptText(JWT_KEY)!.split('.');
    const { sub } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')));
    return typeof sub === 'string' ? sub : '';
  } catch {
    return '';
  }
}

/** Each is undefined where it is not stored. */
export type StoredTokens = { jwt: string | undefined; token: string | undefined };

/** The credentials of calls to the server. The JWT may have expired since the last refresh: send both. */
export function storedTokens(): StoredTokens {
  return { jwt: keptText(JWT_KEY) || undefined, token: keptText(TOKEN_KEYS[0]) || undefined };
}

/** Whether the entries are those of a session that this tab has seen. */
let hasStored = false;

/** For the page after a reload: whose session has ended. In the tab's own storage, so that others do not see it. */
const ENDED_KEY = 'session_ended';

function takeEndedMark(): string | undefined {
  try {
    const person = sessionStorage.getItem(ENDED_KEY) ?? undefined;
    sessionStorage.removeItem(ENDED_KEY);
    return person;
  } catch {
    return undefined;
  }
}

/** The entries stay when the browser deletes the cookies of an expired session. */
let lastPerson = wasSignedIn() ? storedUserId() : takeEndedMark();

/** Who was signed in here, in this tab or when it was opened: without a session now, it has ended. Undefined: nobody. */
export const personBefore = (): string | undefined => lastPerson;

export function storeSession({ session }: Pick<SessionClient, 'session'>): void {
  const { session: current, fromCache } = session.getInfo();
  const tokens = session.getTokens();
  if (current && tokens) {
    for (const key of TOKEN_KEYS) write(key, tokens.session_token);
    write(JWT_KEY, tokens.session_jwt);
    write(SIGNED_IN_KEY, 'true');
    hasStored = true;
    lastPerson = storedUserId();
  } else if (!fromCache && wasSignedIn() && (hasStored || !hasCookie())) {
    // Race: another tab may have signed in a moment ago, which this one's client does not know yet. Its entries stay.
    forgetSession();
  }
}

export function forgetSession(): void {
  hasStored = false;
  remove([...TOKEN_KEYS, ...SIGN_IN_KEYS]);
}

/**
 * After a sign-in link that failed. A session that was open before is still open, and writes its own entries again.
 * Other tabs see `session_jwt` removed and reload once; they find the same cookies, so they stay signed in.
 */
export function forgetSignIn(client: Pick<SessionClient, 'session'>): void {
  remove(SIGN_IN_KEYS);
  storeSession(client);
}

/** Mirrors the session into local storage, until the returned function is called. */
export function keepSessionStored(client: SessionClient): () => void {
  const store = () => storeSession(client);
  store();
  const stopListening = client.onStateChange(store);
  // The library reports no state change where a refresh renews only the tokens, so watch the cookies, too.
  const cookies = 'cookieStore' in window ? window.cookieStore : undefined;
  cookies?.addEventListener('change', store);
  return () => {
    stopListening();
    cookies?.removeEventListener('change', store);
  };
}

/** Once somebody has signed out, the next person must not land where they were. */
function reload({ forgetsPlace }: { forgetsPlace: boolean }): void {
  if (forgetsPlace) history.replaceState(history.state, '', location.pathname);
  try {
    sessionStorage.setItem(ENDED_KEY, lastPerson ?? '');
  } catch {
    // Then the login page says nothing.
  }
  location.reload();
}

/** Signing out in one tab signs out all tabs, until the returned function is called. */
export function reloadWhenSignedOutElsewhere(): () => void {
  const onStorage = ({ storageArea, key, newValue }: StorageEvent) => {
    // A null key means that all of the storage was cleared.
    const isRemoved = key === null || (key === JWT_KEY && newValue === null);
    // Race: a refresh may have written the entry again by now. The event counts, not the current value.
    if (storageArea === localStorage && isRemoved)
      reload({ forgetsPlace: storedTokens().token === undefined });
  };
  // A page in the back/forward cache gets no storage events: compare the user when it is shown again.
  let person = '';
  const onHide = () => {
    person = storedUserId();
  };
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted && storedUserId() !== person) reload({ forgetsPlace: true });
  };
  addEventListener('storage', onStorage);
  addEventListener('pagehide', onHide);
  addEventListener('pageshow', onShow);
  return () => {
    removeEventListener('storage', onStorage);
    removeEventListener('pagehide', onHide);
    removeEventListener('pageshow', onShow);
  };
}
