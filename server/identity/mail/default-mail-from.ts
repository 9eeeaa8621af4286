// Whom mail comes from where MAIL_FROM does not say.
import { PRODUCT_NAME } from '../../../contract/limits.ts';

type MailServer = { smtpUrl: string; publicUrl: string };

/** Mail servers take mail from the account that signs in to them; others know the site by its name at best. */
export function defaultMailFrom({ smtpUrl, publicUrl }: MailServer): string {
  const account = decodeURIComponent(new URL(smtpUrl).username);
  if (/^[\w.+-]+@[\w.-]+$/.test(account)) return `${PRODUCT_NAME} <${account}>`;
  const { hostname } = new URL(publicUrl);
  const isAddress = /^[\d.]+$|^\[/.test(hostname);
  return `${PRODUCT_NAME} <no-reply@${isAddress ? 'localhost' : hostname}>`;
}
