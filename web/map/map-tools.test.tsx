import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { MapTools } from './map-tools.tsx';

const buttonsOf = (isSignedIn: boolean) =>
  renderToStaticMarkup(<MapTools changeStyle={() => {}} isSignedIn={isSignedIn} />).match(/<button[^>]*>/g) ??
  [];
const isDisabled = (button: string) => button.includes('disabled=""');
const nameOf = (button: string) => /aria-label="([^"]+)"/.exec(button)?.[1];

test('[M6] my saved parcels are for signed-in people only', () => {
  expect(buttonsOf(false).filter(isDisabled).map(nameOf)).toEqual(['My saved parcels']);
  expect(buttonsOf(true).filter(isDisabled)).toEqual([]);
});
