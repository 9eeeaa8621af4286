// Answers in front of the framework: what memory or one quick read can answer is sent as a whole, in one write. Whoever uses
// this leaves every unusual request to Fastify, whose routes send the same headers.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AnswerHeaders } from './answer-headers.ts';
import { nextRequestId } from './request-id.ts';

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

type Status = '200 OK' | '204 No Content' | '304 Not Modified';

/** The beginning of every answer. All beginnings with the same status have the same length. */
export function wholeHead(status: Status, { lines }: AnswerHeaders): string {
  return `HTTP/1.1 ${status}\r\n${dateLine()}${ID_NAME}${nextRequestId()}\r\nConnection: keep-alive\r\n${lines}`;
}

const ID_NAME = 'X-Request-Id: ';
const DATE_AT = 'HTTP/1.1 200 OK\r\n'.length;

/** An answer with status 200 that is sent again and again, each time with its own date and request id. */
export class RepeatedAnswer {
  readonly #bytes: Buffer;
  readonly #idAt: number;
  /** The date that the bytes have. */
  #line = '';
  /** Whose connection may still have to send the bytes. */
  #reader: ServerResponse | undefined;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#idAt = DATE_AT + dateLine().length + ID_NAME.length;
  }

  sendBy(response: ServerResponse): void {
    if (this.#isBeingRead()) {
      // A client slower than the next request: that one gets a copy, because what waits to be sent must not change.
      sendBytes(response, this.#stamp(Buffer.from(this.#bytes), dateLine()));
      return;
    }
    const now = dateLine();
    sendBytes(response, this.#stamp(this.#bytes, now === this.#line ? undefined : now));
    this.#line = now;
    if (!response.writableFinished) this.#reader = response;
  }

  #isBeingRead(): boolean {
    const reader = this.#reader;
    if (!reader) return false;
    if (!reader.writableFinished && !reader.destroyed) return true;
    this.#reader = undefined;
    return false;
  }

  /** The date is written only when the second has changed. */
  #stamp(bytes: Buffer, date: string | undefined): Buffer {
    if (date !== undefined) bytes.write(date, DATE_AT, 'latin1');
    bytes.write(nextRequestId(), this.#idAt, 'latin1');
    return bytes;
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
export function sendWhole(
  response: ServerResponse,
  status: number,
  answer: Uint8Array | string | RepeatedAnswer,
): void {
  response.statusCode = status;
  if (typeof answer === 'string') {
    (response as unknown as Written)._header = answer;
    response.end();
  } else if (answer instanceof RepeatedAnswer) answer.sendBy(response);
  else sendBytes(response, answer);
}

type Written = { _header: string; _headerSent: boolean };

function sendBytes(response: ServerResponse, bytes: Uint8Array): void {
  const written = response as unknown as Written;
  written._header = 'part of the body';
  written._headerSent = true;
  response.end(bytes);
}
