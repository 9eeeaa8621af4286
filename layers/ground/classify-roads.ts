// Which class a road has, by whatever a file says about it: codes of the Census Bureau, functional classes, words, ranks, speed.
import type { RoadClass } from '../../basemap/ground/road-features.ts';
import { parseNumber } from '../../import/fields/clean-amount.ts';
import { isGeneric } from '../../store/place-words.ts';
import { longForm } from '../../store/search-text.ts';

/** 'unbuilt': the road exists on paper only. 'other': files of lines have rivers, rails and boundaries too. */
export type ReadableClass = RoadClass | 'unbuilt' | 'other';
/** Undefined: the text says nothing. */
export type ReadClass = (text: string) => ReadableClass | undefined;

/** The Census Bureau's codes since 2007. Those of other lines begin with other letters. */
const MTFCC: Record<string, RoadClass> = {
  S1100: 'motorway',
  S1200: 'primary',
  S1400: 'residential',
  S1500: 'path',
  S1630: 'ramp',
  S1640: 'service',
  S1710: 'walkway',
  S1720: 'steps',
  S1730: 'service',
  S1740: 'service',
  S1750: 'service',
  S1780: 'service',
  S1820: 'path',
  S1830: 'path',
};

/** Its codes before that: the longest that the code begins with. */
const CFCC: Record<string, ReadableClass> = {
  A1: 'motorway',
  A2: 'primary',
  A3: 'secondary',
  A4: 'residential',
  A5: 'path',
  A6: 'residential',
  A63: 'ramp',
  A64: 'service',
  A65: 'other',
  A7: 'service',
  A71: 'walkway',
  A72: 'steps',
};

/** Functional classes of the Federal Highway Administration. */
const FUNCTIONAL: Record<string, RoadClass> = {
  1: 'motorway',
  2: 'motorway',
  3: 'primary',
  4: 'secondary',
  5: 'tertiary',
  6: 'tertiary',
  7: 'residential',
};

/** The same in two digits, rural and urban, as they were written until 2010. */
const FUNCTIONAL_BEFORE: Record<string, RoadClass> = {
  1: 'motorway',
  2: 'primary',
  6: 'secondary',
  7: 'tertiary',
  8: 'tertiary',
  9: 'residential',
  11: 'motorway',
  12: 'motorway',
  14: 'primary',
  16: 'secondary',
  17: 'tertiary',
  19: 'residential',
};

/** HERE's classes, from 1 for the longest ways to 5 for all others; an order of main roads is written alike. */
const RANKS: Record<string, RoadClass> = {
  1: 'primary',
  2: 'secondary',
  3: 'tertiary',
  4: 'residential',
  5: 'residential',
};
const HERE_RANKS: Record<string, RoadClass> = {
  ...RANKS,
  1: 'motorway',
  2: 'primary',
  3: 'secondary',
  4: 'tertiary',
};

/** Codes that one publisher has, in columns of a name of their own. */
const PUBLISHERS: readonly { column: RegExp; title: string; codes: Record<string, ReadableClass> }[] = [
  {
    column: /^rw_?type$/i,
    title: "New York's roadway types",
    codes: {
      1: 'residential',
      2: 'motorway',
      3: 'secondary',
      4: 'secondary',
      5: 'walkway',
      6: 'path',
      7: 'steps',
      8: 'service',
      9: 'ramp',
      10: 'service',
      11: 'residential',
      12: 'other',
      13: 'residential',
      14: 'other',
    },
  },
  {
    column: /^classcode$/i,
    title: "San Francisco's classes",
    codes: {
      0: 'service',
      1: 'motorway',
      2: 'primary',
      3: 'secondary',
      4: 'tertiary',
      5: 'residential',
      6: 'ramp',
    },
  },
  {
    column: /^snd_?feacode?$/i,
    title: "Seattle's feature codes",
    codes: { 1: 'residential', 5: 'secondary', 9: 'primary', 13: 'motorway', 77: 'path', 85: 'other' },
  },
  {
    column: /^route_?class$/i,
    title: "North Carolina's route classes",
    codes: {
      1: 'motorway',
      2: 'primary',
      3: 'secondary',
      4: 'tertiary',
      5: 'residential',
      6: 'other',
      7: 'residential',
      8: 'residential',
    },
  },
  {
    column: /^kc_?fcc(_?id)?$/i,
    title: "King County's functional classes",
    codes: { F: 'motorway', P: 'primary', M: 'secondary', C: 'tertiary', L: 'residential' },
  },
];

/** Chicago's, which are known by the letters among them. */
const CHICAGO: Record<string, ReadableClass> = {
  1: 'motorway',
  2: 'secondary',
  3: 'tertiary',
  4: 'residential',
  5: 'service',
  7: 'residential',
  9: 'ramp',
  99: 'residential',
  E: 'other',
  RIV: 'other',
  S: 'walkway',
};

/** The first that matches decides. */
const WORDS: readonly [RegExp, ReadableClass][] = [
  [/\b(proposed|paper|vacated|abandoned|un(built|constructed|opened)|future|planned|pending)\b/, 'unbuilt'],
  [
    /\b(ferr(y|ies)|rivers?|creek|tributary|rail(road|way)s?|shoreline|boundary|hydro|(statistical|geostatistical) line|non.?physical|runway|taxiway)\b/,
    'other',
  ],
  [/\bramps?\b|\b(motorway|trunk|primary) link\b|interchange|slip road/, 'ramp'],
  [/\bstep(s| street)\b|\bstair(way|case)?s?\b(?!.*trail)/, 'steps'],
  [/\b(walk(way)?s?|side ?walks?|pedestrian|foot(way|path)?|boardwalk|crosswalk)\b/, 'walkway'],
  [/\b(trails?|path(way)?s?|greenway|bike(way)?|bicycle|cycleway|bridle(way)?|track)\b/, 'path'],
  [
    /\b(service|alley(way)?s?|laneway|driveway|parking( lot)?|private|(?<!(limited|controlled|partial) )access|crossover|turnaround|restricted)\b/,
    'service',
  ],
  [
    /\b(interstate|freeways?|motorways?|express ?ways?|turnpike|toll(way| road)?|(limited|controlled) access)\b/,
    'motorway',
  ],
  [/\b(trunk|(u\.?s\.?|federal) (highway|hwy|route|rte))\b/, 'trunk'],
  [
    /\b(primary|principal|major arterial|state (highway|hwy|route|rte|road|trunk)|(?<!county )highways?|hwy|a road)\b/,
    'primary',
  ],
  [
    /\b(secondary|arterials?|major (road|street|thoroughfare)s?|thoroughfares?|major(?! collector)|parkway|b road)\b/,
    'secondary',
  ],
  [/\b(tertiary|collectors?|county (road|highway|route)|connector)\b/, 'tertiary'],
  [
    /\b(local|residential|minor|streets?|neighbou?rhood|subdivision|unclassified|living|roads?|avenue|lane|cul.?de.?sac|city|town(ship)?)\b/,
    'residential',
  ],
];

const byWords: ReadClass = (text) => {
  const lower = text.toLowerCase().replace(/_/g, ' ');
  return WORDS.find(([pattern]) => pattern.test(lower))?.[1];
};

const MILES_PER_HOUR: readonly [number, RoadClass][] = [
  [60, 'motorway'],
  [50, 'primary'],
  [40, 'secondary'],
  [35, 'tertiary'],
  [10, 'residential'],
  [1, 'service'],
];

const bySpeed: ReadClass = (text) => {
  const speed = parseNumber(text);
  return MILES_PER_HOUR.find(([least]) => speed !== null && speed >= least)?.[1];
};

const byNumber =
  (table: Record<string, ReadableClass>): ReadClass =>
  (text) =>
    /^0*\d{1,2}(\.0+)?$/.test(text) ? table[Number(text)] : table[text.toUpperCase()];

/** 'INTERSTATE' and 'Minor Collector', but not 'ST', 'Trail' and 'Highway', which are the last words of names. */
const isStreetType = (value: string) => isGeneric(longForm(value.toLowerCase().replace(/\.$/, '')));

type Scheme = {
  title: string;
  read: ReadClass;
  accepts: (values: readonly string[], name: string) => boolean;
};

const isEach = (pattern: RegExp) => (values: readonly string[]) =>
  values.every((value) => pattern.test(value));
const DIGIT = /^0*[0-9](\.0+)?$/;
const isFunctional = (name: string) => /fun|f_?cl|nfc|fhwa|f_?system/i.test(name);

const SCHEMES: readonly Scheme[] = [
  {
    title: 'MTFCC',
    read: (text) => MTFCC[text.toUpperCase()] ?? (/^[^S]/i.test(text) ? 'other' : undefined),
    accepts: isEach(/^[A-Z]\d{4}$/i),
  },
  {
    title: 'CFCC',
    read: (text) => {
      const code = text.toUpperCase();
      return CFCC[code] ?? CFCC[code.slice(0, 2)] ?? (/^[^A]/.test(code) ? 'other' : undefined);
    },
    accepts: isEach(/^[A-HPX]\d\d?$/i),
  },
  ...PUBLISHERS.map(
    ({ column, title, codes }): Scheme => ({
      title,
      read: byNumber(codes),
      accepts: (values, name) =>
        column.test(name) && values.every((text) => /^\d+$/.test(text) || byNumber(codes)(text)),
    }),
  ),
  {
    title: "Chicago's classes",
    read: byNumber(CHICAGO),
    accepts: (values) => values.includes('RIV') && values.every((text) => byNumber(CHICAGO)(text)),
  },
  {
    title: 'speed limit',
    read: bySpeed,
    accepts: (values, name) => /speed|mph|limit/i.test(name) && values.some((text) => bySpeed(text)),
  },
  {
    title: 'functional class of before 2010',
    read: byNumber(FUNCTIONAL_BEFORE),
    accepts: (values, name) =>
      isFunctional(name) && isEach(/^0*\d{1,2}$/)(values) && values.some((text) => Number(text) > 7),
  },
  {
    title: 'functional class',
    read: byNumber(FUNCTIONAL),
    accepts: (values, name) =>
      isFunctional(name) && isEach(DIGIT)(values) && values.some((text) => Number(text) > 5),
  },
  {
    title: 'functional class from 1 to 5',
    read: byNumber(HERE_RANKS),
    accepts: (values, name) => isFunctional(name) && isEach(DIGIT)(values) && values.includes('5'),
  },
  {
    title: 'rank',
    read: byNumber(RANKS),
    accepts: (values, name) =>
      /major|rank|hierarch|priorit|order/i.test(name) &&
      isEach(DIGIT)(values) &&
      values.every((text) => Number(text) < 6),
  },
  {
    title: 'words',
    read: byWords,
    accepts: (values) =>
      values.filter((text) => byWords(text)).length >= values.length / 3 &&
      values.filter(isStreetType).length < values.length / 2,
  },
];

/** How a column says the class, judged by its distinct values. Undefined where it does not. */
export function findScheme(
  values: readonly string[],
  column: string,
): { title: string; read: ReadClass } | undefined {
  if (values.length === 0) return undefined;
  return SCHEMES.find(({ accepts, read }) => {
    if (!accepts(values, column)) return false;
    const classes = new Set(values.map(read).filter((found) => found !== undefined));
    // If all are alike, the column tells no road from another.
    return classes.size > 1 || (classes.size === 1 && !classes.has('residential'));
  });
}

/** The number on a shield, from a road's name or its route: 'I-77', 'US 21', 'SR 150'. Null for a road without one. */
export function routeOf(text: string): string | null {
  const [, interstate] = /^(?:I|IH|Interstate|I-?Hwy)[- ]*0*(\d{1,3})\b/i.exec(text) ?? [];
  if (interstate) return `I-${interstate}`;
  const [, federal] = /^U\.?S\.?(?:[- ]*(?:Hwy|Highway|Route|Rte))?[- ]*(\d{1,3})\b/i.exec(text) ?? [];
  if (federal) return `US ${federal}`;
  const [, state] =
    /^(?:State (?:Hwy|Highway|Route|Rte|Road|Rd)|St(?:ate)? Rte|SR|SH|[A-Z]{2} (?:Hwy|Highway|Route|Rte))[- ]*0*(\d{1,4})\b/i.exec(
      text,
    ) ?? [];
  return state ? `SR ${state}` : null;
}
