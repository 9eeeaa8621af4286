// The style sheet of the inbox's pages, and the script that shows new mail; both stand in the page itself.
import { createHash } from 'node:crypto';
import { PAGE_PERMISSIONS } from '../../answer-headers.ts';

const fontFile = (script: string, weight: number) => `/maps/fonts/noto-sans-${script}-${weight}-normal.woff2`;

/** As in web/ui/fonts.css. The files are those of the map's labels: these pages are not part of the web app's build. */
const fontFaces = [400, 600]
  .flatMap((weight) => [
    { weight, script: 'latin-ext', range: 'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+1E00-1E9F' },
    { weight, script: 'latin', range: 'U+0000-00FF,U+2000-206F' },
  ])
  .map(
    ({ weight, script, range }) =>
      `@font-face { font-family: "Noto Sans"; font-weight: ${weight}; font-display: swap; src: url("${fontFile(script, weight)}") format("woff2"); unicode-range: ${range}; }`,
  )
  .join('\n');

/** Colors and type of web/ui/theme.css. */
export const inboxStyle = `
${fontFaces}
:root {
  color-scheme: light;
  --page: #f5f0e3;
  --surface: #fdfbf6;
  --ink: #1d1b16;
  --ink-soft: #5c5647;
  --hairline: rgb(29 27 22 / 0.14);
  --hover: rgb(29 27 22 / 0.06);
  --accent: #1f5c3d;
  --shadow: 0 1px 2px rgb(29 27 22 / 0.08), 0 8px 24px rgb(29 27 22 / 0.12);
}
@media (prefers-color-scheme: dark) {
  :root {
    color-scheme: dark;
    --page: #13120e;
    --surface: #1f1d18;
    --ink: #f3eee2;
    --ink-soft: #b9b09c;
    --hairline: rgb(243 238 226 / 0.16);
    --hover: rgb(243 238 226 / 0.09);
    --accent: #8fcba6;
    --shadow: 0 1px 2px rgb(0 0 0 / 0.35), 0 8px 24px rgb(0 0 0 / 0.35);
  }
}
* { box-sizing: border-box; }
body {
  margin: 0;
  background: var(--page);
  color: var(--ink);
  font: 14px/1.5 "Noto Sans", system-ui, sans-serif;
  -webkit-text-size-adjust: 100%;
  overflow-wrap: anywhere;
}
header, main { max-width: 640px; margin: 0 auto; padding: 0 16px; }
header { display: flex; align-items: center; gap: 12px; padding-top: 24px; font-size: 16px; font-weight: 600; }
header img { display: block; }
main { padding-top: 24px; padding-bottom: 40px; }
h1 { margin: 0 0 8px; font-size: 24px; line-height: 1.25; font-weight: 600; }
p { margin: 0 0 20px; }
p, time, footer { color: var(--ink-soft); }
a { color: var(--accent); text-underline-offset: 2px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
ul, article, .empty {
  margin: 0;
  border: 1px solid var(--hairline);
  border-radius: 12px;
  background: var(--surface);
  box-shadow: var(--shadow);
  overflow: hidden;
}
ul { padding: 0; list-style: none; }
ul:empty, ul:not(:empty) + .empty { display: none; }
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
article { padding: 20px; font-size: 16px; white-space: pre-line; }
.empty { padding: 40px 16px; text-align: center; }
nav a, footer a { display: inline-block; padding: 10px 0; }
nav { margin: -10px 0 6px; }
footer { margin-top: 12px; font-size: 13px; }
[role="status"] { position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%); }
`;

const LOOK_EVERY_MS = 3000;

/**
 * Adds new mail to the list in place. Reloading the page instead would take the focus and the scroll position away. The
 * rows come from the same page, where they are escaped.
 */
export const inboxScript = `
const list = document.querySelector('ul');
async function look() {
  if (document.hidden) return;
  const text = await (await fetch(location.pathname)).text();
  const there = new DOMParser().parseFromString(text, 'text/html').querySelector('ul');
  if (!there) return;
  for (const row of [...list.children]) if (!there.querySelector('#' + row.id)) row.remove();
  const fresh = [...there.children].filter((row) => !document.getElementById(row.id));
  list.prepend(...fresh);
  // Empty in between: a screen reader says only what has changed.
  document.querySelector('[role=status]').textContent = fresh.length > 0 ? 'New mail has arrived.' : '';
}
// A server that is away for a moment is asked again.
const quietly = () => look().catch(() => {});
setInterval(quietly, ${LOOK_EVERY_MS});
addEventListener('visibilitychange', quietly);
`;

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

export const inboxHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Permissions-Policy': PAGE_PERMISSIONS,
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src ${hash(inboxStyle)}`,
    `script-src ${hash(inboxScript)}`,
    "connect-src 'self'",
    "font-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  // The Referer header would hand on the sign-in link.
  'Referrer-Policy': 'no-referrer',
};
