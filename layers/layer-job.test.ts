import { expect, test } from 'vitest';
import { titleOf } from './layer-job.ts';
import type { LayerRecipe } from './layer-recipe.ts';

const recipe = {} as LayerRecipe;

test.each([
  ['cdd-zoningdistricts', 'Zoning'],
  ['zoning', 'Zoning'],
  ['zoning-2019', 'Zoning 2019'],
  ['fema-floodzones', 'Flood zone'],
  ['wetlands', 'Wetlands'],
  ['historic-districts', 'Historic districts'],
])('a layer named %s without a title is called %s', (name, title) => {
  expect(titleOf({ name, recipe })).toBe(title);
});

test('a title that somebody gave is kept', () => {
  expect(titleOf({ name: 'zoning', recipe: { ...recipe, title: 'Our zones' } })).toBe('Our zones');
});
