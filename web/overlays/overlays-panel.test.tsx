import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { OverlayChoices } from './overlays-panel.tsx';

test('[N4] owner names are on, saved parcels off, and one more does nothing', () => {
  const labels = renderToStaticMarkup(<OverlayChoices />).match(/<label.*?<\/label>/g) ?? [];
  const choices = labels.map((html) => [html.replace(/<[^>]+>/g, ''), html.includes('checked=""')]);
  expect(choices).toEqual([
    ['Show Owner Names', true],
    ['Show Saved Parcels', false],
    ['More overlays to comeDoes nothing yet', false],
  ]);
});
