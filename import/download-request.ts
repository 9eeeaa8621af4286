// One request for a download: its redirects, what the server's answer means, and when to try again.
import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorError } from '../runtime/operator-error.ts';
import { isPrivateHost } from '../runtime/private-address.ts';
import { cutText } from './fields/clean-text.ts';
import { NothingThere } from './nothing-there.ts';
import { shownAddress } from './shown-address.ts';

export const MAX_REDIRECTS = 10;
const RETRY_AFTER_MAX_MS = 600_000;
/** Failures in a row without a byte in between. */
const MAX_TRIES = 6;
const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 60_000;
/** Without an answer, or without a byte, for so long: the connection counts as lost. */
const SILENCE_MS = 60_000;

/** A failure that another try may fix. */
export class Break extends Error {
  readonly retryAfterMs: number | undefined;

  constructor(message: string, retryAfterMs?: number) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

/** Follows redirects by hand: one from https to http would be read and changed by anybody on the way. */
export async function request(o: {
  url: string;
  headers: Record<string, string>;
  signal: AbortSignal;
  /** Refuses to be sent from the host that was named to one inside a private network. */
  refusesPrivate?: boolean;
}): Promise<{ response: Response; finalUrl: string }> {
  const { url, headers, signal, refusesPrivate = false } = o;
  const shown = shownAddress(url);
  let current = url;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const response = await fetch(current, { headers, redirect: 'manual', signal });
    const location = redirectOf(response);
    if (location === null) return { response, finalUrl: current };
    await response.body?.cancel();
    current = nextAddress({ url: shown, current, location });
    const { hostname } = new URL(current);
    if (refusesPrivate && hostname !== new URL(url).hostname && (await isPrivateHost(hostname))) {
      throw new OperatorError(`${shown} leads to ${hostname}, which is inside a private network.`);
    }
  }
  throw new OperatorError(
    `${shown} leads from one address to the next without end: open it in a browser, and copy the address of the file.`,
  );
}

/** Null for an answer that is not a redirect. */
export function redirectOf({ status, headers }: Response): string | null {
  return [301, 302, 303, 307, 308].includes(status) ? headers.get('location') : null;
}

/** Throws for one that is not safe to follow. */
export function nextAddress({
  url,
  current,
  location,
}: {
  url: string;
  current: string;
  location: string;
}): string {
  const next = URL.canParse(location, current) ? new URL(location, current) : undefined;
  if (next?.protocol === 'https:' || (next?.protocol === 'http:' && current.startsWith('http:'))) {
    return next.href;
  }
  if (next?.protocol === 'http:') {
    throw new OperatorError(
      `${url} leads from https to ${next.protocol}//${next.host}, which is not safe: download the file yourself if you trust it, and import it from disk.`,
    );
  }
  // As JSON, in which control characters are visible.
  throw new OperatorError(
    `${url} leads to ${JSON.stringify(cutText(location, 100))}, which is not an http or https address: open it in a browser, and copy the address of the file.`,
  );
}

/** Failures of a request that are the same the next time, by the code or the words that Node.js gives them. */
const LASTING: readonly [RegExp, string][] = [
  [
    /^Z_DATA_ERROR$|^ERR_(?:_ERROR_FORMAT|BROTLI|ZSTD)|^ZSTD_error_prefix/,
    'says that the file is compressed on its way, and it is not: download it with another program such as curl, and import it from disk',
  ],
  [
    /^CERT_|^ERR_TLS_CERT|SELF_SIGNED|^UNABLE_TO_(?:GET_ISSUER|VERIFY)/,
    'has a certificate that cannot be trusted: open it in a browser, download the file if you trust it, and import it from disk',
  ],
  [/^ERR_SSL_|^EPROTO$/, 'does not speak https: check the address, also its port'],
  [
    /^HTTPParserError$|^UND_ERR_HEADERS_OVERFLOW$/,
    'does not answer as a web server does: check the address, also its port',
  ],
  [/^bad port$/, 'has a port that is not for web servers: check the address'],
  [
    /includes credentials/,
    'has a name or a password in it, which is not supported: download the file in a browser, and import it from disk',
  ],
];

/** Throws an OperatorError for a failure that no other try can fix. */
function refuseLasting(error: unknown, url: string): void {
  const { message, cause } = error as Error;
  const facts = [
    message,
    (cause as Error | undefined)?.name,
    (cause as Error | undefined)?.message,
    (cause as NodeJS.ErrnoException | undefined)?.code,
  ];
  const words = LASTING.find(([pattern]) =>
    facts.some((fact) => fact !== undefined && pattern.test(fact)),
  )?.[1];
  if (words !== undefined) throw new OperatorError(`${url} ${words}.`, { cause: error });
}

/** Throws a Break where another try may help, and an OperatorError where none can. `url` is for messages. */
export function checkAnswer(response: Response, url: string): void {
  checkStatus(response, url);
  checkContent(response, url);
}

function checkStatus(response: Response, url: string): void {
  const { status } = response;
  if (status === 200 || status === 206) return;
  void response.body?.cancel();
  if (status === 429 || status === 425 || status === 408 || status >= 500)
    throw new Break(`the server answered ${status}`, retryAfter(response));
  if (status === 404 || status === 410) {
    throw new NothingThere(`There is nothing at ${url} (the server answered ${status}): check the address.`);
  }
  if (status === 401 || status === 403) {
    throw new OperatorError(
      `${url} may not be downloaded without signing in (the server answered ${status}): download it in a browser, and import it from disk.`,
    );
  }
  throw new OperatorError(`${url} cannot be downloaded (the server answered ${status}): check the address.`);
}

export function retryAfter(response: Response): number | undefined {
  const milliseconds = waitOfRetryAfter(response.headers.get('retry-after'), Date.now());
  // A server that asks for an hour is asked again after ten minutes.
  return milliseconds === undefined ? undefined : Math.min(milliseconds, RETRY_AFTER_MAX_MS);
}

/** Seconds, or a date. */
export function waitOfRetryAfter(header: string | null, nowMs: number): number | undefined {
  if (header === null || header.trim() === '') return undefined;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - nowMs;
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

/** Portals answer with a page where a sign-in, a consent or a deleted file is the matter, and call it 200. */
function checkContent(response: Response, url: string): void {
  const type = response.headers.get('content-type') ?? '';
  if (!/^\s*(?:text\/html|application\/xhtml)/i.test(type)) return;
  void response.body?.cancel();
  throw webPage(url);
}

export function webPage(url: string): OperatorError {
  return new OperatorError(
    `${url} answers with a web page instead of a file: open it in a browser, and copy the address of the download itself.`,
  );
}

export function startsAt(response: Response, position: number): boolean {
  const [, start] = /^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '') ?? [];
  return start !== undefined && Number(start) === position;
}

export type RetryOptions = {
  signal?: AbortSignal | undefined;
  /** Between two tries; for tests. */
  pause?: ((milliseconds: number, signal: AbortSignal | undefined) => Promise<void>) | undefined;
};

/** Tries again after a Break, with back-off. After progress the count starts over. `giveUp` is what the last failure ends in. */
export async function withRetries<Result>(
  { signal, pause = wait, giveUp }: RetryOptions & { giveUp: (failure: Break, tries: number) => Result },
  attempt: (onProgress: () => void) => Promise<Result>,
): Promise<Result> {
  for (let failures = 0; ; ) {
    signal?.throwIfAborted();
    try {
      return await attempt(() => {
        failures = 0;
      });
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof Break)) throw error;
      if (++failures >= MAX_TRIES) return giveUp(error, MAX_TRIES);
      await pause(error.retryAfterMs ?? Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1)), signal);
    }
  }
}

/** Ends early when it is aborted; who waited then throws the reason. */
export async function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  await sleep(milliseconds, undefined, signal && { signal }).catch(() => {});
}

/** For withRetries, where what has arrived is kept. */
export function notDownloaded(url: string): (failure: Break, tries: number) => never {
  return ({ message }, tries) => {
    throw new OperatorError(
      `${url} could not be downloaded in ${tries} tries (${message}): check the address, or try again later, and it goes on where it stopped.`,
    );
  };
}

export type SilenceWatch = { signal: AbortSignal; reset(): void; isSilent(): boolean; stop(): void };

/** Aborts the request after a time without a sign of life. */
export function silenceWatch(signal: AbortSignal | undefined, silenceMs = SILENCE_MS): SilenceWatch {
  const controller = new AbortController();
  let silent = false;
  const timer = setTimeout(() => {
    silent = true;
    controller.abort();
  }, silenceMs);
  return {
    signal: signal === undefined ? controller.signal : AbortSignal.any([signal, controller.signal]),
    reset: () => void timer.refresh(),
    isSilent: () => silent,
    stop: () => clearTimeout(timer),
  };
}

/** What a failed request ends with: a Break where another try may help, an OperatorError where none can. `url` is for messages. */
export function failureOf(
  error: unknown,
  { url, isSilent, isFirst }: { url: string; isSilent: boolean; isFirst: boolean },
): unknown {
  if (error instanceof OperatorError || error instanceof Break) return error;
  if (codeOf(error) === 'ENOTFOUND' && isFirst) {
    return new OperatorError(
      `There is no server ${new URL(url).host}: check the address and the connection.`,
    );
  }
  refuseLasting(error, url);
  return new Break(isSilent ? 'no answer for a minute' : causeOf(error));
}

function codeOf(error: unknown): string | undefined {
  return ((error as Error).cause as NodeJS.ErrnoException | undefined)?.code;
}

/** fetch says "fetch failed", and the reason in the error's cause. */
function causeOf(error: unknown): string {
  const { cause, message } = error as Error;
  return cause instanceof Error ? cause.message || String((cause as NodeJS.ErrnoException).code) : message;
}
