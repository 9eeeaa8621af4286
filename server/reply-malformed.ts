// Answers on the bare socket what never became a request: broken HTTP, headers too long, too slow to arrive.
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { messages } from '../contract/messages.ts';

/** How long what is still arriving is read and thrown away, so that the sender gets to read the answer. */
const LINGER_MS = 2000;

const answers: Record<string, [status: number, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, messages.headersTooLarge],
  ERR_HTTP_REQUEST_TIMEOUT: [408, messages.requestTooSlow],
};

export function replyMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    // Ended already means that the answer is on its way and this is more of the same request.
    if (!socket.writableEnded) socket.destroy();
    return;
  }
  const [status, message] = answers[error.code ?? ''] ?? [400, messages.notHttp];
  const body = JSON.stringify({ message });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
  const linger = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(linger));
}
