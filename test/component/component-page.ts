// What every component test's page has, as web/main.tsx gives it to the application.
import '../../web/before-libraries.ts';
import '../../web/ui/theme.css';
import { afterEach } from 'vitest';

afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
