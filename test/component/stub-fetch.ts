// Answers in place of the server, until vi.unstubAllGlobals().
import { vi } from 'vitest';

type Answer = (path: string, init: RequestInit) => Response | Promise<Response>;

/** The sign-in clients of other files live on in the one page of all tests, and report events of their own: they get no answer. */
export function stubFetch(answer: Answer): void {
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) =>
    path.includes('/sdk/v1/') ? new Promise(() => {}) : answer(path, init),
  );
}
