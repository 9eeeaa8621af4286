// The HTTP client for the server's own API. All calls share its headers, its timeout, and how a failure becomes words.
import { PARCEL_CALL_TIMEOUT_MS } from '../contract/limits.ts';
import { messages } from '../contract/messages.ts';
import { storedTokens } from './session/stored-session.ts';

/** The message is written for people. */
export class CallFailure extends Error {
  /** The HTTP status. Undefined where no answer came. */
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

/** No bearer token is stored, so nothing was sent. */
export class NotSignedIn extends CallFailure {
  constructor() {
    super(messages.notSignedIn);
  }
}

/** What differs between the two kinds of calls: who may make them, and the words of last resort. */
const callKinds = {
  /** May be open to everybody, so it is sent without tokens, too. */
  parcel: {
    needsToken: false,
    unreachable: messages.parcelLoadFailed,
    unauthorized: messages.authenticationRequired,
    /** The status text only where the body is no JSON: then a proxy answered, and its status line is all it says. */
    refused: ({ status, statusText }: Response, isJson: boolean) =>
      (!isJson && statusText) || `API error ${status}`,
  },
  'saved-parcel': {
    needsToken: true,
    unreachable: messages.serverUnreachable,
    unauthorized: undefined,
    refused: ({ status }: Response) => `Request failed with status ${status}`,
  },
};

export type Call = {
  kind: keyof typeof callKinds;
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: object;
  /** Aborts the request. The call then rejects with the signal's reason instead of a CallFailure. */
  signal?: AbortSignal;
};

/** Resolves to the parsed JSON, or to undefined for a 204. Rejects with CallFailure. */
export async function callServer(call: Call): Promise<unknown> {
  const { response, text } = await send(call);
  const { ok, status } = response;
  if (status === 401) for (const listener of unauthorizedListeners) listener();
  if (!ok) throw new CallFailure(refusalWords(call, response, text), status);
  // A change may be answered without a body; a question may not.
  if (status === 204 && call.method && call.method !== 'GET') return undefined;
  if (!text.trim()) throw new CallFailure(messages.emptyAnswer, status);
  const answer = parseJson(text);
  if (!answer) throw new CallFailure(messages.answerNotJson, status);
  return answer.json;
}

const unauthorizedListeners = new Set<() => void>();

/** `listener` runs after every 401, whatever was asked for, until the returned function is called. */
export function onUnauthorized(listener: () => void): () => void {
  unauthorizedListeners.add(listener);
  return () => void unauthorizedListeners.delete(listener);
}

async function send({ kind, method = 'GET', path, body, signal }: Call) {
  const { jwt, token } = storedTokens();
  if (callKinds[kind].needsToken && !jwt) throw new NotSignedIn();
  signal?.throwIfAborted();
  const aborting = new AbortController();
  const abort = () => aborting.abort();
  signal?.addEventListener('abort', abort);
  // Cleared only after the body: a server may send its headers and then stall.
  const timer = setTimeout(abort, PARCEL_CALL_TIMEOUT_MS);
  try {
    const response = await fetch(path, {
      method,
      headers: {
        'Content-Type': 'application/json',
        ...(jwt && { Authorization: `Bearer ${jwt}` }),
        ...(token && { 'X-Session-Token': token }),
      },
      credentials: 'include',
      signal: aborting.signal,
      ...(body && { body: JSON.stringify(body) }),
    });
    return { response, text: await response.text() };
  } catch {
    signal?.throwIfAborted();
    const isTimeout = aborting.signal.aborted;
    // The browser's own words for a server out of reach differ from browser to browser and are not for people.
    throw new CallFailure(isTimeout ? messages.requestTimedOut : callKinds[kind].unreachable);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

function refusalWords({ kind }: Call, response: Response, text: string): string {
  const { unauthorized, refused } = callKinds[kind];
  if (response.status === 401 && unauthorized) return unauthorized;
  const answer = parseJson(text);
  const { message } = Object(answer?.json);
  return typeof message === 'string' && message ? message : refused(response, answer !== undefined);
}

/** Wrapped, because `null` is valid JSON. Undefined where the text is no JSON. */
function parseJson(text: string): { json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
