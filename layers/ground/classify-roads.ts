// Which class a road has, by whatever a file says about it: codes of the Census Bureau, functional classes, words, ranks, speed.
import type { RoadClass } from '../../basemap/ground/road-features.ts';
import { parseNumber } from '../../import/fields/clean-amount.ts';

/** Undefined: the text says nothing. 'unbuilt': the road exists on paper only. */
export type ReadClass = (text: string) => RoadClass | 'unbuilt' | undefined;

/** The Census Bureau's codes since 2007. */
const MTFCC: Record<string, RoadClass> = {
  S1100: 'motorway',
  S1200: 'primary',
  S1400: 'residential',
  S1500: 'path',
  S1630: 'ramp',
  S1640: 'service',
  S1710: 'path',
  S1720: 'path',
  S1730: 'service',
  S1740: 'service',
  S1750: 'service',
  S1780: 'service',
  S1820: 'path',
  S1830: 'path',
};

/** Its codes before that, by their first digit. */
const CFCC: Record<string, RoadClass> = {
  A1: 'motorway',
  A2: 'primary',
  A3: 'secondary',
  A4: 'residential',
  A5: 'path',
  A6: 'ramp',
  A7: 'service',
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

const RANKS: Record<string, RoadClass> = { 1: 'primary', 2: 'secondary', 3: 'tertiary', 4: 'residential' };

/** The first that matches decides. */
const WORDS: readonly [RegExp, RoadClass | 'unbuilt'][] = [
  [/\b(proposed|paper|vacated|abandoned|un(built|constructed|opened)|future|planned)\b/, 'unbuilt'],
  [/\bramp|_link\b|interchange/, 'ramp'],
  [
    /\b(trail|path|walk(way)?|pedestrian|bike(way)?|bicycle|cycleway|foot(way)?|bridle(way)?|steps|stair(way)?s?|track)\b/,
    'path',
  ],
  [/\b(service|alley|driveway|parking|private|access)\b/, 'service'],
  [/\b(interstate|freeway|motorway|expressway|turnpike|(limited|controlled) access)\b/, 'motorway'],
  [/\b(trunk|u\.?s\.? (highway|hwy|route|rte))\b/, 'trunk'],
  [/\b(primary|principal|major arterial|state (highway|hwy|route|rte|road)|highway|hwy)\b/, 'primary'],
  [/\b(secondary|arterial|major (road|street|thoroughfare)|thoroughfare)\b/, 'secondary'],
  [/\b(tertiary|collector|county (road|highway|route)|connector)\b/, 'tertiary'],
  [
    /\b(local|residential|minor|streets?|neighbou?rhood|subdivision|unclassified|living|roads?|avenue|lane|cul.?de.?sac)\b/,
    'residential',
  ],
];

const byWords: ReadClass = (text) => {
  const lower = text.toLowerCase();
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
  (table: Record<string, RoadClass>): ReadClass =>
  (text) =>
    /^0*\d{1,2}(\.0+)?$/.test(text) ? table[Number(text)] : undefined;

type Scheme = {
  title: string;
  read: ReadClass;
  accepts: (values: readonly string[], name: string) => boolean;
};

const isEach = (pattern: RegExp) => (values: readonly string[]) =>
  values.every((value) => pattern.test(value));

const SCHEMES: readonly Scheme[] = [
  { title: 'MTFCC', read: (text) => MTFCC[text.toUpperCase()], accepts: isEach(/^[A-Z]\d{4}$/i) },
  { title: 'CFCC', read: (text) => CFCC[text.slice(0, 2).toUpperCase()], accepts: isEach(/^[A-Z]\d\d?$/i) },
  {
    title: 'speed limit',
    read: bySpeed,
    accepts: (values, name) => /speed|mph|limit/i.test(name) && values.some((text) => bySpeed(text)),
  },
  {
    title: 'functional class of before 2010',
    read: byNumber(FUNCTIONAL_BEFORE),
    accepts: (values, name) =>
      /fun|f_?cl|nfc|fhwa/i.test(name) &&
      isEach(/^0*\d{1,2}$/)(values) &&
      values.some((text) => Number(text) > 7),
  },
  {
    title: 'functional class',
    read: byNumber(FUNCTIONAL),
    accepts: (values, name) => /fun|f_?cl|nfc|fhwa/i.test(name) && isEach(/^0*[0-7](\.0+)?$/)(values),
  },
  {
    title: 'rank',
    read: byNumber(RANKS),
    accepts: (values, name) =>
      /major|rank|hierarch|priorit|class|order|level/i.test(name) && isEach(/^[0-9](\.0+)?$/)(values),
  },
  {
    title: 'words',
    read: byWords,
    accepts: (values) => values.filter((text) => byWords(text)).length >= values.length / 3,
  },
];

/** How a column says the class, judged by its distinct values. Undefined where it does not. */
export function findScheme(
  values: readonly string[],
  column: string,
): { title: string; read: ReadClass } | undefined {
  if (values.length === 0) return undefined;
  return SCHEMES.find(({ accepts, read }) => accepts(values, column) && values.some((text) => read(text)));
}

/** The number on a shield, from a road's name or its route: 'I-77', 'US 21', 'SR 150'. Null for a road without one. */
export function routeOf(text: string): string | null {
  const [, interstate] = /^(?:I|Interstate|I-?Hwy)[- ]*(\d{1,3})\b/i.exec(text) ?? [];
  if (interstate) return `I-${interstate}`;
  const [, federal] = /^U\.?S\.?(?:[- ]*(?:Hwy|Highway|Route|Rte))?[- ]*(\d{1,3})\b/i.exec(text) ?? [];
  if (federal) return `US ${federal}`;
  const [, state] =
    /^(?:State (?:Hwy|Highway|Route|Rte|Road|Rd)|St(?:ate)? Rte|SR|SH|[A-Z]{2} (?:Hwy|Highway|Route|Rte))[- ]*(\d{1,4})\b/i.exec(
      text,
    ) ?? [];
  return state ? `SR ${state}` : null;
}
