// Answers in front of the framework: what memory or one quick read can answer is sent as a whole, in one write. Whoever uses
// this leaves every unusual request to Fastify, whose routes send the same headers.
import type { IncomingMessage, ServerResponse } from 'node:http';

/** False if it has not answered. */
export type Shortcut = (request: IncomingMessage, response: ServerResponse) => boolean;

export type CountAnswer = (answer: { method: string; status: number; seconds: number }) => void;

/** Tries one after the other. */
export function anyShortcut(shortcuts: readonly Shortcut[]): Shortcut {
  return (request, response) => {
    for (const shortcut of shortcuts) if (shortcut(request, response)) return true;
    return false;
  };
}

/** As browsers ask: a GET with a host, without a body, on a connection that stays open. */
export function isPlain({ method, headers, httpVersionMinor }: IncomingMessage): boolean {
  return (
    method === 'GET' &&
    httpVersionMinor === 1 &&
    headers.host !== undefined &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    (headers.connection === undefined || headers.connection === 'keep-alive')
  );
}

/** The beginning of every answer. All beginnings with the same status have the same length. */
export function wholeHead(status: '200 OK' | '204 No Content' | '304 Not Modified'): string {
  return `HTTP/1.1 ${status}\r\n${dateLine()}Connection: keep-alive\r\nX-Content-Type-Options: nosniff\r\n`;
}

const DATE_AT = 'HTTP/1.1 200 OK\r\n'.length;

/** An answer with status 200 that is sent again and again. */
export class RepeatedAnswer {
  readonly #bytes: Buffer;
  /** The date that the bytes have. */
  #line = '';

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** With the date of now, which is written only when the second has changed. */
  bytes(): Buffer {
    const now = dateLine();
    if (now !== this.#line) {
      this.#bytes.write(now, DATE_AT, 'latin1');
      this.#line = now;
    }
    return this.#bytes;
  }
}

let second = 0;
let line = '';

/** The text is made once a second. It always has the same length. */
function dateLine(): string {
  const nowSecond = Math.floor(Date.now() / 1000);
  if (nowSecond !== second) {
    second = nowSecond;
    line = `Date: ${new Date(nowSecond * 1000).toUTCString()}\r\n`;
  }
  return line;
}

/**
 * As text if it is ASCII only, or as bytes. Node writes headers one by one and checks each, which costs more than
 * everything else on this way. These two properties are what it sets when that is done: then `end` only sends, and does all
 * the bookkeeping of the connection.
 */
export function sendWhole(response: ServerResponse, status: number, answer: Uint8Array | string): void {
  const written = response as unknown as { _header: string; _headerSent: boolean };
  response.statusCode = status;
  if (typeof answer === 'string') {
    written._header = answer;
    response.end();
  } else {
    written._header = 'part of the body';
    written._headerSent = true;
    response.end(answer);
  }
}
