// Validates and normalizes e-mail addresses, so that different spellings of one address are one user.
import { domainToASCII, domainToUnicode } from 'node:url';
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

/** Of a Kelvin sign lower case makes a k: whoever a provider confirms as the owner of that address would open the account of this one. */
function hasAsciiInDisguise(text: string): boolean {
  const becomesAscii = (letter: string) => /[\0-\x7f]/.test(letter.toLowerCase().normalize('NFC'));
  return [...text].some((letter) => letter > '\x7f' && becomesAscii(letter));
}

/** Undefined where the text is not an e-mail address. */
export function normalizeEmail(text: string): string | undefined {
  // First of all: the work below grows with the length of the text.
  if (text.length > TYPED_LENGTH_MAX) return undefined;
  const trimmed = text.trim();
  if (hasAsciiInDisguise(trimmed)) return undefined;
  const [local = '', host = '', ...rest] = trimmed.toLowerCase().normalize('NFC').split('@');
  const isPlain = rest.length === 0 && localPart.test(local) && hostLetters.test(host);
  if (!isPlain || local.length > LOCAL_PART_LENGTH_MAX) return undefined;
  // Punycode: bücher.example is xn--bcher-kva.example in the domain name system.
  const asciiHost = domainToASCII(host);
  // What it makes of fullwidth letters, ligatures and invisible marks is another host than the one that was written.
  const isItself = host === asciiHost || host === domainToUnicode(asciiHost);
  const email = `${local}@${asciiHost}`;
  // domainToASCII turns a host of digits into an IP address.
  const isName = hostName.test(asciiHost) && !/(^|\.)\d+$/.test(asciiHost);
  return isItself && isName && email.length <= ADDRESS_LENGTH_MAX ? email : undefined;
}

export const emailAddress = z.string().transform((text, context) => {
  const email = normalizeEmail(text);
  if (email === undefined) context.addIssue({ code: 'custom', message: 'email must be an e-mail address.' });
  return email ?? z.NEVER;
});
