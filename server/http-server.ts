// The HTTP server without its routes: limits, time-outs, JSON bodies, and answers to requests that are not valid HTTP.
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { REQUEST_BODY_BYTES_MAX } from '../contract/limits.ts';
import { refusals } from '../contract/messages.ts';
import type { AnswerHeaders } from './answer-headers.ts';
import { addBodyHooks } from './body-hooks.ts';
import { Failure, replyFailure } from './failure.ts';
import type { EventLog } from './monitoring/event-log.ts';
import { loggerFor, logRequests } from './monitoring/log-requests.ts';
import { LINGER_MS, refuseChunked, replyInvalidHttp } from './refused-http.ts';
import { namesOneHost } from './request-headers.ts';
import { nextRequestId } from './request-id.ts';
import { takeTurns } from './take-turns.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of a route whose answer may begin late: it sees to its own end. */
    mayTakeLong?: boolean;
  }
}

type ErrorReply = typeof replyFailure;

/** The request line and the headers together. */
const HEADER_BYTES_MAX = 16 * 1024;
const HEADERS_TIMEOUT_MS = 10_000;
/** The picture of a map sheet takes that long on a slow line; what waits takes bounded memory (server/limit-bodies.ts). */
const REQUEST_TIMEOUT_MS = 120_000;
/** Whoever gives something up when the client goes away: eleven for an export. Node warns of more than ten, as of a leak. */
const CLOSE_LISTENERS_MAX = 20;
/** How often Node looks for requests that have timed out. */
const TIMEOUT_CHECK_MS = 1000;
/** Of a guard, and of a handler to the beginning of its answer; how slowly the body arrives does not count. */
export const HANDLER_TIMEOUT_MS = 30_000;
/** How often it is looked at. */
const SWEEP_MS = 1000;
/** A connection without any traffic is closed after this time. */
const IDLE_TIMEOUT_MS = 120_000;
/** Requests of one connection that wait for an earlier one. Browsers and proxies send none ahead. */
export const PIPELINED_MAX = 8;

const httpOptions = {
  maxHeaderSize: HEADER_BYTES_MAX,
  headersTimeout: HEADERS_TIMEOUT_MS,
  requestTimeout: REQUEST_TIMEOUT_MS,
  connectionsCheckingInterval: TIMEOUT_CHECK_MS,
  // One time-out for idle connections: a second one, between requests, would set two timers for every request.
  keepAliveTimeout: 0,
  // Node's own refusal has no body; a hook answers with a message.
  requireHostHeader: false,
};

/** False if it has not answered: then Fastify does. */
export type AnswerEarly = (request: IncomingMessage, response: ServerResponse) => boolean;

type Options = {
  /** Proxies whose X-Forwarded-For is believed. */
  trustProxy: string[];
  log: EventLog;
  /** Every answer has them; a page replaces the policy. */
  headers: AnswerHeaders;
  /** Answers what Fastify refuses before it has found a route. */
  replyUnrouted: ErrorReply;
  /** Gets every request before Fastify. */
  answerEarly?: AnswerEarly;
};

export function createHttpServer({
  trustProxy,
  log,
  headers: answerHeaders,
  replyUnrouted,
  answerEarly = () => false,
}: Options): FastifyInstance {
  // Not cached by default: routes whose answers may be cached set their own header.
  const usualHeaders = Object.entries({ ...answerHeaders.byName, 'cache-control': 'no-store' });
  function setHeaders({ id }: FastifyRequest, reply: FastifyReply): void {
    for (const [name, value] of usualHeaders) reply.header(name, value);
    reply.header('x-request-id', id);
  }

  const app = Fastify({
    loggerInstance: loggerFor(log),
    genReqId: nextRequestId,
    logController: new LogController({ disableRequestLogging: true }),
    // No logger of its own for each request: what is logged names the route.
    childLoggerFactory: (logger) => logger,
    bodyLimit: REQUEST_BODY_BYTES_MAX,
    trustProxy,
    serverFactory: (handle) => {
      const inTurn = oneAtATime((request, response) => {
        if (request.headers['transfer-encoding'] !== undefined)
          return refuseChunked(request, response, answerHeaders);
        // While the server closes, Fastify answers: it closes the connection, too.
        if (!server.listening || !answerEarly(request, response)) handle(request, response);
      });
      const server = createServer(httpOptions, inTurn);
      // Node alone would refuse an unknown `Expect` without any header. It may be ignored (RFC 9110, 10.1.1).
      server.on('checkExpectation', (request, response) => server.emit('request', request, response));
      server.setTimeout(IDLE_TIMEOUT_MS);
      return server;
    },
    // No limit besides that of the headers: the handlers' messages are more precise.
    routerOptions: { maxParamLength: HEADER_BYTES_MAX },
    // Graceful shutdown: requests on open connections are still answered.
    return503OnClosing: false,
    // Input is checked by zod. Fastify's own compilers are a tenth of all code, and loaded even where no route has a schema.
    schemaController: { compilersFactory: { buildValidator: refuseSchemas, buildSerializer: refuseSchemas } },
    clientErrorHandler: (error, socket) => replyInvalidHttp(error, socket, answerHeaders),
    frameworkErrors: (error, request, reply) => {
      // No hook runs for these.
      setHeaders(request, reply);
      return replyUnrouted(error, request, reply);
    },
  });
  app.setErrorHandler(replyFailure);
  acceptOnlyJson(app);
  limitHandlerTime(app, HANDLER_TIMEOUT_MS);
  logRequests(app, log);
  app.addHook('onRequest', (request, reply, done) => {
    setHeaders(request, reply);
    reply.raw.setMaxListeners(CLOSE_LISTENERS_MAX);
    done(namesOneHost(request.raw) ? undefined : new Failure(400, refusals.notHttp));
  });
  closeConnections(app);
  takeTurns(app);
  return app;
}

/**
 * Graceful shutdown: an answer that was under way says that the connection ends with it. Fastify says so only to requests that
 * arrive later, and the server would wait for the others' connections until it gives up on them.
 *
 * An answer that ends the connection waits until the client has sent the rest of its request: a connection closed with bytes
 * unread is reset, so a client or proxy that still writes never sees why it was refused. nginx says 502 then.
 */
function closeConnections(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onSend', ({ raw }, reply, payload, done) => {
    if (isClosing) reply.header('Connection', 'close');
    if (reply.getHeader('connection') !== 'close' || raw.complete || raw.destroyed)
      return done(null, payload);
    const send = () => {
      clearTimeout(linger);
      raw.off('end', send).off('close', send);
      done(null, payload);
    };
    const linger = setTimeout(send, LINGER_MS);
    raw.on('end', send).on('close', send).resume();
  });
}

/**
 * Node hands over at once all requests that a client sends ahead of their answers (pipelining): it would keep every answer for a
 * client that reads nothing, and requests of a connection that is gone would still be worked on. So the next one begins when the
 * answer before it has been sent.
 */
function oneAtATime(handle: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, Parameters<RequestListener>[]>();

  function begin(...[request, response]: Parameters<RequestListener>): void {
    response.on('close', beginNext);
    handle(request, response);
  }

  function beginNext(this: ServerResponse): void {
    const { socket } = this.req;
    const next = socket.destroyed ? undefined : waiting.get(socket)?.shift();
    // Node gives the socket to the next answer unless the one before was the last: that one's end closes the connection, and what is
    // begun after it would never end.
    if (next && next[1].socket !== null) begin(...next);
  }

  return (request, response) => {
    // The answer that is first in line has the socket.
    if (response.socket !== null) return begin(request, response);
    const { socket } = request;
    const queue = waiting.get(socket) ?? [];
    if (queue.length === 0) waiting.set(socket, queue);
    if (queue.length < PIPELINED_MAX) queue.push([request, response]);
    else socket.destroy();
  };
}

function refuseSchemas(): never {
  throw new Error('Routes have no JSON schemas here: parse input with parseInput.');
}

/** Browsers send a JSON content type without a body too (with a DELETE), which Fastify's own parser refuses. */
function acceptOnlyJson(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parseJson(request, body, done);
  });
}

/**
 * Answers 503 where a handler has not begun its answer in time. Fastify's own limit counts the time of the download
 * too, so it cuts off clients on slow lines, and it ignores requests that have a body.
 */
export function limitHandlerTime(app: FastifyInstance, timeoutMs: number): void {
  /** When the guard or the handler began, in the order of that: one timer for all, because one for each would cost every request. */
  const beganAtMs = new Map<FastifyReply, number>();

  function giveUp(reply: FastifyReply): void {
    beganAtMs.delete(reply);
    const isAnswered = reply.raw.headersSent || reply.raw.destroyed;
    if (isAnswered || reply.request.routeOptions.config.mayTakeLong) return;
    const error = new Error(`The handler has not answered for ${timeoutMs} ms.`);
    reply.send(Object.assign(error, { statusCode: 503 }));
  }

  const sweep = () => {
    const latestMs = performance.now() - timeoutMs;
    for (const [reply, atMs] of beganAtMs) {
      if (atMs > latestMs) return;
      giveUp(reply);
    }
  };
  const timer = setInterval(sweep, Math.min(timeoutMs, SWEEP_MS)).unref();
  app.addHook('onClose', async () => clearInterval(timer));
  // Before the route's guard, which may look up a session.
  app.addHook('onRequest', (request, reply, done) => {
    // Without a route there is nobody to wait for but the client.
    if (request.is404) return done();
    beganAtMs.set(reply, performance.now());
    // Not onResponse: it does not run where the client has gone, and the connection with all it had asked for would be kept.
    reply.raw.once('close', () => beganAtMs.delete(reply));
    done();
  });
  addBodyHooks(app, {
    preParsing(_request, reply, payload, done) {
      beganAtMs.delete(reply);
      // The body of a client that has gone meanwhile would never end, and would hold its places for good.
      done(reply.raw.destroyed ? new Failure(400, refusals.badRequest) : null, payload);
    },
    preHandler(_request, reply, done) {
      if (!reply.raw.destroyed) beganAtMs.set(reply, performance.now());
      done();
    },
  });
}
