// Ends connections whose clients have stopped in the middle: of sending a body, or of reading a long answer. What is held for them
// (a place, a thread, megabytes) is free again. Node's socket time-out tells: it sees each byte that the operating system takes.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Without a byte. */
export const STALLED_MS = 15_000;
/** Less is in the hands of the operating system nearly always. */
const LONG_BYTES = 1024 * 1024;

/** Before any route is added. Files of the page are left alone: a phone in a tunnel goes on with them behind it. */
export function endUnreadAnswers(app: FastifyInstance, stalledMs = STALLED_MS): void {
  app.addHook('onSend', ({ url }, { raw }, payload, done) => {
    if (url.startsWith('/api/') && isLong(payload)) endWhereUnread(app.server, raw, stalledMs);
    done(null, payload);
  });
}

function isLong(payload: unknown): boolean {
  if (typeof payload === 'string' || Buffer.isBuffer(payload)) return payload.length > LONG_BYTES;
  // A stream has what it reads from in hand.
  return payload !== null && payload !== undefined;
}

function endWhereUnread(server: Server, response: ServerResponse, stalledMs: number): void {
  const { socket } = response.req;
  // Without a connection, in app.inject.
  if (!(socket instanceof Socket)) return;
  socket.setTimeout(stalledMs);
  response.on('timeout', () => {
    if (socket.writableLength > 0) socket.destroy();
    // Its next bytes are not there yet: the client has nothing to read.
    else socket.setTimeout(stalledMs);
  });
  response.once('close', () => socket.setTimeout(server.timeout));
}

/** Answers 408 where the body of a request stops to arrive. */
export function refuseStalledBody(server: Server, request: IncomingMessage, stalledMs = STALLED_MS): void {
  const { socket } = request;
  if (!(socket instanceof Socket)) return;
  socket.setTimeout(stalledMs);
  // Node tells so only while the body is incomplete. As Node itself does it with requests that are too slow.
  request.on('timeout', () => {
    const error = Object.assign(new Error(`No byte for ${stalledMs} ms.`), {
      code: 'ERR_HTTP_REQUEST_TIMEOUT',
    });
    server.emit('clientError', error, socket);
  });
  request.once('close', () => socket.setTimeout(server.timeout));
}
