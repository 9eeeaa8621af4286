// The sign-in provider for component tests: answers the client library's calls by a stubbed `fetch`, and records them.
import { vi } from 'vitest';

export type ProviderCall = {
  /** Without the query. */
  url: string;
  /** Below /sdk/v1. */
  path: string;
  method: string;
  body: Record<string, unknown> | undefined;
  authorization: string | null;
  credentials: RequestCredentials | undefined;
};
type Answer = () => Response | Promise<Response>;

export const publicToken = 'public-token-test-1';

export const sendPath = '/magic_links/email/login_or_create';

/** A successful answer in the provider's envelope. */
export const answerWith = (data: object): Answer => {
  return () => Response.json({ data });
};

export const refuseWith = (error_type: string, status = 401, error_message = 'No.'): Answer => {
  const error = {
    error_type,
    error_message,
    error_url: 'https://example.org/errors',
    request_id: 'r',
  };
  return () => Response.json({ status_code: status, ...error }, { status });
};

/** What `fetch` does without a network. */
export const breakConnection: Answer = () => Promise.reject(new TypeError('Failed to fetch'));

export const neverAnswer: Answer = () => new Promise(() => {});

export const signedInData = {
  session_token: 'token-1',
  session_jwt: 'a.b.c',
  session: { session_id: 'session-1', expires_at: new Date(Date.now() + 3_600_000).toISOString() },
  user: { user_id: 'user-1', emails: [{ email_id: 'e', email: 'ada@example.org', verified: true }] },
};

export const bootstrap = {
  captcha_settings: { enabled: false },
  pkce_required_for_email_magic_links: true,
  pkce_required_for_oauth: true,
  password_config: null,
  cname_domain: null,
};

/**
 * A call without an entry in `answers` fails like a network error. Change `answers` to answer later calls differently.
 * `fetch` stays stubbed for the whole page, because the library sends telemetry at intervals, also after the test.
 */
export function stubProvider(answers: Record<string, Answer> = {}) {
  const calls: ProviderCall[] = [];
  const all: Record<string, Answer> = {
    [`/projects/bootstrap/${publicToken}`]: answerWith(bootstrap),
    '/events': answerWith({}),
    ...answers,
  };
  vi.stubGlobal('fetch', (address: string, options: RequestInit = {}) => {
    const { origin, pathname } = new URL(address, location.origin);
    const path = pathname.replace('/sdk/v1', '');
    calls.push({
      url: origin + pathname,
      path,
      method: options.method ?? 'GET',
      body: typeof options.body === 'string' ? JSON.parse(options.body) : undefined,
      authorization: new Headers(options.headers).get('Authorization'),
      credentials: options.credentials,
    });
    return Promise.resolve((all[path] ?? breakConnection)());
  });
  return { calls, answers: all, callsTo: (path: string) => calls.filter((call) => call.path === path) };
}

/** Where clients would go to at the start of an OAuth sign-in: a real navigation would end the test. */
export function stubLeaving({ oauth }: { oauth: object }) {
  // The library has this method for tests. All clients share it.
  type Owner = { navigate(url: URL): void };
  let owner = oauth;
  while (!Object.hasOwn(owner, 'navigate')) owner = Object.getPrototypeOf(owner);
  return vi.spyOn(owner as Owner, 'navigate').mockReturnValue();
}

/** The cookies of an open session, as an earlier visit left them. */
export function storeSessionCookies(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the asynchronous Cookie Store API would have to be awaited
  document.cookie = 'session_token=token-0; path=/';
  // biome-ignore lint/suspicious/noDocumentCookie: as above
  document.cookie = 'session_jwt=a.b.c; path=/';
}

export function clearCookies(): void {
  for (const cookie of document.cookie.split('; ')) {
    // biome-ignore lint/suspicious/noDocumentCookie: the asynchronous Cookie Store API would have to be awaited
    document.cookie = `${cookie.split('=')[0]}=; Max-Age=0; path=/`;
  }
}
