// The codes that publishers write for classes of roads.
import type { RoadClass } from '../../basemap/ground/road-features.ts';

/** 'unbuilt': the road exists on paper only. 'other': files of lines have rivers, rails and boundaries too. */
export type ReadableClass = RoadClass | 'unbuilt' | 'other';
export type Codes = Readonly<Record<string, ReadableClass>>;

/** 'motorway 1 2, primary 3'; numbers without leading zeros. */
function codes(text: string): Codes {
  const classes = text.split(/,\s+/).map((part) => part.split(' ') as [ReadableClass, ...string[]]);
  return Object.fromEntries(classes.flatMap(([name, ...all]) => all.map((code) => [code, name])));
}

/** The Census Bureau's since 2007. Those of other lines begin with other letters. */
export const MTFCC = codes(
  `motorway S1100, primary S1200, residential S1400, ramp S1630, service S1640 S1730 S1740 S1750 S1780, path S1500 S1820 S1830,
   walkway S1710, steps S1720`,
);

/** The Census Bureau's before that: the longest that a code begins with. */
export const CFCC = codes(
  'motorway A1, primary A2, secondary A3, residential A4 A6, ramp A63, service A64 A7, path A5, walkway A71, steps A72, other A65',
);

/** The Federal Highway Administration's functional classes. */
export const FUNCTIONAL = codes('motorway 1 2, primary 3, secondary 4, tertiary 5 6, residential 7');

/** The same in two digits, rural and urban, as they were written until 2010. */
export const FUNCTIONAL_BEFORE = codes(
  'motorway 1 11 12, primary 2 14, secondary 6 16, tertiary 7 8 17, residential 9 19',
);

/** An order of main roads. */
export const RANKS = codes('primary 1, secondary 2, tertiary 3, residential 4 5');

/** HERE's, from 1 for the longest ways to 5 for all others. */
export const HERE = codes('motorway 1, primary 2, secondary 3, tertiary 4, residential 5');

/** Chicago's, which are known by the letters among them. */
export const CHICAGO = codes(
  'motorway 1, secondary 2, tertiary 3, residential 4 7 99, ramp 9, service 5, walkway S, other E RIV',
);

/** Portland's: the longest that a code begins with. They are known by their four digits. */
export const PORTLAND = codes(
  'motorway 11, ramp 112 122 132 142, primary 12, secondary 13, tertiary 14, residential 15, service 16 17 18',
);

/** In columns of a name of their own. */
export const BY_COLUMN: readonly [column: RegExp, Codes][] = [
  // New York's roadway types.
  [
    /^rw_?type$/i,
    codes(
      `motorway 2, secondary 3 4, residential 1 11 13, ramp 9, service 8 10, path 6, walkway 5, steps 7, other 12 14`,
    ),
  ],
  // San Francisco's.
  [/^classcode$/i, codes('motorway 1, primary 2, secondary 3, tertiary 4, residential 5, ramp 6, service 0')],
  // Seattle's.
  [/^snd_?feacode?$/i, codes('motorway 13, primary 9, secondary 5, residential 1, path 77, other 85')],
  // North Carolina's.
  [/^route_?class$/i, codes('motorway 1, primary 2, secondary 3, tertiary 4, residential 5 7 8, other 6')],
  // King County's.
  [/^kc_?fcc(_?id)?$/i, codes('motorway F, primary P, secondary M, tertiary C, residential L')],
  // Utah's.
  [
    /^carto_?code$/i,
    codes(
      `motorway 1, trunk 2 3, primary 4 5, secondary 6, tertiary 8 9 10, residential 11 12, ramp 7, service 14 17 18, path 16,
       unbuilt 15, other 13`,
    ),
  ],
  // TomTom's.
  [/^frc$/i, codes('motorway 0, primary 1 2, secondary 3, tertiary 4 5, residential 6 7, service 8')],
  // France's BD TOPO.
  [/^importance$/i, codes('motorway 1, primary 2, secondary 3, tertiary 4, residential 5, service 6')],
  // Montreal's.
  [
    /^classe$/i,
    codes(
      'motorway 8, primary 7, secondary 6, tertiary 5, residential 0 2, service 3 4, walkway 1, unbuilt 9',
    ),
  ],
  // Who keeps a road of the Netherlands: the state, a province, a water board, a municipality, others.
  [/^wegbehsrt$/i, codes('motorway R, primary P, tertiary W, residential G T')],
];
