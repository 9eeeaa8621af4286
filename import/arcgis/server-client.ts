// Sends requests to one ArcGIS server: by GET or POST, with the token, at the server's pace, again after a failure
// that may pass. What is left to the caller: failures that ask for less, or for another strategy.
import { isLoopback } from '../../runtime/loopback.ts';
import { OperatorError } from '../../runtime/operator-error.ts';
import { MAX_REDIRECTS, nextAddress, redirectOf, request } from '../download-request.ts';
import { backOffMs, RequestPace, type Timing } from './request-pace.ts';
import { type Answer, type Problem, readAnswer } from './server-answer.ts';

export type Parameters = Record<string, string>;

/** A secret, and whom it may be told: host names, with the port where it is not the usual one. */
export type ArcGisToken = { text: string; hosts: string[] };

export type Request = {
  url: string;
  parameters: Parameters;
  /** How often the same request is sent when it seems to be too heavy; the caller may rather ask for less. */
  heavyTries?: number;
  /** The caller can ask for less: what took too long is not sent again. */
  mayAskForLess?: boolean;
  /** Ends this request, beside the signal of the client. */
  signal?: AbortSignal | undefined;
  /** For servers that have nothing to do with it. */
  withoutToken?: boolean;
};

/** A token that is given with an address belongs to its host. Undefined for a source that is not an address. */
export function tokenFor(source: string, text: string): ArcGisToken | undefined {
  return URL.canParse(source) ? { text, hosts: [new URL(source).host] } : undefined;
}

export function isTokenFor({ hosts }: ArcGisToken, source: string): boolean {
  return URL.canParse(source) && hosts.some((known) => isSameHost(known, new URL(source).host));
}

/** Longer addresses are refused by some servers and by proxies before them. */
const LONGEST_ADDRESS = 1_800;
const TRIES = { busy: 10, lost: 5, heavy: 3 };
/** Unpacked. Far more than the rows of one request have; compressed, a small answer may be without end. */
export const ANSWER_BYTES_MAX = 128 * 1024 * 1024;

/** The address as it is shown: without the token. */
export function addressOf({ url, parameters }: Request): string {
  const query = new URLSearchParams(parameters).toString().replace(/%2C/g, ',').replace(/%3D/g, '=');
  return `${url}?${query}`;
}

export class ServerClient {
  readonly #token: string | undefined;
  readonly #tokenHosts: readonly string[];
  readonly #signal: AbortSignal | undefined;
  readonly #timing: Timing;
  readonly #paces = new Map<string, RequestPace>();
  #longestAddress = LONGEST_ADDRESS;
  /** Something came with the token. */
  #hasTokenWorked = false;
  /** Where the server moved to (mostly from http to https): a redirected POST would lose its body. */
  readonly #moved = new Map<string, string>();

  constructor(o: { token: ArcGisToken | undefined; signal: AbortSignal | undefined; timing: Timing }) {
    this.#token = o.token?.text;
    this.#tokenHosts = o.token?.hosts ?? [];
    this.#signal = o.signal;
    this.#timing = o.timing;
  }

  isSentByPost(request: Request): boolean {
    return addressOf(request).length > this.#longestAddress;
  }

  /** Throws where only the operator can help (a token, a name that does not exist), and when it is aborted. */
  async ask(request: Request): Promise<Answer> {
    const host = new URL(request.url).host;
    const pace = this.#paces.get(host) ?? new RequestPace(this.#timing);
    this.#paces.set(host, pace);

    const signals = [this.#signal, request.signal].filter((each) => each !== undefined);
    const signal = signals.length > 1 ? AbortSignal.any(signals) : signals[0];
    const tries = { busy: 0, lost: 0, heavy: 0 };
    for (;;) {
      signal?.throwIfAborted();
      const answer = await pace.run(signal, () => this.#send(request, signal));
      if (!('problem' in answer)) {
        pace.succeeded();
        this.#hasTokenWorked ||= !request.withoutToken;
        return answer;
      }
      const { problem } = answer;
      if (problem.kind === 'token') throw this.#tokenNeeded(request.url, problem);
      if (problem.kind === 'too-long' && !this.isSentByPost(request)) {
        this.#longestAddress = addressOf(request).length - 1;
        continue;
      }
      if (problem.kind !== 'busy' && problem.kind !== 'lost' && problem.kind !== 'heavy') return answer;

      const limit = problem.kind === 'heavy' ? (request.heavyTries ?? TRIES.heavy) : TRIES[problem.kind];
      if (++tries[problem.kind] >= limit || (problem.isSlow && request.mayAskForLess)) return answer;
      const waitMs = problem.waitMs ?? backOffMs(tries[problem.kind] - 1, this.#timing.random());
      if (problem.kind === 'busy') await pace.slowDown({ waitMs, signal });
      else await this.#timing.pause(waitMs, signal);
    }
  }

  #tokenNeeded(url: string, { said }: Problem): OperatorError {
    const place = new URL(url).host;
    if (this.#token !== undefined && !this.#mayHaveToken(url)) {
      const why = url.startsWith('http:') ? 'plain http is not safe' : 'it belongs to another host';
      return new OperatorError(
        `${place} gives this layer only to those with a token (it says: ${said}). The token that was given was not sent, because ${why}: it is for ${this.#tokenHosts.join(', ')}, by https. ARCGIS_TOKEN_HOST names the hosts of ARCGIS_TOKEN.`,
      );
    }
    return new OperatorError(
      this.#token === undefined
        ? `${place} gives this layer only to those with a token (it says: ${said}). Give one with --token or ARCGIS_TOKEN.`
        : this.#hasTokenWorked
          ? `${place} does not accept the token any more (it says: ${said}). Run the same command with a fresh one in --token or ARCGIS_TOKEN: it goes on where it stopped.`
          : `${place} does not accept the token (it says: ${said}). Give a fresh one with --token or ARCGIS_TOKEN, made for the IP address of this machine rather than for a web site.`,
    );
  }

  async #send(request: Request, stop: AbortSignal | undefined): Promise<Answer> {
    const { timeoutMs } = this.#timing;
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), timeoutMs);
    const signal = stop ? AbortSignal.any([stop, timeout.signal]) : timeout.signal;
    try {
      const { response, sentTo } = await this.#fetch(request, signal);
      const text = await textOf(response);
      if (text === undefined) {
        return { problem: { kind: 'heavy', said: `an answer of more than ${ANSWER_BYTES_MAX >> 20} MB` } };
      }
      return readAnswer({
        status: response.status,
        retryAfter: response.headers.get('retry-after'),
        text: this.#token ? text.replaceAll(this.#token, '…') : text,
        nowMs: this.#timing.now(),
        sentTo,
      });
    } catch (error) {
      stop?.throwIfAborted();
      if (error instanceof OperatorError) throw error;
      if (timeout.signal.aborted) {
        const said = `no answer within ${Math.round(timeoutMs / 1000)} s`;
        return { problem: { kind: 'heavy', said, isSlow: true } };
      }
      return { problem: connectionProblem(error, new URL(request.url).host) };
    } finally {
      clearTimeout(timer);
    }
  }

  /** Follows redirects by hand: the token must not go to another host, nor over plain http. */
  async #fetch(
    request: Request,
    signal: AbortSignal,
  ): Promise<{ response: Response; sentTo: string | undefined }> {
    const given = new URL(request.url);
    let url = `${this.#moved.get(given.origin) ?? given.origin}${given.pathname}`;
    for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
      const response = await this.#fetchOnce({ ...request, url }, signal);
      const location = redirectOf(response);
      if (location === null) return { response, sentTo: hops > 0 ? url : undefined };
      await response.body?.cancel();
      const next = new URL(nextAddress({ url: request.url, current: url, location }));
      if (!this.#mayHaveToken(next.href)) next.searchParams.delete('token');
      if (next.pathname !== given.pathname) return this.#fetchPage(next, signal);
      this.#moved.set(given.origin, next.origin);
      url = `${next.origin}${next.pathname}`;
    }
    throw new OperatorError(
      `${request.url} leads from one address to the next without end: check the address.`,
    );
  }

  #fetchOnce(request: Request, signal: AbortSignal): Promise<Response> {
    const { url, parameters: own } = request;
    const hasToken = !request.withoutToken && this.#mayHaveToken(url);
    const parameters = hasToken ? { ...own, token: this.#token! } : own;
    const headers = {
      accept: 'application/json, */*;q=0.5',
      'user-agent': 'Platbook',
      // Tokens may be bound to a web site, which is the server's own for those made on its pages.
      ...(hasToken && { referer: `${new URL(url).origin}/` }),
    };
    const options: RequestInit = { headers, signal, redirect: 'manual' };
    return this.isSentByPost(request)
      ? fetch(url, { ...options, method: 'POST', body: new URLSearchParams(parameters) })
      : fetch(`${url}?${new URLSearchParams(parameters)}`, options);
  }

  /** Such as one to sign in on, which is not the answer that was asked for. */
  async #fetchPage(page: URL, signal: AbortSignal): Promise<{ response: Response; sentTo: string }> {
    const { response, finalUrl } = await request({
      url: page.href,
      headers: { 'user-agent': 'Platbook' },
      signal,
    });
    return { response, sentTo: finalUrl };
  }

  #mayHaveToken(url: string): boolean {
    const { protocol, host, hostname } = new URL(url);
    const isSafe = protocol === 'https:' || isLoopback(hostname);
    return this.#token !== undefined && isSafe && this.#tokenHosts.some((known) => isSameHost(known, host));
  }
}

/** Undefined for one that is too large. */
async function textOf(response: Response): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    // Leaving the loop cancels the rest.
    if (bytes > ANSWER_BYTES_MAX) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** A token of ArcGIS Online is good for all its hosts. */
function isSameHost(known: string, host: string): boolean {
  const online = /(^|\.)arcgis\.com$/i;
  return known.toLowerCase() === host.toLowerCase() || (online.test(known) && online.test(host));
}

/** fetch hides the reason in `cause`. */
function connectionProblem(error: unknown, host: string): Problem {
  const cause = (error as { cause?: { code?: string; message?: string } }).cause;
  const code = cause?.code ?? '';
  if (code === 'ENOTFOUND') {
    throw new OperatorError(`There is no server of the name ${host}: check the address.`);
  }
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code)) {
    throw new OperatorError(
      `The certificate of ${host} cannot be trusted (${code}): name the missing certificate with NODE_EXTRA_CA_CERTS, or ask the publisher to fix it.`,
    );
  }
  // A body that ends before its announced length is a sign of too much as well as of a lost connection.
  const isCut = error instanceof Error && error.message === 'terminated';
  return isCut
    ? { kind: 'heavy', said: 'an answer that breaks off' }
    : { kind: 'lost', said: `no connection${code ? ` (${code})` : ''}` };
}
