// The pages of the local inbox: plain HTML without scripts, and no requests but for the page itself.
import { createHash } from 'node:crypto';
import { PRODUCT_NAME } from '../../../contract/limits.ts';
import { escapeHtml } from './escape-html.ts';
import type { MailMessage } from './mailer.ts';

export type InboxMessage = MailMessage & { id: string; sentAtMs: number };

const RELOAD_SECONDS = 5;

/** The colors of web/ui/theme.css: these pages are not part of the web app's build. */
const inboxStyle = `
:root {
  color-scheme: light;
  --paper: #f5f0e3;
  --surface: #fdfbf6;
  --ink: #1d1b16;
  --ink-soft: #5c5647;
  --hairline: rgb(29 27 22 / 0.14);
  --hover: rgb(29 27 22 / 0.06);
  --accent: #1f5c3d;
}
@media (prefers-color-scheme: dark) {
  :root {
    color-scheme: dark;
    --paper: #15130f;
    --surface: #1f1d18;
    --ink: #f3eee2;
    --ink-soft: #b9b09c;
    --hairline: rgb(243 238 226 / 0.16);
    --hover: rgb(243 238 226 / 0.09);
    --accent: #8fcba6;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0;
  background: var(--paper);
  color: var(--ink);
  font: 14px/1.5 "Noto Sans", system-ui, sans-serif;
}
main { max-width: 640px; margin: 0 auto; padding: 32px 16px; overflow-wrap: anywhere; }
h1 { margin: 0 0 8px; font-size: 22px; line-height: 1.25; font-weight: 600; }
p, time, footer { color: var(--ink-soft); }
p { margin: 0 0 20px; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
ul, article, .empty {
  margin: 0;
  border: 1px solid var(--hairline);
  border-radius: 12px;
  background: var(--surface);
  overflow: hidden;
}
ul { padding: 0; list-style: none; }
li + li { border-top: 1px solid var(--hairline); }
li a {
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  column-gap: 16px;
  padding: 12px 16px;
  color: inherit;
  text-decoration: none;
}
li strong { flex-basis: 100%; }
li a:hover { background: var(--hover); }
li a:focus-visible { outline-offset: -2px; }
strong { display: block; font-weight: 600; color: var(--ink); }
time { font-variant-numeric: tabular-nums; }
article { padding: 20px 16px; white-space: pre-line; }
.empty { padding: 40px 16px; text-align: center; }
nav { margin: 0 0 16px; }
footer { margin-top: 16px; font-size: 13px; }
`;

const styleHash = createHash('sha256').update(inboxStyle).digest('base64');

export const inboxHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${styleHash}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  // The Referer header would hand on the sign-in link.
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

/** Makes URLs clickable. Splitting by a capture group puts the matches at the odd indexes. */
function linkUrls(text: string): string {
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
<article>${linkUrls(text)}</article>`,
  });
}

export function missingPage(): string {
  return page({
    title: 'No such message',
    main: `${backToList}
<h1>No such message</h1>
<p>It was removed for newer ones, or the server has been restarted since.</p>`,
  });
}
