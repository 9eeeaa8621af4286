// The HTTP client for the server's own API. All calls share its headers, its timeout, and its error messages.
import { PARCEL_CALL_TIMEOUT_MS } from '../contract/limits.ts';
import { messages } from '../contract/messages.ts';
import { storedTokens } from './session/stored-session.ts';

/** The message can be shown to the user. */
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

const mostCalls = {
  needsToken: true,
  unreachable: messages.serverUnreachable,
  unauthorized: undefined,
  refused: ({ status }: Response) => `Request failed with status ${status}`,
};

/** The kinds of calls differ in whether they need a token, and in their fallback messages. */
const callKinds = {
  /** Sent without tokens, too: a server may open its parcels to everybody. */
  parcel: {
    needsToken: false,
    unreachable: messages.parcelLoadFailed,
    unauthorized: messages.authenticationRequired,
    /** A body that is not JSON comes from a proxy, not from our server: then the status text says more. */
    refused: ({ status, statusText }: Response, isJson: boolean) =>
      (!isJson && statusText) || `API error ${status}`,
  },
  /** As above, but what is missing is a list. */
  set: { ...mostCalls, needsToken: false, unauthorized: messages.authenticationRequired },
  'saved-parcel': mostCalls,
  drawing: mostCalls,
  account: mostCalls,
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
  if (!ok) throw refusal(call, response, text);
  // Only a change may be answered without a body.
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

function requestOf({ method = 'GET', body }: Call, signal: AbortSignal): RequestInit {
  const { jwt, token } = storedTokens();
  return {
    method,
    headers: {
      // Of a form, the browser says it.
      ...(!(body instanceof FormData) && { 'Content-Type': 'application/json' }),
      ...(jwt && { Authorization: `Bearer ${jwt}` }),
      ...(token && { 'X-Session-Token': token }),
    },
    credentials: 'include',
    signal,
    ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
  };
}

export type Download = {
  path: string;
  body: object | FormData;
  signal: AbortSignal;
  /** Awaited before the next one is read: a slow disk slows the server down, and memory does not fill. */
  onChunk: (chunk: Uint8Array<ArrayBuffer>) => Promise<void> | void;
};

/** For a file that arrives bit by bit. Rejects with CallFailure, or with the signal's reason. */
export async function downloadFromServer({ path, body, signal, onChunk }: Download) {
  signal.throwIfAborted();
  const call: Call = { kind: 'set', method: 'POST', path, body };
  try {
    const response = await fetch(path, requestOf(call, signal));
    if (!response.ok) throw refusal(call, response, await response.text());
    const reader = response.body!.getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read()) await onChunk(read.value);
    signal.throwIfAborted();
    return { fileName: fileNameIn(response.headers.get('Content-Disposition')) };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof CallFailure) throw error;
    // The server ends the connection where it fails after the first bytes.
    throw new CallFailure(messages.downloadBroken);
  }
}

/** Undefined where the server names none. */
function fileNameIn(disposition: string | null): string | undefined {
  return /filename="([^"]+)"/.exec(disposition ?? '')?.[1];
}

/** Requests that change nothing, and are not answered yet. */
const reading = new Set<AbortController>();

/** Before a log-out: the server would refuse what it answers afterwards. Changes go on. */
export function stopReading(): void {
  for (const request of reading) request.abort(new NotSignedIn());
}

async function send(call: Call) {
  const { kind, method = 'GET', path, signal } = call;
  if (callKinds[kind].needsToken && !storedTokens().jwt) throw new NotSignedIn();
  signal?.throwIfAborted();
  const aborting = new AbortController();
  const abort = () => aborting.abort(signal?.reason);
  signal?.addEventListener('abort', abort);
  // Cleared only after the body: a server may send its headers and then stall.
  const timer = setTimeout(
    () => aborting.abort(new CallFailure(messages.requestTimedOut)),
    PARCEL_CALL_TIMEOUT_MS,
  );
  // Sets are asked for with POST, too.
  if (method === 'GET' || kind === 'set') reading.add(aborting);
  try {
    const response = await fetch(path, requestOf(call, aborting.signal));
    return { response, text: await response.text() };
  } catch {
    aborting.signal.throwIfAborted();
    // Not the browser's own message: each browser has another one, and none is meant for users.
    throw new CallFailure(callKinds[kind].unreachable);
  } finally {
    reading.delete(aborting);
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

function refusal(call: Call, response: Response, text: string): CallFailure {
  const { status } = response;
  if (status === 401) for (const listener of unauthorizedListeners) listener();
  return new CallFailure(refusalMessage(call, response, text), status);
}

function refusalMessage({ kind }: Call, response: Response, text: string): string {
  const { unauthorized, refused } = callKinds[kind];
  if (response.status === 401 && unauthorized) return unauthorized;
  const answer = parseJson(text);
  const { message } = Object(answer?.json);
  return typeof message === 'string' && message ? message : refused(response, answer !== undefined);
}

/** Wrapped, because `null` is valid JSON. Undefined where the text is not JSON. */
function parseJson(text: string): { json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
