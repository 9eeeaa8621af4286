// An e-mail address in the one form that it is known by, so that a person is the same however they type it.
import { domainToASCII } from 'node:url';
import { z } from 'zod';

/** RFC 5321 4.5.3.1. */
const ADDRESS_LENGTH_MAX = 254;
const LOCAL_PART_LENGTH_MAX = 64;
/** With room for spaces around it, and for letters that become one when normalized. */
const TYPED_LENGTH_MAX = 2 * ADDRESS_LENGTH_MAX;

/** As browsers check it, with letters of every language. No space, control or separator: nothing a header could end at. */
const localPart = /^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]+$/u;
const hostLetters = /^[\p{L}\p{M}\p{N}.-]+$/u;
const hostName = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;

/** Undefined where the text is no address. */
export function normalizeEmail(text: string): string | undefined {
  // Before anything else, for the work below grows with the text.
  if (text.length > TYPED_LENGTH_MAX) return undefined;
  const [local = '', host = '', ...rest] = text.trim().toLowerCase().normalize('NFC').split('@');
  const isPlain = rest.length === 0 && localPart.test(local) && hostLetters.test(host);
  if (!isPlain || local.length > LOCAL_PART_LENGTH_MAX) return undefined;
  // The same name in the letters of the domain name system: bücher.example is xn--bcher-kva.example.
  const asciiHost = domainToASCII(host);
  const email = `${local}@${asciiHost}`;
  // A host of digits alone is a number, which domainToASCII turns into somebody's IP address.
  const isName = hostName.test(asciiHost) && !/(^|\.)\d+$/.test(asciiHost);
  return isName && email.length <= ADDRESS_LENGTH_MAX ? email : undefined;
}

export const emailAddress = z.string().transform((text, context) => {
  const email = normalizeEmail(text);
  if (email === undefined) context.addIssue({ code: 'custom', message: 'email must be an e-mail address.' });
  return email ?? z.NEVER;
});
