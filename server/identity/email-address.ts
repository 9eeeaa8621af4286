// Validates and normalizes e-mail addresses, so that different spellings of one address are one user.
import { domainToASCII } from 'node:url';
import { z } from 'zod';

/** RFC 5321 4.5.3.1. */
const ADDRESS_LENGTH_MAX = 254;
const LOCAL_PART_LENGTH_MAX = 64;
/** Before trimming and Unicode normalization, both of which may shorten the text. */
const TYPED_LENGTH_MAX = 2 * ADDRESS_LENGTH_MAX;

/** The rule of browsers, with letters of all languages. Header injection: no spaces, control characters or separators. */
const localPart = /^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]+$/u;
const hostLetters = /^[\p{L}\p{M}\p{N}.-]+$/u;
const hostName = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;

/** Undefined where the text is not an e-mail address. */
export function normalizeEmail(text: string): string | undefined {
  // First of all: the work below grows with the length of the text.
  if (text.length > TYPED_LENGTH_MAX) return undefined;
  const [local = '', host = '', ...rest] = text.trim().toLowerCase().normalize('NFC').split('@');
  const isPlain = rest.length === 0 && localPart.test(local) && hostLetters.test(host);
  if (!isPlain || local.length > LOCAL_PART_LENGTH_MAX) return undefined;
  // Punycode: bücher.example is xn--bcher-kva.example in the domain name system.
  const asciiHost = domainToASCII(host);
  const email = `${local}@${asciiHost}`;
  // domainToASCII turns a host of digits into an IP address.
  const isName = hostName.test(asciiHost) && !/(^|\.)\d+$/.test(asciiHost);
  return isName && email.length <= ADDRESS_LENGTH_MAX ? email : undefined;
}

export const emailAddress = z.string().transform((text, context) => {
  const email = normalizeEmail(text);
  if (email === undefined) context.addIssue({ code: 'custom', message: 'email must be an e-mail address.' });
  return email ?? z.NEVER;
});
