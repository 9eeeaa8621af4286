// National overlays in the words that people read.
import { expect, test } from 'vitest';
import { knownOverlays } from './known-overlays.ts';

const { flood, wetlands } = knownOverlays;

test.each([
  ['A', null, 'A, 1% annual chance, depth not studied'],
  ['AE', null, 'AE, 1% annual chance'],
  ['AE', 'FLOODWAY', 'AE, regulatory floodway'],
  ['A', 'ADMINISTRATIVE FLOODWAY', 'A, regulatory floodway'],
  ['AE', 'COASTAL FLOODPLAIN', 'AE, 1% annual chance'],
  ['AH', null, 'AH, 1% annual chance, shallow ponding'],
  ['AO', null, 'AO, 1% annual chance, shallow sheet flow'],
  ['AR', null, 'AR, 1% annual chance while a levee is repaired'],
  ['A99', null, 'A99, 1% annual chance, levee being built'],
  ['V', null, 'V, 1% annual chance with waves, depth not studied'],
  ['VE', 'RIVERINE FLOODWAY SHOWN IN COASTAL ZONE', 'VE, regulatory floodway'],
  ['VE', ' ', 'VE, 1% annual chance with waves'],
  ['X', '0.2 PCT ANNUAL CHANCE FLOOD HAZARD', 'X, 0.2% annual chance'],
  ['X', 'AREA OF MINIMAL FLOOD HAZARD', 'X, minimal flood hazard'],
  ['X', null, 'X, minimal flood hazard'],
  ['X', 'AREA WITH REDUCED FLOOD RISK DUE TO LEVEE', 'X, less risk behind a levee'],
  ['X', '1 PCT DEPTH LESS THAN 1 FOOT', 'X, 1% annual chance, shallow or small'],
  ['X', '1 PCT DRAINAGE AREA LESS THAN 1 SQUARE MILE', 'X, 1% annual chance, shallow or small'],
  ['X', '1 PCT FUTURE CONDITIONS', 'X, 1% annual chance in the future'],
  ['D', null, 'D, not studied'],
  ['OPEN WATER', null, 'Open water'],
  ['AREA NOT INCLUDED', null, null],
  [null, null, null],
])('[LAY-2] flood zone %s, subtype %s', (FLD_ZONE, ZONE_SUBTY, words) => {
  expect(flood.valueIn({ FLD_ZONE, ZONE_SUBTY })).toBe(words);
});

test('[LAY-2] every class of flood zones has its own color, and floodways one', () => {
  const colors = [...flood.colors].flatMap(([value, { color }]) => (/floodway/.test(value) ? [] : [color]));
  expect(new Set(colors).size).toBe(colors.length);
  const zones = ['A', 'AE', 'AH', 'AO', 'AR', 'A99', 'V', 'VE', 'D', 'OPEN WATER'];
  const floodways = [...flood.colors].flatMap(([value, { color }]) =>
    /floodway/.test(value) ? [color] : [],
  );
  expect(new Set(floodways).size).toBe(1);
  expect(colors).not.toContain(floodways[0]);
  for (const FLD_ZONE of zones) expect(flood.colors.has(flood.valueIn({ FLD_ZONE })!), FLD_ZONE).toBe(true);
});

test.each([
  ['AE', 12, 'AE (EL 12)'],
  ['AE', 451.5, 'AE (EL 451.5)'],
  ['VE', -2, 'VE (EL -2)'],
  ['AE', -9999, 'AE'],
  ['AE', '-9999', 'AE'],
  ['AE', null, 'AE'],
  ['OPEN WATER', -9999, null],
])('[LAY-2] zone %s with a base flood elevation of %s is lettered %s', (FLD_ZONE, STATIC_BFE, label) => {
  expect(flood.labelOf({ FLD_ZONE, STATIC_BFE })).toBe(label);
});

test('[LAY-2] columns of joined tables are found, in any letters', () => {
  expect(flood.valueIn({ 'NFHL.S_Fld_Haz_Ar.Fld_Zone': 'ae' })).toBe('AE, 1% annual chance');
  const wetland = { 'Wetlands.WETLAND_TYPE': 'Freshwater Pond', 'Wetlands.ATTRIBUTE': 'PUBHx' };
  expect(wetlands.valueIn(wetland)).toBe('Freshwater Pond');
  expect(wetlands.labelOf(wetland)).toBe('PUBHx');
  expect(wetlands.colors.has('Freshwater Pond')).toBe(true);
});
