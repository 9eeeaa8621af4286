// Failures: the error class for expected ones, and the one place where anything thrown becomes an HTTP answer.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { messages, refusals } from '../contract/messages.ts';
import { isDiskFull } from '../runtime/disk-full.ts';
import { isOutage } from '../runtime/outage.ts';
import { AccountGone } from '../store/account-store.ts';
import { FilterRefused } from '../store/parcel-queries.ts';

/** An expected failure: a status, and a message that a user may read. Any other error is a fault (a bug or an outage). */
export class Failure extends Error {
  override name = 'Failure';
  readonly status: number;
  /** When the same request may succeed. */
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, message: string, { retryAfterSeconds }: { retryAfterSeconds?: number } = {}) {
    super(message);
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Texts for what Fastify refuses before a handler runs, by its error code. */
const frameworkMessages: Record<string, string> = {
  FST_ERR_BAD_URL: refusals.badAddress,
  FST_ERR_MAX_PARAM_LENGTH: refusals.headersTooLarge,
  FST_ERR_CTP_BODY_TOO_LARGE: refusals.bodyTooLarge,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: refusals.bodyType,
  FST_ERR_CTP_INVALID_JSON_BODY: refusals.bodyNotJson,
};

/** Undefined for a fault. */
export function asFailure(error: FastifyError): Failure | undefined {
  if (error instanceof Failure) return error;
  if (error instanceof FilterRefused) return new Failure(400, error.message);
  if (error instanceof AccountGone) return new Failure(401, messages.authenticationRequired);
  // Still a fault that is logged, but one that ends by itself: 503 asks clients and proxies to try again.
  if (error.statusCode === undefined && isOutage(error)) error.statusCode = 503;
  const status = error.statusCode;
  if (status === undefined || status < 400 || status >= 500) return undefined;
  return new Failure(status, frameworkMessages[error.code] ?? refusals.badRequest);
}

type Fault = { status: number; message: string };

/** What is said of a fault. A full disk is named: a person who knows can keep the text and try again. */
export function describeFault(error: FastifyError): Fault {
  if (isDiskFull(error)) return { status: 507, message: refusals.diskFull };
  return { status: error.statusCode ?? 500, message: refusals.serverFault };
}

/** Logs the route's pattern instead of the address, whose query may hold a secret. */
export function logFault(
  error: FastifyError,
  { request, status }: { request: FastifyRequest; status: number },
): void {
  const { id: requestId, userId, method, routeOptions } = request;
  request.log.error({ err: error, requestId, userId, method, route: routeOptions.url, status });
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
    const { status, message } = describeFault(error);
    logFault(error, { request, status });
    return reply.code(status).send({ message });
  }
  if (failure.status === 401) reply.header('WWW-Authenticate', 'Bearer');
  if (failure.retryAfterSeconds !== undefined) reply.header('Retry-After', failure.retryAfterSeconds);
  return reply.code(failure.status).send({ message: failure.message });
}
