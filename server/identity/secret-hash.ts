// How secrets are kept: the store holds what they hash to, from which nobody gets back to them.
import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, as text that is safe in an address and in a cookie. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Without salt or stretching: what is hashed here is too random to be guessed. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
