// The message that carries a sign-in link and mostly a code beside it, as plain text and as HTML.
import { escapeHtml } from '../../../runtime/escape-html.ts';
import { MAIL_SMALL, mailHtml } from './mail-html.ts';
import type { MailMessage } from './mailer.ts';

type MagicLink = {
  link: string;
  /** Six digits. Not in the subject: locked phones show that. */
  code?: string | undefined;
  minutes: number;
  productName: string;
};

export function magicLinkMessage({ link, code, minutes, productName }: MagicLink): Omit<MailMessage, 'to'> {
  const subject = `Sign in to ${productName}`;
  const works = code === undefined ? 'The link works' : 'Link or code works';
  const lifetime = `${works} once, within ${minutes} minutes, in the browser in which you asked for it.`;
  const ignore =
    code === undefined
      ? 'If you did not ask for it, ignore this message: without the link nobody gets in.'
      : 'If you did not ask for it, ignore this message, and tell nobody the code: without link and code nobody gets in.';
  const spaced = code?.replace(/^\d{3}/, '$& ');
  return {
    subject,
    text: [
      `Open this link to sign in to ${productName}:\n${link}`,
      ...(spaced === undefined ? [] : [`${TYPE_CODE}\n${spaced}`]),
      lifetime,
      ignore,
    ].join('\n\n'),
    html: html({ link, code: spaced, subject, lifetime, ignore, productName }),
  };
}

const TYPE_CODE = 'Or type this code on the page where you asked for it:';

type Words = {
  link: string;
  code: string | undefined;
  subject: string;
  lifetime: string;
  ignore: string;
  productName: string;
};

/** Only the button sets colors. */
function html({ link: address, code, subject, lifetime, ignore, productName }: Words): string {
  const link = escapeHtml(address);
  const codePart =
    code === undefined
      ? ''
      : `
<p style="margin:0 0 4px">${TYPE_CODE}</p>
<p style="margin:0 0 24px;font-size:28px;line-height:1.25;font-weight:600;letter-spacing:2px;font-variant-numeric:tabular-nums">${escapeHtml(code)}</p>`;
  const main = `<p style="margin:0 0 24px">${escapeHtml(lifetime)}</p>
<p style="margin:0 0 24px"><a href="${link}" style="display:inline-block;border-radius:8px;background-color:#1f5c3d;color:#fdfbf6;padding:12px 20px;font-weight:600;text-decoration:none">Sign in</a></p>${codePart}
<p style="${MAIL_SMALL}">If the button does nothing, copy this address into that browser:<br><a href="${link}" style="word-break:break-all">${link}</a></p>
<p style="${MAIL_SMALL}">${escapeHtml(ignore)}</p>`;
  return mailHtml({ productName, subject, main });
}
