// The message that carries a sign-in link, as plain text and as HTML.
import { escapeHtml } from './escape-html.ts';
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

/** Only the button sets colors: the rest follows the mail program's light or dark mode. */
function html(words: Words): string {
  const link = escapeHtml(words.link);
  const subject = escapeHtml(words.subject);
  const small = 'margin:0 0 12px;font-size:13px';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${subject}</title>
</head>
<body style="margin:0">
<div style="max-width:480px;margin:0 auto;padding:32px 20px;font:15px/1.5 'Noto Sans',system-ui,-apple-system,'Segoe UI',Arial,sans-serif">
<p style="margin:0 0 24px;font-size:13px;font-weight:600">${escapeHtml(words.productName)}</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.25;font-weight:600">${subject}</h1>
<p style="margin:0 0 24px">${escapeHtml(words.lifetime)}</p>
<p style="margin:0 0 24px"><a href="${link}" style="display:inline-block;border-radius:8px;background-color:#1f5c3d;color:#fdfbf6;padding:12px 20px;font-weight:600;text-decoration:none">Sign in</a></p>
<p style="${small}">If the button does nothing, copy this address into that browser:<br><a href="${link}" style="word-break:break-all">${link}</a></p>
<p style="${small}">${escapeHtml(words.ignore)}</p>
</div>
</body>
</html>
`;
}
