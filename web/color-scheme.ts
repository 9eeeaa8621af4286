// The reader's color scheme: what they have chosen, else what the operating system says; and when it changes.
import type { ColorScheme } from '../contract/map-styles.ts';
import { keepText } from './kept-in-browser.ts';
import { usePreferences } from './preferences.ts';

/** What web/public/theme.js reads before anything else has loaded. */
const STORAGE_KEY = 'theme';
/** Of the browser's own bars. */
const BARS: Record<ColorScheme, string> = { light: '#f5f0e3', dark: '#1f1d18' };

const darkQuery = () => matchMedia('(prefers-color-scheme: dark)');

let isLightForNow = false;

export function colorScheme(): ColorScheme {
  if (isLightForNow) return 'light';
  const { theme } = usePreferences.getState();
  return theme === 'system' ? (darkQuery().matches ? 'dark' : 'light') : theme;
}

const followers = new Set<() => void>();

/** Until the returned function is called. */
export function onColorSchemeChange(follow: () => void): () => void {
  followers.add(follow);
  return () => void followers.delete(follow);
}

let shown: ColorScheme | undefined;

function show(): void {
  const { theme } = usePreferences.getState();
  keepText(STORAGE_KEY, theme === 'system' ? undefined : theme);
  const wanted = colorScheme();
  if (wanted === shown) return;
  shown = wanted;
  document.documentElement.dataset.theme = wanted;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', BARS[wanted]);
  for (const follow of followers) follow();
}

/** Whatever was chosen, until the returned function is called. */
export function showLight(): () => void {
  const change = (isLight: boolean) => {
    isLightForNow = isLight;
    show();
  };
  change(true);
  return () => change(false);
}

/** For as long as the page is open. */
export function showColorScheme(): void {
  show();
  usePreferences.subscribe(show);
  darkQuery().addEventListener('change', show);
}
