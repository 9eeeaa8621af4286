// Secrets are stored as hashes only: somebody who reads the store cannot use them.
import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto';

/** 256 random bits in base64url, which is safe in URLs and cookies. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** No salt and no key stretching: these secrets are random and long, so they cannot be guessed. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

export const CODE_DIGITS = 6;

export function newCode(): string {
  return String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
}

/**
 * A code is short enough to guess from a plain hash. So its hash is keyed with a secret that is not stored either. Comparing such
 * hashes tells nothing by its duration: nobody can choose what they begin with.
 */
export function codeHashOf({ code, secret }: { code: string; secret: string }): string {
  return createHmac('sha256', secret).update(code).digest('hex');
}
