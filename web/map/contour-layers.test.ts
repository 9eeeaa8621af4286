import { createExpression, latest } from '@maplibre/maplibre-gl-style-spec';
import type { LayerSpecification, LineLayerSpecification, SymbolLayerSpecification } from 'maplibre-gl';
import { beforeEach, describe, expect, test } from 'vitest';
import { exampleLayers } from '../../test/example-layers.ts';
import { type LayerColors, layerColors } from '../layer-colors.ts';
import { useMapStore } from '../map-store.ts';
import { choose } from '../preferences.ts';
import { contourHint, drawContours } from './contour-layers.ts';

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

describe('[N2] who has chosen another interval', () => {
  const [evenlySpaced] = exampleLayers.filter(({ kind }) => kind === 'contours');
  beforeEach(() => {
    useMapStore.setState({ layers: [{ ...evenlySpaced!, hint: 'every 20 ft' }] });
    return () => {
      choose({ contourFeet: 20, units: 'us' });
      useMapStore.setState(useMapStore.getInitialState());
    };
  });

  const isShown = (layer: LayerSpecification, feet: number, index: number) => {
    const { filter } = layer as LineLayerSpecification;
    const expression = createExpression(filter, latest.filter as never);
    if (expression.result === 'error') throw new Error('The filter is not a valid expression.');
    const properties = { ele: feet / 3.28084, index };
    return expression.value.evaluate({ zoom: 15 }, { type: 2, properties });
  };

  test('sees the lines of that interval, every fifth of them heavier', () => {
    choose({ contourFeet: 40 });
    const [lines, labels] = layersOn(onStreets) as [LineLayerSpecification, SymbolLayerSpecification];
    const heights = [-40, 0, 20, 40, 60, 80, 100, 200];
    expect(heights.filter((feet) => isShown(lines, feet, 6))).toEqual([-40, 0, 40, 80, 200]);
    expect(heights.filter((feet) => isShown(labels, feet, 5))).toEqual([-40, 0, 40, 80, 200]);
    expect(isShown(lines, 40, 5)).toBe(false);
    expect(JSON.stringify(lines.paint)).toContain('200');
    expect(contourHint({ hint: 'every 20 ft' })).toBe('every 40 ft');
  });

  test('sees all of those that are not evenly spaced', () => {
    useMapStore.setState({ layers: [{ ...evenlySpaced!, hint: undefined }] });
    choose({ contourFeet: 100 });
    expect(isShown(layersOn(onStreets)[0]!, 40, 6)).toBe(true);
  });

  test('reads heights in meters', () => {
    choose({ units: 'metric' });
    const { layout } = layersOn(onStreets).at(-1) as SymbolLayerSpecification;
    expect(layout?.['text-field']).toEqual(['concat', ['to-string', ['round', ['get', 'ele']]], ' m']);
  });
});

test('lines and heights have a color for each ground, and on imagery the lines have a casing', () => {
  const grounds = [onStreets, layerColors('streets-v12', 'dark'), layerColors('satellite-streets-v12')];
  const ids = grounds.map((colors) => layersOn(colors).map(({ id }) => id));
  const drawn = ['contour-lines', 'contour-labels'];
  expect(ids).toEqual([drawn, drawn, ['contour-casing', ...drawn]]);
  const colors = grounds.map((ground) => layersOn(ground).at(-1)!.paint);
  expect(new Set(colors.map((paint) => JSON.stringify(paint))).size).toBe(3);
});
