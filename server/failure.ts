// Failures: the error class for expected ones, and the one place where anything thrown becomes an HTTP answer.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { messages } from '../contract/messages.ts';
import { isOutage } from '../runtime/outage.ts';

/** An expected failure: a status, and a message that a user may read. Any other error is a fault (a bug or an outage). */
export class Failure extends Error {
  override name = 'Failure';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Texts for what Fastify refuses before a handler runs, by its error code. */
const frameworkMessages: Record<string, string> = {
  FST_ERR_BAD_URL: messages.badAddress,
  FST_ERR_MAX_PARAM_LENGTH: messages.headersTooLarge,
  FST_ERR_CTP_BODY_TOO_LARGE: messages.bodyTooLarge,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: messages.bodyType,
  FST_ERR_CTP_INVALID_JSON_BODY: messages.bodyNotJson,
};

/** Undefined for a fault. */
export function asFailure(error: FastifyError): Failure | undefined {
  if (error instanceof Failure) return error;
  // Still a fault that is logged, but one that ends by itself: 503 asks clients and proxies to try again.
  if (error.statusCode === undefined && isOutage(error)) error.statusCode = 503;
  const status = error.statusCode;
  if (status === undefined || status < 400 || status >= 500) return undefined;
  return new Failure(status, frameworkMessages[error.code] ?? messages.badRequest);
}

/** Logs the route's pattern instead of the address, whose query may hold a secret. */
export function logFault(error: FastifyError, request: FastifyRequest): void {
  request.log.error({ err: error, method: request.method, route: request.routeOptions.url });
}

/** Answers {"message": "…"} with the right status. */
export function replyFailure(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const failure = asFailure(error);
  // The route may have set a lifetime for its answer already: a failure must not be cached.
  reply.header('Cache-Control', 'no-store');
  if (failure === undefined) {
    logFault(error, request);
    return reply.code(error.statusCode ?? 500).send({ message: messages.serverFault });
  }
  if (failure.status === 401) reply.header('WWW-Authenticate', 'Bearer');
  return reply.code(failure.status).send({ message: failure.message });
}
