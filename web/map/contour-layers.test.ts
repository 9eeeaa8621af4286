import { createExpression, latest } from '@maplibre/maplibre-gl-style-spec';
import { beforeEach, expect, test } from 'vitest';
import { fakeMap } from '../../test/fake-map.ts';
import { useMapStore } from '../map-store.ts';
import { layerColors } from './basemaps.ts';
import { contourLabels, contourOverlay, followContours } from './contour-layers.ts';
import { withOverlays } from './layers-on-map.ts';
import { embeddedMaps } from './maps-provider.ts';

const font = ['Noto Sans Regular'];

beforeEach(() => () => useMapStore.setState(useMapStore.getInitialState()));

test('[M12] a contour label shows meters x 3.28084 in feet', () => {
  const label = contourLabels({
    colors: layerColors('streets-v12'),
    font,
    isShown: true,
  });
  const expression = createExpression(
    label.layout?.['text-field'],
    latest.layout_symbol['text-field'] as never,
  );
  if (expression.result === 'error') throw new Error('The label is not a valid expression.');
  const textAt = (ele: number) =>
    String(expression.value.evaluate({ zoom: 14 }, { type: 2, properties: { ele } }));
  // A height no mountain has, so that every digit of the factor counts.
  expect(textAt(1_000_000)).toBe('3280840 ft');
  expect(textAt(100)).toBe('328 ft');
  expect(textAt(-3)).toBe('-10 ft');
});

test('[M12] on imagery the lines have a casing, which is shown and hidden with them', () => {
  const { contours } = embeddedMaps('https://platbook.example.org');
  let colors = layerColors('streets-v12');
  const { map, layerIds, loadStyle, layoutOf } = fakeMap({
    style: undefined,
    transformStyle: (style) => withOverlays(style, [contourOverlay({ contours, colors, font })]),
  });
  const stop = followContours(map);
  loadStyle();
  expect(layerIds()).toEqual(['contour-lines', 'contour-labels']);
  colors = layerColors('satellite-streets-v12');
  loadStyle();
  expect(layerIds()).toEqual(['contour-casing', 'contour-lines', 'contour-labels']);
  const visible = () => layerIds().map((id) => layoutOf(id).visibility);
  expect(visible()).toEqual(['none', 'none', 'none']);
  useMapStore.setState({ showsContours: true });
  expect(visible()).toEqual(['visible', 'visible', 'visible']);
  stop();
});
