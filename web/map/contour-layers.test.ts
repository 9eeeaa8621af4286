import { createExpression, latest } from '@maplibre/maplibre-gl-style-spec';
import { expect, test } from 'vitest';
import { layerColors } from './basemaps.ts';
import { contourLabels } from './contour-layers.ts';

test('[M12] a contour label shows meters x 3.28084 in feet', () => {
  const label = contourLabels({
    colors: layerColors('streets-v12'),
    font: ['Noto Sans Regular'],
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
