// One call to the server in the name of whoever is signed in.
import { PARCEL_CALL_TIMEOUT_MS } from '../../contract/limits.ts';
import { messages } from '../../contract/messages.ts';
import { storedTokens } from '../session/stored-session.ts';

/** Its message is meant to be read by a person. */
export class CallFailure extends Error {
  /** Undefined where no answer came. */
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

/** Nobody is: nothing was asked. */
export class NotSignedIn extends CallFailure {
  constructor() {
    super(messages.notSignedIn);
  }
}

type Call = { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: string; body?: object };

/** The answer as it came, undefined where it has no body. Throws CallFailure. */
export async function callSignedIn({ method, path, body }: Call): Promise<unknown> {
  const tokens = storedTokens();
  if (!tokens) throw new NotSignedIn();
  const { response, text } = await send(path, {
    method,
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${tokens.jwt}`,
      'X-Session-Token': tokens.token,
    },
    credentials: 'include',
    ...(body && { body: JSON.stringify(body) }),
  });
  const { ok, status } = response;
  if (!ok) throw new CallFailure(refusalWords(text) ?? `Request failed with status ${status}`, status);
  if (status === 204) return undefined;
  if (!text.trim()) throw new CallFailure(messages.emptyAnswer, status);
  try {
    return JSON.parse(text);
  } catch {
    throw new CallFailure(messages.answerNotJson, status);
  }
}

/** The time limit holds for the body too. */
async function send(path: string, request: RequestInit): Promise<{ response: Response; text: string }> {
  const signal = AbortSignal.timeout(PARCEL_CALL_TIMEOUT_MS);
  try {
    const response = await fetch(path, { ...request, signal });
    return { response, text: await response.text() };
  } catch {
    throw new CallFailure(signal.aborted ? messages.requestTimedOut : messages.serverUnreachable);
  }
}

function refusalWords(text: string): string | undefined {
  try {
    const { message } = Object(JSON.parse(text));
    return typeof message === 'string' && message ? message : undefined;
  } catch {
    // A proxy in between may answer with a page of its own.
    return undefined;
  }
}
