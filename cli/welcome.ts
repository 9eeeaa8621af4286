// What the operator reads after a start: the address, the loaded parcels, and where mail goes.
import { PRODUCT_NAME } from '../contract/limits.ts';
import { isLoopback } from '../runtime/loopback.ts';
import { VERSION } from '../runtime/version.ts';
import type { Config } from '../server/config.ts';
import { usesInbox } from '../server/sign-in-settings.ts';
import type { ParcelSet } from '../store/parcel-store.ts';

type Welcome = {
  config: Config;
  /** Undefined where the last county was removed. */
  set: ParcelSet | undefined;
  /** What the maps lack. */
  missing?: string | undefined;
  webFolder: string | undefined;
};

export function welcome({ config, set, missing, webFolder }: Welcome): string {
  const access = config.parcelAccess === 'public' ? 'open to everybody' : 'for signed-in people only';
  return [
    '',
    `${PRODUCT_NAME} ${VERSION} is running.`,
    '',
    `  Open      ${startAddress(config)}${webFolder ? '' : '  (the web pages are not built: npm run build)'}`,
    `  Parcels   ${set ? `${inGroups(set.count)}, ${set.source}, ${access} (PARCEL_ACCESS)` : 'none: platbook import loads a county'}`,
    ...(missing ? [`  Ground    ${missing}`] : []),
    `  Mail      ${mailInWords(config)}`,
    `  Data      ${config.databaseUrl ? 'in PostgreSQL (DATABASE_URL)' : config.dataDir}`,
    '  Stop      Ctrl-C',
    ...(isSecureContext(config.publicUrl)
      ? []
      : ['', '  Nobody can sign in yet: browsers allow it over https only, and PUBLIC_URL is plain http.']),
    ...(isBehindUnknownProxy(config) ? ['', ...unknownProxy] : []),
    '',
  ].join('\n');
}

/** 41,172. Not by toLocaleString: loading its data takes 22 ms, in which the new server answers nobody. */
function inGroups(count: number): string {
  return `${count}`.replace(/\B(?=(\d{3})+$)/g, ',');
}

/** With the inbox's key: in the browser that opens it, the login page links to the inbox. */
function startAddress(config: Config): string {
  return usesInbox(config) ? `${config.publicUrl}/start/${config.inboxKey}` : config.publicUrl;
}

function mailInWords({ smtpUrl, stytch, mailSignIn, publicUrl, inboxKey }: Config): string {
  if (stytch) return 'sent by Stytch (STYTCH_PROJECT_ID)';
  if (smtpUrl) return `sent through ${new URL(smtpUrl).host} (SMTP_URL)`;
  if (!mailSignIn) return 'none (MAIL_SIGN_IN is off, and SMTP_URL is not set)';
  return `lands in the local inbox, ${publicUrl}/inbox/${inboxKey} (SMTP_URL sends it)`;
}

/** Platbook itself speaks plain http: https comes from a proxy in front. */
function isBehindUnknownProxy({ publicUrl, trustProxy }: Config): boolean {
  return publicUrl.startsWith('https:') && trustProxy.length === 0;
}

const unknownProxy = [
  '  Warning: PUBLIC_URL is https, so a proxy is in front, but TRUST_PROXY names none. Everybody counts as one client,',
  '  and thirty sign-in mails lock out all. Set TRUST_PROXY to the address of the proxy, such as 127.0.0.1.',
];

/** In any other context browsers have no crypto.subtle, which signing in needs. */
function isSecureContext(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'https:' || isLoopback(hostname);
}
