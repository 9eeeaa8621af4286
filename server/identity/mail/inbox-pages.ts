// The pages of the local inbox. They work without JavaScript, too; messages are shown as text, never as HTML.
import { PRODUCT_NAME } from '../../../contract/limits.ts';
import { escapeHtml } from '../../../runtime/escape-html.ts';
import { inboxScript, inboxStyle } from './inbox-look.ts';
import type { MailMessage } from './mailer.ts';

const LOGO = '/icons/icon-192.png';

export type InboxMessage = MailMessage & { id: string; sentAtMs: number };

function time(sentAtMs: number): string {
  const sentAt = new Date(sentAtMs);
  // In the server's time zone, which is the reader's: both are this machine.
  const inWords = sentAt.toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'medium' });
  return `<time datetime="${sentAt.toISOString()}">${inWords}</time>`;
}

function page({ title, main }: { title: string; main: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${LOGO}">
<title>${escapeHtml(title)} · ${PRODUCT_NAME}</title>
<style>${inboxStyle}</style>
</head>
<body>
<header><img src="${LOGO}" alt="" width="32" height="32">${PRODUCT_NAME}</header>
<main>
${main}
</main>
</body>
</html>
`;
}

const emptyList = `<p class="empty"><strong>No mail yet</strong>
Ask for a sign-in link at <a href="/login">the login page</a>, and it arrives here.</p>`;

/** Where the inbox is, with its key. */
type Place = { address: string };

function row(address: string, { id, to, subject, sentAtMs }: InboxMessage): string {
  return `<li id="mail-${id}"><a href="${address}/${id}"><strong>${escapeHtml(subject)}</strong>
<span>${escapeHtml(to)}</span> ${time(sentAtMs)}</a></li>`;
}

export function listPage({ address, messages }: Place & { messages: readonly InboxMessage[] }): string {
  return page({
    title: 'Local inbox',
    main: `<h1>Local inbox</h1>
<p>No mail server is set (SMTP_URL), so ${PRODUCT_NAME} delivers its mail here. The address of this page is a secret of this start: only the terminal shows it.</p>
<ul>${messages.map((message) => row(address, message)).join('\n')}</ul>
${emptyList}
<p role="status"></p>
<footer>Newest first. Messages are lost when the server stops.<br><a href="${address}">Look for new mail</a></footer>
<script type="module">${inboxScript}</script>`,
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

const backToList = ({ address }: Place) => `<nav><a href="${address}">← Local inbox</a></nav>`;

export function messagePage({ address, message }: Place & { message: InboxMessage }): string {
  const { to, subject, text, sentAtMs } = message;
  return page({
    title: subject,
    main: `${backToList({ address })}
<h1>${escapeHtml(subject)}</h1>
<p>To ${escapeHtml(to)}, ${time(sentAtMs)}</p>
<article>${linkUrls(text)}</article>`,
  });
}

export function missingPage(place: Place): string {
  return page({
    title: 'No such message',
    main: `${backToList(place)}
<h1>No such message</h1>
<p>It was removed for newer ones, or the server has been restarted since.</p>`,
  });
}
