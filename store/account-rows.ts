// The rows of the account tables, and their conversion to the types of account-store.ts.
import type { Session, SignInKind, SignInToken, SignInTokenKind, SigningKey, User } from './account-store.ts';

export type UserRow = {
  user_id: string;
  email: string;
  email_verified: number;
  created_at_ms: number;
  banned_at_ms: number | null;
};
export type SignInTokenRow = {
  token_hash: string;
  kind: SignInTokenKind;
  user_id: string;
  code_challenge: string;
  method_hash: string | null;
  code_hash: string | null;
  created_at_ms: number;
  expires_at_ms: number;
  spent: number;
};
export type SessionRow = {
  session_id: string;
  user_id: string;
  kind: SignInKind;
  token_hash: string;
  started_at_ms: number;
  last_accessed_at_ms: number;
  expires_at_ms: number;
  browser: string | null;
};
export type SigningKeyRow = { key_id: string; private_jwk: string; created_at_ms: number };

export function userOf(row: UserRow): User {
  return {
    userId: row.user_id,
    email: row.email,
    emailVerified: row.email_verified === 1,
    createdAtMs: row.created_at_ms,
    bannedAtMs: row.banned_at_ms ?? undefined,
  };
}

export function signInTokenOf(row: SignInTokenRow): SignInToken {
  return {
    tokenHash: row.token_hash,
    kind: row.kind,
    userId: row.user_id,
    codeChallenge: row.code_challenge,
    createdAtMs: row.created_at_ms,
    expiresAtMs: row.expires_at_ms,
    ...(row.method_hash !== null &&
      row.code_hash !== null && { code: { methodHash: row.method_hash, codeHash: row.code_hash } }),
  };
}

export function sessionOf(row: SessionRow): Session {
  return {
    sessionId: row.session_id,
    userId: row.user_id,
    kind: row.kind,
    tokenHash: row.token_hash,
    startedAtMs: row.started_at_ms,
    lastAccessedAtMs: row.last_accessed_at_ms,
    expiresAtMs: row.expires_at_ms,
    browser: row.browser ?? undefined,
  };
}

export function signingKeyOf(row: SigningKeyRow): SigningKey {
  return { keyId: row.key_id, privateJwk: row.private_jwk, createdAtMs: row.created_at_ms };
}
