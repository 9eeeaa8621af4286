// What the page keeps of a session in local storage, beside the library's cookies.
import type { SessionClient } from './session-client.ts';

const JWT_KEY = 'session_jwt';
const SIGNED_IN_KEY = 'is_logged_in';
const EMAIL_KEY = 'user_email';
/** One token under two names. */
const TOKEN_KEYS = ['session_token', 'stytch_session_token'] as const;
const SIGN_IN_KEYS = [JWT_KEY, SIGNED_IN_KEY, EMAIL_KEY];

// A browser may refuse to keep anything, or have no room: then nobody is known, and the page still says so.
function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch (error) {
    console.warn(`This browser does not keep ${key}.`, error);
  }
}

function remove(keys: readonly string[]): void {
  try {
    for (const key of keys) localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}

/** Then nobody can stay signed in. */
export function keepsNothing(): boolean {
  try {
    localStorage.getItem(JWT_KEY);
    return !navigator.cookieEnabled;
  } catch {
    return true;
  }
}

/** The address somebody typed to sign in with. */
export function storeEmail(email: string): void {
  write(EMAIL_KEY, email);
}

/** Whether this browser was signed in when it last looked: a hint, before the provider has been asked. */
export function wasSignedIn(): boolean {
  return read(SIGNED_IN_KEY) !== null;
}

/** Whose session it was, as its JWT says: known even while the provider cannot be asked. */
export function storedPerson(): string {
  try {
    const [, claims = ''] = read(JWT_KEY)!.split('.');
    const { sub } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')));
    return typeof sub === 'string' ? sub : '';
  } catch {
    return '';
  }
}

export type StoredTokens = { jwt: string; token: string };

/** What calls to the server prove a session with. The JWT may have run out since the last refresh: send both. */
export function storedTokens(): StoredTokens | undefined {
  const jwt = read(JWT_KEY);
  const token = read(TOKEN_KEYS[0]);
  return jwt && token ? { jwt, token } : undefined;
}

export function storeSession({ session }: Pick<SessionClient, 'session'>): void {
  const { session: current, fromCache } = session.getInfo();
  const tokens = session.getTokens();
  if (current && tokens) {
    for (const key of TOKEN_KEYS) write(key, tokens.session_token);
    write(JWT_KEY, tokens.session_jwt);
    write(SIGNED_IN_KEY, 'true');
  } else if (!fromCache && wasSignedIn()) {
    forgetSession();
  }
}

export function forgetSession(): void {
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

/** Follows the session until the returned function is called. */
export function keepSessionStored(client: SessionClient): () => void {
  const store = () => storeSession(client);
  store();
  const stopListening = client.onStateChange(store);
  // A refresh renews the tokens without a word from the library where nothing else has changed.
  const cookies = 'cookieStore' in window ? window.cookieStore : undefined;
  cookies?.addEventListener('change', store);
  return () => {
    stopListening();
    cookies?.removeEventListener('change', store);
  };
}

/** A session that ends in one tab ends in all of them, until the returned function is called. */
export function reloadWhenSignedOutElsewhere(): () => void {
  const onStorage = ({ storageArea, key, newValue }: StorageEvent) => {
    // No key at all: everything was cleared.
    const isRemoved = key === null || (key === JWT_KEY && newValue === null);
    // Whatever is there now: a refresh that ended this very moment may have put it back.
    if (storageArea === localStorage && isRemoved) location.reload();
  };
  // A page that is kept while another one is looked at hears nothing meanwhile.
  let person = '';
  const onHide = () => {
    person = storedPerson();
  };
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted && storedPerson() !== person) location.reload();
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
