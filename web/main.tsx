// The entry point: renders the application into the page.
import './before-libraries.ts';
import './ui/theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { showColorScheme } from './color-scheme.ts';
import { ErrorBoundary } from './ui/error-boundary.tsx';

showColorScheme();
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <ErrorBoundary isPage>
      <App />
    </ErrorBoundary>
  </StrictMode>,
);
