// The message that carries a sign-in link, as plain text and as HTML.
import { escapeHtml } from '../../../runtime/escape-html.ts';
import { MAIL_SMALL, mailHtml } from './mail-html.ts';
import type { MailMessage } from './mailer.ts';

type MagicLink = { link: string; minutes: number; productName: string };

export function magicLinkMessage({ link, minutes, productName }: MagicLink): Omit<MailMessage, 'to'> {
  const subject = `Sign in to ${productName}`;
  const lifetime = `The link works once, within ${minutes} minutes, in the browser in which you asked for it.`;
  const ignore = 'If you did not ask for it, ignore this message: without the link nobody gets in.';
  return {
    subject,
    text: [`Open this link to sign in to ${productName}:\n${link}`, lifetime, ignore].join('\n\n'),
    html: html({ link, subject, lifetime, ignore, productName }),
  };
}

type Words = { link: string; subject: string; lifetime: string; ignore: string; productName: string };

/** Only the button sets colors. */
function html({ link: address, subject, lifetime, ignore, productName }: Words): string {
  const link = escapeHtml(address);
  const main = `<p style="margin:0 0 24px">${escapeHtml(lifetime)}</p>
<p style="margin:0 0 24px"><a href="${link}" style="display:inline-block;border-radius:8px;background-color:#1f5c3d;color:#fdfbf6;padding:12px 20px;font-weight:600;text-decoration:none">Sign in</a></p>
<p style="${MAIL_SMALL}">If the button does nothing, copy this address into that browser:<br><a href="${link}" style="word-break:break-all">${link}</a></p>
<p style="${MAIL_SMALL}">${escapeHtml(ignore)}</p>`;
  return mailHtml({ productName, subject, main });
}
