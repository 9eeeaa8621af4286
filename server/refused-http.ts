// Answers requests that never reach a route: what is no HTTP, too slow, or of unknown length.
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { refusals } from '../contract/messages.ts';
import type { AnswerHeaders } from './answer-headers.ts';
import { nextRequestId } from './request-id.ts';

/** How long the rest of a refused request is still read: closing at once would lose the answer. */
export const LINGER_MS = 2000;

/**
 * Chunks of a byte each would cost hundreds of bytes of memory and a call each, even where nobody reads them. Browsers and GIS programs say
 * how long their bodies are. The rest of the body is not read, so a client that is still sending may not see the answer.
 */
export function refuseChunked(
  { socket }: IncomingMessage,
  response: ServerResponse,
  { byName }: AnswerHeaders,
): void {
  socket.pause();
  const body = JSON.stringify({ message: refusals.lengthRequired });
  response.writeHead(411, {
    ...byName,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': body.length,
    'Cache-Control': 'no-store',
    'X-Request-Id': nextRequestId(),
    Connection: 'close',
  });
  response.end(body, () => socket.destroy());
}

const invalidHttpAnswers: Record<string, [status: number, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, refusals.headersTooLarge],
  ERR_HTTP_REQUEST_TIMEOUT: [408, refusals.requestTooSlow],
};

/** Writes to the bare socket: there is no request object for invalid HTTP, headers too long, or a request too slow. */
export function replyInvalidHttp(
  error: NodeJS.ErrnoException,
  socket: Socket,
  { lines }: AnswerHeaders,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    // Already answered, for an earlier error of the same request: let the answer drain.
    if (!socket.writableEnded) socket.destroy();
    return;
  }
  const [status, message] = invalidHttpAnswers[error.code ?? ''] ?? [400, refusals.notHttp];
  const body = JSON.stringify({ message });
  // Of a HEAD request the client would take a body for the next answer.
  const { rawPacket } = error as { rawPacket?: Buffer };
  const isHead = rawPacket?.toString('latin1', 0, 5) === 'HEAD ';
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\nCache-Control: no-store\r\n` +
      `X-Request-Id: ${nextRequestId()}\r\n${lines}\r\n${isHead ? '' : body}`,
  );
  const linger = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(linger));
}
