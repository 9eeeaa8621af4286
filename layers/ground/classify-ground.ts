// What kind of water, track, park or boundary a shape is, by the words and codes that files have for it.
import type { BoundaryKind } from '../../basemap/ground/boundary-features.ts';
import type { LanduseKind } from '../../basemap/ground/landuse-features.ts';
import type { WaterAreaKind, WaterLineKind } from '../../basemap/ground/water-features.ts';

/** The Census Bureau's MTFCC (H…), the FCode and FType of the National Hydrography Dataset, and words. The first match decides. */
const WATER: readonly [RegExp, WaterAreaKind | 'wetland', WaterLineKind][] = [
  [/\bH2053|\b44500|\b445\b|ocean|\bsea\b|\bgulf of\b|\bsound\s*$/i, 'ocean', 'river'],
  [
    /\b466\d\d|\b466\b|w(et|tl)[ _-]?(land|area)|fwetarea|wetarea|marsh|swamp|\bbog\b|\bfen\b/i,
    'wetland',
    'ditch',
  ],
  [/\bH3020|\b336\d\d|\b336\b|canal|aqueduct|\block\b/i, 'river', 'canal'],
  [/\b46003|\b46007|intermittent|ephemeral|ditch|drain|culvert|swale|\bH1100/i, 'pond', 'ditch'],
  [/\bH2051|\bH2060|(?<!stream[ /]?)river|estuary|\bbay\b|\b312\b|harbou?r/i, 'river', 'river'],
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
  if (/subway|metro|heavy|rapid/i.test(text)) return 'subway';
  return /light|tram|trolley|street ?car|\bR105[12]/i.test(text) ? 'light_rail' : 'rail';
}

/** Whether an area in a layer of parks is water. */
export function isWater(text: string): boolean {
  return /\bwater$|water ?body|\bpond$|\blake$|reservoir$/i.test(text);
}

const LANDUSE: readonly [RegExp, LanduseKind][] = [
  [/\bpark$/i, 'park'],
  [/cemet|burial|memorial garden|\bK2582/i, 'cemetery'],
  [/golf|country club|\bK2561/i, 'golf_course'],
  [/play ?(ground|space)|tot lot/i, 'playground'],
  [/hospital|\bK1231/i, 'hospital'],
  [/universit|college|\bK2543B/i, 'university'],
  [/school|academy|elementary|\bK2543/i, 'school'],
  [/beach/i, 'beach'],
  [/wetland|marsh/i, 'wetland'],
  [/forest|\bwood(s|land)?\b/i, 'wood'],
  [/conserv|reserv(e|ation)|preserve|sanctuary|wildlife|refuge|\bK2183/i, 'nature_reserve'],
  [/farm|agric|orchard|vineyard|allotment/i, 'farmland'],
  [/residential/i, 'residential'],
  [/commercial|retail/i, 'commercial'],
  [/industrial|quarry|military/i, 'industrial'],
];

/** The first of the texts that says something decides. */
function firstSaid<Kind>(kinds: readonly [RegExp, Kind][], texts: readonly string[]): Kind | undefined {
  return texts.flatMap((text) => kinds.find(([pattern]) => pattern.test(text))?.[1] ?? [])[0];
}

export function landuseKindOf(...texts: string[]): LanduseKind {
  return firstSaid(LANDUSE, texts) ?? 'park';
}

/** Words, the Census Bureau's codes, and OpenStreetMap's levels. */
const BOUNDARY: readonly [RegExp, BoundaryKind][] = [
  [/township|mcd|minor civil|cousub|G4040|^7$/i, 'township'],
  [/municip|corporate|\b(cit(y|ies)|towns?|villages?|boroughs?)\b|G4[12]10|^8$/i, 'town'],
  [/count(y|ies)|parish|G4020|^6$/i, 'county'],
];

export function boundaryKindOf(...texts: string[]): BoundaryKind {
  return (
    firstSaid(
      BOUNDARY,
      texts.map((text) => text.replaceAll('_', ' ')),
    ) ?? 'town'
  );
}
