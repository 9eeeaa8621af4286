// What kind of water, track, park or boundary a shape is, by the words and codes that files have for it.
import type { BoundaryKind } from '../../basemap/ground/boundary-features.ts';
import type { LanduseKind } from '../../basemap/ground/landuse-features.ts';
import type { WaterAreaKind, WaterLineKind } from '../../basemap/ground/water-features.ts';

/** The Census Bureau's MTFCC (H…), the FCode and FType of the National Hydrography Dataset, and words. The first match decides. */
const WATER: readonly [RegExp, WaterAreaKind | 'wetland', WaterLineKind][] = [
  [/\bH2053|\b44500|\b445\b|ocean|\bsea\b|\bgulf of\b|\bsound\s*$/i, 'ocean', 'river'],
  [
    /\b466\d\d|\b466\b|w(et|tl)[ _-]?(land|area)|fwetarea|wetarea|marsh|swamp|bog\b|fen\b/i,
    'wetland',
    'ditch',
  ],
  [/\bH3020|\b336\d\d|\b336\b|canal|aqueduct|\block\b/i, 'river', 'canal'],
  [
    /\b46003|\b46007|intermittent|ephemeral|ditch|drain|culvert|swale|\bH1100|connector|artificial/i,
    'pond',
    'ditch',
  ],
  [/\bH2051|\bH2060|(?<!stream[ /]?)river|estuary|\bbay\b|\b312\b|harbor/i, 'river', 'river'],
  // Most of what the National Hydrography Dataset calls StreamRiver are creeks.
  [/\bH3010|\bH3013|\b460\d\d|\b460\b|stream|creek|brook|branch|\brun\b|fork|\b558\d\d/i, 'river', 'stream'],
  [/\bH2030|\bH2040|\b390\d\d|\b390\b|\b436\d\d|lake|reservoir/i, 'lake', 'stream'],
];

export function waterKindOf(text: string): { area: WaterAreaKind | 'wetland'; line: WaterLineKind } {
  const found = WATER.find(([pattern]) => pattern.test(text));
  return { area: found?.[1] ?? 'pond', line: found?.[2] ?? 'stream' };
}

export function railKindOf(text: string): 'rail' | 'light_rail' | 'subway' | 'gone' {
  if (/abandon|removed|former|dismantled|\bR1040/i.test(text)) return 'gone';
  if (/subway|metro|heavy|rapid|\bR1052/i.test(text)) return 'subway';
  return /light|tram|trolley|street ?car|\bR1051/i.test(text) ? 'light_rail' : 'rail';
}

/** Whether an area in a layer of parks is water. */
export function isWater(text: string): boolean {
  return /\bwater$|water ?body|\bpond$|\blake$|reservoir$/i.test(text);
}

const LANDUSE: readonly [RegExp, LanduseKind][] = [
  [/cemeter|burial|memorial garden|\bK2582/i, 'cemetery'],
  [/golf|country club|\bK2561/i, 'golf_course'],
  [/playground|tot lot/i, 'playground'],
  [/hospital|\bK1231/i, 'hospital'],
  [/universit|college|\bK2543B/i, 'university'],
  [/school|academy|elementary|\bK2543/i, 'school'],
  [/beach/i, 'beach'],
  [/wetland|marsh/i, 'wetland'],
  [/forest|wood(s|land)?\b/i, 'wood'],
  [/conserv|reserv(e|ation)|preserve|sanctuary|wildlife|refuge|\bK2183/i, 'nature_reserve'],
  [/farm|agric|orchard/i, 'farmland'],
];

export function landuseKindOf(text: string): LanduseKind {
  return LANDUSE.find(([pattern]) => pattern.test(text))?.[1] ?? 'park';
}

export function boundaryKindOf(text: string): BoundaryKind {
  if (/county|parish/i.test(text)) return 'county';
  return /township|mcd|minor civil/i.test(text) ? 'township' : 'town';
}
