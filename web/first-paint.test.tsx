// What web/index.html shows before any script has run.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SessionLoading } from './session/session-gate.tsx';

const html = readFileSync(join(import.meta.dirname, 'index.html'), 'utf8');

test('[A1] the page begins with the loading screen that the application renders first', () => {
  const [, inRoot] = /<div id="root">(.*)<\/div>\s*<noscript>/s.exec(html)!;
  expect(inRoot!.replace(/>\s+</g, '><').trim()).toBe(renderToStaticMarkup(<SessionLoading />));
});
