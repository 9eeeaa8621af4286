// What the provider says of users and sessions, field by field as its client library reads them.
import type { Session, User } from '../../store/account-store.ts';
import { newRequestId } from './provider-error.ts';

export function success<Data extends object>(data?: Data) {
  return { data: { request_id: newRequestId(), status_code: 200, ...data } };
}

/** Each user has exactly one address. */
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

function factorAnswer(session: Session, user: User) {
  const email = { email_id: emailIdOf(user), email_address: user.email };
  const time = isoTime(session.startedAtMs);
  return session.kind === 'oauth'
    ? { type: 'oauth', delivery_method: 'oidc', last_authenticated_at: time, email_factor: email }
    : { type: 'magic_link', delivery_method: 'email', last_authenticated_at: time, email_factor: email };
}

export function sessionAnswer(session: Session, user: User) {
  return {
    session_id: session.sessionId,
    user_id: session.userId,
    started_at: isoTime(session.startedAtMs),
    last_accessed_at: isoTime(session.lastAccessedAtMs),
    expires_at: isoTime(session.expiresAtMs),
    // Where a person was and with what is nobody's business here, so it is not kept.
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
    // The client library takes a missing one for an answer that it cannot read.
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
