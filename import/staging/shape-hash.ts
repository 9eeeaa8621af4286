// A short name for a shape, equal for equal bytes.
import { hash } from 'node:crypto';

/** 128 bits tell a billion shapes apart. Not for security. */
const BASE64_CHARACTERS = 22;

export function shapeHash(shape: Uint8Array): string {
  return hash('sha1', shape, 'base64').slice(0, BASE64_CHARACTERS);
}
