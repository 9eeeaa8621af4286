// What the client library may send, checked at the door. Fields that this provider has no use for are let pass.
import { z } from 'zod';
import { emailAddress } from './email-address.ts';
import { ProviderError, type ProviderErrorType } from './provider-error.ts';

/** As Stytch has it: from five minutes to 366 days. */
const DURATION_MINUTES = { min: 5, max: 527_040 };
const VERIFIER_LENGTH_MAX = 128;

const sessionMinutes = z.int().min(DURATION_MINUTES.min).max(DURATION_MINUTES.max);

export const loginOrCreateBody = z.object({
  email: emailAddress,
  code_challenge: z.string().regex(/^[\w-]{43}$/),
  login_magic_link_url: z.string().optional(),
  signup_magic_link_url: z.string().optional(),
});

export const authenticateTokenBody = z.object({
  token: z.string().min(1),
  code_verifier: z.string().min(1).max(VERIFIER_LENGTH_MAX).optional(),
  session_duration_minutes: sessionMinutes,
});

export const authenticateSessionBody = z
  .object({ session_duration_minutes: sessionMinutes.optional() })
  .default({});

/** The name of what is wrong, by the field that is. */
const errorTypes: Record<string, ProviderErrorType> = {
  email: 'invalid_email',
  code_challenge: 'invalid_pkce_code_challenge',
  code_verifier: 'invalid_pkce_code_verifier',
  session_duration_minutes: 'invalid_session_duration_minutes',
  token: 'invalid_token',
  login_magic_link_url: 'no_match_for_provided_magic_link_url',
  signup_magic_link_url: 'no_match_for_provided_magic_link_url',
};

export function parseSdkInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (!parsed.success) {
    throw new ProviderError(errorTypes[String(parsed.error.issues[0]!.path[0])] ?? 'bad_request');
  }
  return parsed.data;
}
