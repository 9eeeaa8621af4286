// Set-up of every component test: the same global imports as web/main.tsx, and empty storage after each test.
import '../../web/before-libraries.ts';
import '../../web/ui/theme.css';
import { afterEach } from 'vitest';

afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
