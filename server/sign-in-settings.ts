// The settings for signing in: mail, Stytch and OpenID Connect providers, and which of them belong together.

import { z } from 'zod';
import { type OauthProvider, oauthProvider } from '../contract/client-config.ts';
import { SESSION_DAYS_MAX } from '../contract/limits.ts';
import { isLoopback } from '../runtime/loopback.ts';
import { OperatorError } from '../runtime/operator-error.ts';
import { normalizeEmail } from './identity/email-address.ts';

export type StytchProject = { publicToken: string; projectId: string; secret: string };

/** An OpenID Connect provider; `name` is its part of the address, too. */
export type OidcProvider = { name: OauthProvider; issuer: string; clientId: string; clientSecret: string };

/** Whether this is a URL with the scheme and a host, and its user and password decode. */
export function hasScheme(text: string, scheme: RegExp): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  return scheme.test(protocol) && hostname !== '' && [username, password].every(isDecodable);
}

function isDecodable(text: string): boolean {
  return /^([^%]|%[0-9a-f]{2})*$/i.test(text);
}

/** Never quoted: their values hold passwords. */
const secretSettings = /^(DATABASE_URL|SMTP_URL|METRICS_TOKEN|PLATBOOK_INBOX_KEY|STYTCH_.*|OIDC_.*)$/;

/** Quotes the refused value, but never a secret: the message ends up on screens and in logs. */
export function badValue({ name, value, expected }: { name: string; value: string; expected: string }) {
  const problem = secretSettings.test(name)
    ? 'cannot be used (it is not shown, as it may hold a secret)'
    : `is "${value.replace(/^([a-z][a-z\d+.-]*:\/\/)?.*@/i, '$1***@')}"`;
  return new OperatorError(`${name} ${problem}: expected ${expected}.`);
}

const address = String.raw`[^\s\p{Cc}<>@",;]+@[^\s\p{Cc}<>@",;]+`;

/** Each message completes the sentence "expected …". */
export const signInSettings = {
  SMTP_URL: z
    .string()
    .refine((text) => hasScheme(text, /^smtps?:$/), 'an address such as smtps://user:password@host:465')
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(
      new RegExp(String.raw`^(?:[^\p{Cc}<>@",;]* <${address}>|${address})$`, 'u'),
      'an address such as atlas@example.org or Atlas <atlas@example.org>',
    )
    .optional(),
  MAIL_SIGN_IN: z
    .enum(['on', 'off'], 'on or off')
    .transform((text) => text === 'on')
    .default(true),
  SESSION_DAYS: z
    .string()
    .regex(/^([1-9]|[12]\d|30)$/, 'a whole number from 1 to 30')
    .transform(Number)
    .default(SESSION_DAYS_MAX),
  STYTCH_PUBLIC_TOKEN: z
    .string()
    .regex(/^public-token-(test|live)-[\w-]+$/, 'a token such as public-token-live-…')
    .optional(),
  STYTCH_PROJECT_ID: z
    .string()
    .regex(/^project-(test|live)-[\w-]+$/, 'an id such as project-live-…')
    .optional(),
};

type Given = Record<string, string>;

/** Settings that belong together: the values of all, or undefined where none is given. Throws where some are missing. */
export function readGroup<const Names extends readonly string[]>(
  given: Given,
  names: Names,
): { [at in keyof Names]: string } | undefined {
  const missing = names.filter((name) => given[name] === undefined);
  if (missing.length === names.length) return undefined;
  if (missing.length > 0) {
    const present = names.find((name) => given[name] !== undefined);
    throw new OperatorError(`${present} is of no use without ${missing.join(' and ')}.`);
  }
  return names.map((name) => given[name]!) as { [at in keyof Names]: string };
}

export function readStytch(given: Given): StytchProject | undefined {
  const group = readGroup(given, ['STYTCH_PUBLIC_TOKEN', 'STYTCH_PROJECT_ID', 'STYTCH_SECRET']);
  if (!group) return undefined;
  if (given.SESSION_DAYS !== undefined) {
    throw new OperatorError('SESSION_DAYS is of no use with Stytch, which alone ends its sessions.');
  }
  const [publicToken, projectId, secret] = group;
  return { publicToken, projectId, secret };
}

/**
 * SIGN_IN_ALLOW: addresses, and domains after an @ sign, normalized as addresses of users are. Undefined: everybody. With
 * Stytch it is refused: this server does not learn the addresses of people there, so it could not keep anybody out.
 */
export function readSignInAllow(given: Given): string[] | undefined {
  const list = given.SIGN_IN_ALLOW;
  if (list === undefined) return undefined;
  if (given.STYTCH_PROJECT_ID !== undefined) {
    throw new OperatorError(
      'SIGN_IN_ALLOW is of no use with Stytch, which alone knows the addresses: set who may sign in there.',
    );
  }
  return list.split(',').map((entry) => {
    const text = entry.trim();
    const isDomain = text.startsWith('@');
    const email = normalizeEmail(isDomain ? `anybody${text}` : text);
    if (email !== undefined) return isDomain ? email.slice(email.indexOf('@')) : email;
    throw new OperatorError(
      `SIGN_IN_ALLOW has the entry "${text}": expected addresses and domains, such as person@example.org, @county.gov.`,
    );
  });
}

/** OIDC_GOOGLE_ISSUER, OIDC_GOOGLE_CLIENT_ID and OIDC_GOOGLE_CLIENT_SECRET make the provider `google`. */
export function readOidcProviders(given: Given): OidcProvider[] {
  const names = Object.keys(given)
    .filter((setting) => /^OIDC_(.*_)?(ISSUER|CLIENT_ID|CLIENT_SECRET)$/.test(setting))
    .map(oidcName);
  return [...new Set(names)].sort().map((name) => {
    const group = `OIDC_${name.toUpperCase()}`;
    const setting = `${group}_ISSUER`;
    const [issuer, clientId, clientSecret] = readGroup(given, [
      setting,
      `${group}_CLIENT_ID`,
      `${group}_CLIENT_SECRET`,
    ])!;
    if (!isIssuer(issuer)) {
      const expected = 'an address such as https://accounts.example.org';
      throw badValue({ name: setting, value: issuer, expected });
    }
    return { name, issuer, clientId, clientSecret };
  });
}

/** A name without an icon is refused, not ignored: otherwise the provider would just not appear. */
function oidcName(setting: string): OauthProvider {
  const [, name] = /^OIDC_([A-Z]+)_(ISSUER|CLIENT_ID|CLIENT_SECRET)$/.exec(setting) ?? [];
  const known = oauthProvider.safeParse(name?.toLowerCase());
  if (known.success) return known.data;
  throw new OperatorError(
    `${setting} names no provider: expected GOOGLE, MICROSOFT or APPLE, as in OIDC_GOOGLE_ISSUER.`,
  );
}

/** OpenID Connect Discovery requires https; plain http is accepted for providers on this machine. */
function isIssuer(text: string): boolean {
  return hasScheme(text, /^https:$/) || (hasScheme(text, /^http:$/) && isLoopback(new URL(text).hostname));
}

/** MAIL_SIGN_IN=off needs another way in, and with Stytch the methods are settings of the project. */
export function refuseNoWayIn(config: {
  mailSignIn: boolean;
  stytch: StytchProject | undefined;
  oidcProviders: readonly OidcProvider[];
}): void {
  if (config.mailSignIn) return;
  if (config.stytch) {
    throw new OperatorError(
      'MAIL_SIGN_IN is of no use with Stytch, which sends the mail: switch magic links off there.',
    );
  }
  if (config.oidcProviders.length === 0) {
    throw new OperatorError(
      'MAIL_SIGN_IN is off and no provider is set, so that nobody could sign in: set OIDC_GOOGLE_ISSUER or another one.',
    );
  }
}

type MailSettings = {
  smtpUrl: string | undefined;
  stytch: StytchProject | undefined;
  mailSignIn: boolean;
};

export function usesInbox({ smtpUrl, stytch, mailSignIn }: MailSettings): boolean {
  return smtpUrl === undefined && stytch === undefined && mailSignIn;
}

/** The local inbox shows sign-in links to everybody who can open it, so it must be reachable from this machine only. */
export function refuseOpenInbox(config: MailSettings & { host: string; publicUrl: string }): void {
  if (!usesInbox(config)) return;
  const reachable = [
    isLoopback(config.host) ? undefined : `HOST is ${config.host}`,
    isLoopback(new URL(config.publicUrl).hostname) ? undefined : `PUBLIC_URL is ${config.publicUrl}`,
  ].filter((part) => part !== undefined);
  if (reachable.length > 0) {
    throw new OperatorError(
      `SMTP_URL is missing: sign-in mail would land in an inbox that others can open, as ${reachable.join(' and ')}.`,
    );
  }
}
