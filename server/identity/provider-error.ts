// Errors of the authentication provider, in the flat JSON shape that Stytch's client library reads.
import { randomUUID } from 'node:crypto';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { asFailure, describeFault, Failure, logFault } from '../failure.ts';
import { MailFailed } from './mail/mailer.ts';

/** Statuses and messages by Stytch's error types, some of which the client library acts on. */
const errors = {
  bad_request: [400, 'The request cannot be understood.'],
  invalid_email: [400, 'email must be an e-mail address.'],
  invalid_pkce_code_challenge: [400, 'code_challenge is required: a SHA-256 hash in base64url.'],
  invalid_pkce_code_verifier: [400, 'code_verifier must be text of 1 to 128 characters.'],
  invalid_session_duration_minutes: [400, 'session_duration_minutes must lie between 5 and 43200.'],
  invalid_method_id: [400, 'method_id must be the text that the answer to a request for a link carried.'],
  invalid_token: [400, 'token must be text, and that of a code six digits.'],
  no_match_for_provided_magic_link_url: [400, 'A magic link can only lead to /authenticate on this site.'],
  no_match_for_provided_oauth_url: [400, 'Signing in can only lead to /authenticate on this site.'],
  pkce_expected_code_verifier: [
    400,
    'A code_verifier is required, because the sign-in began with a code_challenge.',
  ],
  pkce_mismatch: [400, 'The code_verifier does not match the code_challenge that the sign-in began with.'],
  unauthorized_credentials: [401, 'There is no session, or the public token is not that of this site.'],
  unable_to_auth_magic_link: [401, 'The magic link is unknown, was used already, or has expired.'],
  otp_code_not_found: [404, 'The code is wrong, was used already, or has expired.'],
  oauth_token_not_found: [404, 'The OAuth token is unknown, was used already, or has expired.'],
  project_not_found: [404, 'There is no such project here.'],
  session_not_found: [404, 'The session is unknown, was revoked, or has expired.'],
  route_not_found: [404, 'This provider has no such call.'],
  too_many_requests: [429, 'Too many tries. Please wait a few minutes.'],
  internal_server_error: [500, 'Something went wrong on the server. Please try again.'],
  server_unavailable: [503, 'The message could not be sent. Please try again.'],
} as const satisfies Record<string, [status: number, message: string]>;

export type ProviderErrorType = keyof typeof errors;

type Details = { status?: number | undefined; message?: string; retryAfterSeconds?: number | undefined };

export class ProviderError extends Error {
  override name = 'ProviderError';
  readonly type: ProviderErrorType;
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;

  constructor(type: ProviderErrorType, { status, message, retryAfterSeconds }: Details = {}) {
    const [defaultStatus, defaultMessage] = errors[type];
    super(message ?? defaultMessage);
    this.type = type;
    this.status = status ?? defaultStatus;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export function newRequestId(): string {
  return `request-id-test-${randomUUID()}`;
}

function asProviderError(error: FastifyError): ProviderError {
  if (error instanceof ProviderError) return error;
  if (error instanceof MailFailed) return new ProviderError('server_unavailable', { retryAfterSeconds: 30 });
  const failure = asFailure(error);
  return failure
    ? new ProviderError(failure.status === 503 ? 'server_unavailable' : 'bad_request', failure)
    : new ProviderError('internal_server_error', describeFault(error));
}

export function replyProviderError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { status, type, message, retryAfterSeconds } = asProviderError(error);
  if (status >= 500 && !(error instanceof Failure)) logFault(error, { request, status });
  request.refusal = type;
  if (retryAfterSeconds !== undefined) reply.header('Retry-After', retryAfterSeconds);
  return reply.code(status).send({
    status_code: status,
    // The id that the log has, too.
    request_id: `request-id-test-${request.id}`,
    error_type: type,
    error_message: message,
    error_url: `https://stytch.com/docs/api/errors/${status}#${type}`,
  });
}
