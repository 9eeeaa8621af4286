// Writes the events that answers tell of (sign-ins, refusals, limits) to the log, and takes what Fastify logs itself.
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { EventFields, EventLog, EventName } from './event-log.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is asking, once that is known. */
    userId?: string | undefined;
    /** Why signing in was refused: one of our own words. */
    refusal?: string | undefined;
  }
}

type Action = { done?: EventName; refused?: EventName };

/** By method and route. */
const actions: Readonly<Record<string, Action>> = {
  'POST /sdk/v1/magic_links/email/login_or_create': { refused: 'sign-in-refused' },
  'POST /sdk/v1/magic_links/authenticate': { done: 'sign-in', refused: 'sign-in-refused' },
  'POST /sdk/v1/otps/authenticate': { done: 'sign-in', refused: 'sign-in-refused' },
  'POST /sdk/v1/oauth/authenticate': { done: 'sign-in', refused: 'sign-in-refused' },
  'POST /sdk/v1/sessions/revoke': { done: 'sign-out' },
  'GET /v1/public/oauth/:provider/start': { refused: 'sign-in-refused' },
  'GET /v1/public/oauth/:provider/return': { refused: 'sign-in-refused' },
};

const TOO_MANY_REQUESTS = 429;
const SERVICE_UNAVAILABLE = 503;

export function logRequests(app: FastifyInstance, log: EventLog): void {
  app.decorateRequest('userId', undefined);
  app.decorateRequest('refusal', undefined);
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode: status } = reply;
    const { id: requestId, userId, method, refusal: reason } = request;
    // Nothing to tell of it; and to read `routeOptions` costs microseconds.
    if (method === 'GET' && status < 400 && reason === undefined) {
      done();
      return;
    }
    const route = request.routeOptions.url;
    const action = actions[`${method} ${route}`];
    // Without Retry-After a 503 is an outage, which has a line of its own.
    const isOverload = status === SERVICE_UNAVAILABLE && reply.hasHeader('Retry-After');
    if (status === TOO_MANY_REQUESTS || isOverload) {
      // The address only tells clients apart here; it is not written.
      const client = `${route} ${userId ?? request.ip}`;
      log.eventOncePerMinute(client, 'limit-reached', { requestId, userId, method, route, status });
    } else if (action) {
      const isRefused = (status >= 400 && status < 500) || reason !== undefined;
      const name = isRefused ? action.refused : action.done;
      // A failure has a line of its own.
      if (name && status < 500) log.event(name, { requestId, userId, method, route, status, reason });
    }
    done();
  });
}

/** Fastify's own way to log, and that of routes which go on after an error. */
export function loggerFor(log: EventLog): FastifyBaseLogger {
  const none = () => {};
  const fieldsOf = (details: unknown, message: unknown): EventFields => {
    const reason = typeof message === 'string' ? { reason: message } : {};
    if (typeof details === 'string') return { reason: details };
    return details instanceof Error ? { err: details, ...reason } : { ...(details as object), ...reason };
  };
  const failure = (details: unknown, message?: unknown) => log.event('failure', fieldsOf(details, message));
  // A disk that is full would have one for every tile.
  const warn = (details: unknown, message?: unknown) => {
    const fields = fieldsOf(details, message);
    if (fields.reason === undefined) log.event('warning', fields);
    else log.eventOncePerMinute(fields.reason, 'warning', fields);
  };
  const logger = {
    level: 'warn',
    silent: none,
    trace: none,
    debug: none,
    info: none,
    warn,
    error: failure,
    fatal: failure,
    child: () => logger,
  } as unknown as FastifyBaseLogger;
  return logger;
}
