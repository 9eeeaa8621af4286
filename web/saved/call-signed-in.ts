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

export const NOT_SIGNED_IN_STATUS = 401;

type Call = { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: string; body?: object };

/** The answer as it came, undefined where it has no body. Throws CallFailure. */
export async function callSignedIn({ method, path, body }: Call): Promise<unknown> {
  const tokens = storedTokens();
  if (!tokens) throw new CallFailure(messages.notSignedIn, NOT_SIGNED_IN_STATUS);
  const response = await send(path, {
    method,
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${tokens.jwt}`,
      'X-Session-Token': tokens.token,
    },
    credentials: 'include',
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw await failureOf(response);
  if (response.status === 204) return undefined;
  try {
    return await response.json();
  } catch {
    throw new CallFailure(messages.answerNotJson, response.status);
  }
}

async function send(path: string, request: RequestInit): Promise<Response> {
  const signal = AbortSignal.timeout(PARCEL_CALL_TIMEOUT_MS);
  try {
    return await fetch(path, { ...request, signal });
  } catch {
    throw new CallFailure(signal.aborted ? messages.requestTimedOut : messages.serverUnreachable);
  }
}

async function failureOf(response: Response): Promise<CallFailure> {
  // A proxy in between may answer with a page of its own.
  const answer: unknown = await response.json().catch(() => undefined);
  const { message } = Object(answer);
  const words = typeof message === 'string' && message ? message : requestFailed(response.status);
  return new CallFailure(words, response.status);
}

const requestFailed = (status: number) => `Request failed with status ${status}`;
