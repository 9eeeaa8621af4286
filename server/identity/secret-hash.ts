// Secrets are stored as hashes only: somebody who reads the store cannot use them.
import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits in base64url, which is safe in URLs and cookies. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** No salt and no key stretching: these secrets are random and long, so they cannot be guessed. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
