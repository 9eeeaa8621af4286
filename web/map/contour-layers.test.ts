import { createExpression, latest } from '@maplibre/maplibre-gl-style-spec';
import type { LayerSpecification, SymbolLayerSpecification } from 'maplibre-gl';
import { expect, test } from 'vitest';
import { type LayerColors, layerColors } from '../layer-colors.ts';
import { drawContours } from './contour-layers.ts';

const onStreets = layerColors('streets-v12');

function layersOn(colors: LayerColors): LayerSpecification[] {
  const contours = { id: 'contours', source: { type: 'vector', url: '' } } as const;
  const { layers } = drawContours(contours, { colors, font: ['Noto Sans Regular'], style: { layers: [] } });
  return [...layers.contours!, ...layers.heights!];
}

test('[M12] contour lines are shown from zoom 12 with index 6 or more, contour labels from zoom 13 with index 5', () => {
  expect(layersOn(onStreets)).toMatchObject([
    { id: 'contour-lines', minzoom: 12, filter: ['>=', ['get', 'index'], 6] },
    { id: 'contour-labels', minzoom: 13, filter: ['==', ['get', 'index'], 5] },
  ]);
});

test('[M12] a contour label shows meters x 3.28084 in feet', () => {
  const { layout } = layersOn(onStreets).at(-1) as SymbolLayerSpecification;
  const expression = createExpression(layout?.['text-field'], latest.layout_symbol['text-field'] as never);
  if (expression.result === 'error') throw new Error('The label is not a valid expression.');
  const textAt = (ele: number) =>
    String(expression.value.evaluate({ zoom: 14 }, { type: 2, properties: { ele } }));
  // A height no mountain has, so that every digit of the factor counts.
  expect(textAt(1_000_000)).toBe('3280840 ft');
  expect(textAt(100)).toBe('328 ft');
  expect(textAt(-3)).toBe('-10 ft');
});

test('lines and heights have a color for each ground, and on imagery the lines have a casing', () => {
  const grounds = [onStreets, layerColors('streets-v12', 'dark'), layerColors('satellite-streets-v12')];
  const ids = grounds.map((colors) => layersOn(colors).map(({ id }) => id));
  const drawn = ['contour-lines', 'contour-labels'];
  expect(ids).toEqual([drawn, drawn, ['contour-casing', ...drawn]]);
  const colors = grounds.map((ground) => layersOn(ground).at(-1)!.paint);
  expect(new Set(colors.map((paint) => JSON.stringify(paint))).size).toBe(3);
});
