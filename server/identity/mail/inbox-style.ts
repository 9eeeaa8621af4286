// How the local inbox looks: the colors of web/ui/theme.css, for pages that stand outside the web app's build.

export const inboxStyle = `
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
