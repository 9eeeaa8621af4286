// Set-up of every component test: the same global imports as web/main.tsx, and an empty page and storage after each test.
import '../../web/before-libraries.ts';
import '../../web/ui/theme.css';
import { afterEach } from 'vitest';
import { cleanup } from 'vitest-browser-react';

// A map is moved, queried and clicked like any other, but not drawn: every pixel would take the processor's time.
for (const name of ['clear', 'drawArrays', 'drawElements'] as const) {
  WebGL2RenderingContext.prototype[name] = () => {};
}

afterEach(async () => {
  await cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
