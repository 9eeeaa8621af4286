// The wire format of /sdk/v1: the bodies that Stytch's client library sends, and the answers that it reads.
import { z } from 'zod';
import { SESSION_MINUTES } from '../../contract/limits.ts';
import type { Session, User } from '../../store/account-store.ts';
import { emailAddress } from './email-address.ts';
import { newRequestId, ProviderError, type ProviderErrorType } from './provider-error.ts';
import { CODE_DIGITS } from './secret-hash.ts';

/** Stytch's own minimum. Its maximum is 366 days; here it is what the application asks for. */
const DURATION_MINUTES = { min: 5, max: SESSION_MINUTES };
const VERIFIER_LENGTH_MAX = 128;
const METHOD_ID_LENGTH_MAX = 128;

const sessionMinutes = z.int().min(DURATION_MINUTES.min).max(DURATION_MINUTES.max);

// Unknown fields are ignored: the library sends more than this provider reads.

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

export const authenticateCodeBody = z.object({
  token: z.string().regex(new RegExp(`^\\d{${CODE_DIGITS}}$`)),
  method_id: z.string().min(1).max(METHOD_ID_LENGTH_MAX),
  session_duration_minutes: sessionMinutes,
});

export const authenticateSessionBody = z
  .object({ session_duration_minutes: sessionMinutes.optional() })
  .default({});

/** The provider's error type for a bad field. */
const errorTypes: Record<string, ProviderErrorType> = {
  email: 'invalid_email',
  code_challenge: 'invalid_pkce_code_challenge',
  code_verifier: 'invalid_pkce_code_verifier',
  session_duration_minutes: 'invalid_session_duration_minutes',
  token: 'invalid_token',
  method_id: 'invalid_method_id',
  login_magic_link_url: 'no_match_for_provided_magic_link_url',
  signup_magic_link_url: 'no_match_for_provided_magic_link_url',
};

/** Throws a ProviderError for the first field that is wrong. */
export function parseSdkInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (!parsed.success) {
    throw new ProviderError(errorTypes[String(parsed.error.issues[0]!.path[0])] ?? 'bad_request');
  }
  return parsed.data;
}

export function success<Data extends object>(data?: Data) {
  return { data: { request_id: newRequestId(), status_code: 200, ...data } };
}

/** Derived from the user's id: each user has exactly one e-mail address. */
function emailIdOf({ userId }: User): string {
  return `email-test-${userId}`;
}

function isoTime(timeMs: number): string {
  return new Date(timeMs).toISOString();
}

export function userAnswer(user: User) {
  return {
    user_id: user.userId,
    status: user.emailVerified ? 'active' : 'pending',
    created_at: isoTime(user.createdAtMs),
    emails: [{ email: user.email, email_id: emailIdOf(user), verified: user.emailVerified }],
    name: { first_name: '', middle_name: '', last_name: '' },
    phone_numbers: [],
    providers: [],
    webauthn_registrations: [],
    biometric_registrations: [],
    crypto_wallets: [],
    totps: [],
    password: null,
    roles: [],
    trusted_metadata: {},
    untrusted_metadata: {},
  };
}

const FACTORS = {
  magic_links: { type: 'magic_link', delivery_method: 'email' },
  oauth: { type: 'oauth', delivery_method: 'oidc' },
  otps: { type: 'otp', delivery_method: 'email' },
} as const;

function factorAnswer(session: Session, user: User) {
  return {
    ...FACTORS[session.kind],
    last_authenticated_at: isoTime(session.startedAtMs),
    email_factor: { email_id: emailIdOf(user), email_address: user.email },
  };
}

export function sessionAnswer(session: Session, user: User) {
  return {
    session_id: session.sessionId,
    user_id: session.userId,
    started_at: isoTime(session.startedAtMs),
    last_accessed_at: isoTime(session.lastAccessedAtMs),
    expires_at: isoTime(session.expiresAtMs),
    // Privacy: network addresses of users are not stored, and of their browsers only the name.
    attributes: { ip_address: '', user_agent: '' },
    authentication_factors: [factorAnswer(session, user)],
    roles: [],
  };
}

export type SignedIn = { session: Session; user: User; sessionToken: string; sessionJwt: string };

export function signedInAnswer({ session, user, sessionToken, sessionJwt }: SignedIn) {
  return success({
    user_id: user.userId,
    method_id: emailIdOf(user),
    session_token: sessionToken,
    session_jwt: sessionJwt,
    session: sessionAnswer(session, user),
    user: userAnswer(user),
  });
}

export function bootstrapAnswer(projectName: string) {
  return success({
    project_name: projectName,
    vertical: 'CONSUMER',
    captcha_settings: { enabled: false },
    pkce_required_for_email_magic_links: true,
    pkce_required_for_oauth: true,
    pkce_required_for_password_resets: true,
    pkce_required_for_sso: false,
    // Required: without it the client library rejects the whole answer.
    password_config: null,
    rbac_policy: { roles: [], resources: [], scopes: [] },
    dfp_protected_auth_enabled: false,
    cname_domain: null,
    disable_sdk_watermark: true,
    email_domains: [],
    slug_pattern: null,
    create_organization_enabled: false,
    siwe_required_for_crypto_wallets: false,
  });
}
