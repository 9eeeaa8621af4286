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
    if (url.startsWith('/api/') && isLong(payload)) {
      whereStalled(raw, { server: app.server, socket: raw.req.socket, stalledMs }, (socket) => {
        // Without any, its next bytes are not there yet: the client has nothing to read.
        if (socket.writableLength > 0) socket.destroy();
        else socket.setTimeout(stalledMs);
      });
    }
    done(null, payload);
  });
}

function isLong(payload: unknown): boolean {
  if (typeof payload === 'string' || Buffer.isBuffer(payload)) return payload.length > LONG_BYTES;
  // A stream has what it reads from in hand.
  return payload !== null && payload !== undefined;
}

/** Answers 408 where the body of a request stops to arrive, as Node itself does where a request takes too long. */
export function refuseStalledBody(server: Server, request: IncomingMessage): void {
  const { socket } = request;
  // Node tells it so only while the body is incomplete.
  whereStalled(request, { server, socket, stalledMs: STALLED_MS }, () => refuseBody(server, request));
}

export function refuseBody(server: Server, { socket }: IncomingMessage): void {
  const error = Object.assign(new Error('The body has stopped.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  server.emit('clientError', error, socket);
}

type Connection = { server: Server; socket: Socket; stalledMs: number };

function whereStalled(
  message: IncomingMessage | ServerResponse,
  { server, socket, stalledMs }: Connection,
  end: (socket: Socket) => void,
): void {
  // There is none in app.inject.
  if (!(socket instanceof Socket)) return;
  socket.setTimeout(stalledMs);
  message.on('timeout', end);
  message.once('close', () => socket.setTimeout(server.timeout));
}
