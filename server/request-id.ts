// The id of a request: the answer carries it as X-Request-Id, and so does every log line about it. It is never taken from the
// client, who could otherwise write into the log.
import { randomBytes, randomInt } from 'node:crypto';

/** Tells processes and restarts apart. */
const PREFIX = randomBytes(6).toString('hex');
/** An odd factor permutes all 32-bit numbers: ids do not repeat, and do not show how many requests there were. */
const FACTOR = randomInt(2 ** 31) * 2 + 1;

const hexOfByte = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

let counter = randomInt(2 ** 31);

/**
 * All ids have the same length, so one can be written over another. No random bytes for each: every answer needs one, also a
 * tile from memory.
 */
export function nextRequestId(): string {
  counter = (counter + 1) | 0;
  const mixed = Math.imul(counter, FACTOR);
  return (
    PREFIX +
    hexOfByte[mixed >>> 24] +
    hexOfByte[(mixed >>> 16) & 255] +
    hexOfByte[(mixed >>> 8) & 255] +
    hexOfByte[mixed & 255]
  );
}
