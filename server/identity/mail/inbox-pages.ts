// The pages of the local inbox: plain HTML that needs no script and fetches nothing.
import { createHash } from 'node:crypto';
import { PRODUCT_NAME } from '../../../contract/limits.ts';
import { escapeHtml } from './escape-html.ts';
import { inboxStyle } from './inbox-style.ts';
import type { MailMessage } from './mailer.ts';

export type InboxMessage = MailMessage & { id: string; sentAtMs: number };

const RELOAD_SECONDS = 5;

const styleHash = createHash('sha256').update(inboxStyle).digest('base64');

export const inboxHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${styleHash}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  // A sign-in link must not travel on as the address that somebody came from.
  'Referrer-Policy': 'no-referrer',
};

/** In the server's time zone, which is the reader's: both are this machine. */
const timeFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' });

function time(sentAtMs: number): string {
  return `<time datetime="${new Date(sentAtMs).toISOString()}">${timeFormat.format(sentAtMs)}</time>`;
}

function page({ title, head = '', main }: { title: string; head?: string; main: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
${head}<title>${escapeHtml(title)} · ${PRODUCT_NAME}</title>
<style>${inboxStyle}</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`;
}

const emptyList = `<p class="empty"><strong>No mail yet</strong>
Ask for a sign-in link at <a href="/login">the login page</a>, and it arrives here.</p>`;

function row({ id, to, subject, sentAtMs }: InboxMessage): string {
  return `<li><a href="/inbox/${id}"><strong>${escapeHtml(subject)}</strong>
<span>${escapeHtml(to)}</span> ${time(sentAtMs)}</a></li>`;
}

export function listPage(messages: readonly InboxMessage[]): string {
  const list = messages.length === 0 ? emptyList : `<ul>\n${messages.map(row).join('\n')}\n</ul>`;
  return page({
    title: 'Local inbox',
    head: `<meta http-equiv="refresh" content="${RELOAD_SECONDS}">\n`,
    main: `<h1>Local inbox</h1>
<p>No mail server is set (SMTP_URL), so ${PRODUCT_NAME} delivers its mail here, for this machine only.</p>
${list}
<footer>Newest first; looks for new mail every ${RELOAD_SECONDS} seconds. Messages are lost when the server stops.</footer>`,
  });
}

/** Every other piece between matches is an address, since the pattern captures it whole. */
function linked(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map(escapeHtml)
    .map((piece, index) => (index % 2 === 1 ? `<a href="${piece}">${piece}</a>` : piece))
    .join('');
}

const backToList = '<nav><a href="/inbox">← Local inbox</a></nav>';

export function messagePage({ to, subject, text, sentAtMs }: InboxMessage): string {
  return page({
    title: subject,
    main: `${backToList}
<h1>${escapeHtml(subject)}</h1>
<p>To ${escapeHtml(to)}, ${time(sentAtMs)}</p>
<article>${linked(text)}</article>`,
  });
}

export function missingPage(): string {
  return page({
    title: 'No such message',
    main: `${backToList}
<h1>No such message</h1>
<p>It has made room for newer ones, or the server has been started again since.</p>`,
  });
}
