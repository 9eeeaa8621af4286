// The one place where something thrown becomes an answer: {"message": "…"} with the right status.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { messages } from '../contract/messages.ts';
import { Failure } from './failure.ts';

/** What Fastify itself refuses before a handler runs, by its error code. */
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
  const status = error.statusCode;
  if (status === undefined || status < 400 || status >= 500) return undefined;
  return new Failure(status, frameworkMessages[error.code] ?? messages.badRequest);
}

export function replyFailure(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const failure = asFailure(error);
  // Whatever the route had in mind for its answer, a failure is nothing to keep.
  reply.header('Cache-Control', 'no-store');
  if (failure === undefined) {
    // The route's pattern, not the address: a query may hold what does not belong in a log.
    request.log.error({ err: error, method: request.method, route: request.routeOptions.url });
    return reply.code(error.statusCode ?? 500).send({ message: messages.serverFault });
  }
  if (failure.status === 401) reply.header('WWW-Authenticate', 'Bearer');
  return reply.code(failure.status).send({ message: failure.message });
}
