// The reader's color scheme, as the operating system tells it, and when it changes.
import type { ColorScheme } from '../../contract/map-styles.ts';

const darkQuery = () => matchMedia('(prefers-color-scheme: dark)');

export const colorScheme = (): ColorScheme => (darkQuery().matches ? 'dark' : 'light');

/** Until the returned function is called. */
export function onColorSchemeChange(follow: () => void): () => void {
  const query = darkQuery();
  query.addEventListener('change', follow);
  return () => query.removeEventListener('change', follow);
}
