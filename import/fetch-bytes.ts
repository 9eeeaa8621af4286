// Fetches one small document or picture, bounded in bytes and in time. What is said of a failure names no address: it may
// hold a token.
import { OperatorError } from '../runtime/operator-error.ts';
import { Break, type RetryOptions, request, retryAfter, withRetries } from './download-request.ts';

export type Fetched =
  | { kind: 'found'; bytes: Buffer }
  /** The server says that there is nothing. */
  | { kind: 'missing' }
  /** `reason` continues a sentence: "… could not be fetched (the server answered 503)". */
  | { kind: 'failed'; reason: string; status?: number; retryAfterMs?: number | undefined };

type Options = {
  url: string;
  bytesMax: number;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
};

/** Rejects only when it is aborted. */
export async function fetchBytes({ url, bytesMax, timeoutMs, signal }: Options): Promise<Fetched> {
  signal?.throwIfAborted();
  const timeout = AbortSignal.timeout(timeoutMs);
  const either = signal ? AbortSignal.any([signal, timeout]) : timeout;
  try {
    const headers = { 'user-agent': 'Platbook' };
    const { response } = await request({ url, headers, signal: either, refusesPrivate: true });
    const { status } = response;
    if (status === 200) {
      const bytes = await bytesOf(response, bytesMax);
      if (bytes) return { kind: 'found', bytes };
      return { kind: 'failed', status, reason: `the answer has more than ${bytesMax / 1e6} MB` };
    }
    await response.body?.cancel();
    if (status === 204 || status === 404 || status === 410 || isMissingInBucket(response))
      return { kind: 'missing' };
    return {
      kind: 'failed',
      status,
      reason: `the server answered ${status}`,
      retryAfterMs: retryAfter(response),
    };
  } catch (error) {
    signal?.throwIfAborted();
    if (timeout.aborted) {
      return { kind: 'failed', reason: `no complete answer within ${Math.ceil(timeoutMs / 1000)} seconds` };
    }
    return { kind: 'failed', reason: reasonOf(error) };
  }
}

/** Tries again with back-off where that may help. */
export function fetchWithRetries(o: Options & RetryOptions): Promise<Fetched> {
  let last: Fetched | undefined;
  return withRetries({ ...o, giveUp: () => last! }, async () => {
    last = await fetchBytes(o);
    if (last.kind !== 'failed' || !mayPass(last)) return last;
    throw new Break(last.reason, last.retryAfterMs);
  });
}

const mayPass = ({ status }: { status?: number }) =>
  status === undefined || status >= 500 || status === 429 || status === 425 || status === 408;

/** S3 answers 403 for an object that does not exist, unless everybody may list its bucket. */
function isMissingInBucket({ status, headers }: Response): boolean {
  return status === 403 && headers.get('server') === 'AmazonS3';
}

/** Undefined if there are more. */
async function bytesOf(response: Response, bytesMax: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop cancels the rest.
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > bytesMax) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const REASONS: Record<string, string> = {
  ENOTFOUND: 'there is no such server',
  EAI_AGAIN: 'the name of the server cannot be looked up',
  ECONNREFUSED: 'the server does not accept connections',
  UND_ERR_SOCKET: 'the connection broke off',
  ECONNRESET: 'the connection broke off',
};

/** By the code alone: the message of an error may quote the address. */
function reasonOf(error: unknown): string {
  if (error instanceof OperatorError) return 'the server redirects to where it must not be followed';
  const { cause, code: own } = error as Error & { code?: string };
  const code = (cause as NodeJS.ErrnoException | undefined)?.code ?? own;
  return REASONS[code ?? ''] ?? (typeof code === 'string' ? code : 'the request failed');
}
