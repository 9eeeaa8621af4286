// Which class a road has, by whatever a file says about it: codes of the Census Bureau, functional classes, words, ranks, speed.
import type { RoadClass } from '../../basemap/ground/road-features.ts';
import { parseNumber } from '../../import/fields/clean-amount.ts';
import { isGeneric } from '../../store/place-words.ts';
import { longForm } from '../../store/search-text.ts';
import {
  BY_COLUMN,
  CFCC,
  CHICAGO,
  type Codes,
  FUNCTIONAL,
  FUNCTIONAL_BEFORE,
  HERE,
  MTFCC,
  PORTLAND,
  RANKS,
  type ReadableClass,
} from './road-codes.ts';

/** Undefined: the text says nothing. */
export type ReadClass = (text: string) => ReadableClass | undefined;

/** The first that matches decides. */
const WORDS: readonly [RegExp, ReadableClass][] = [
  [
    /\b(proposed|paper|vacated|abandoned|un(built|constructed|opened)|future|planned|pending|(under )?construction)\b/,
    'unbuilt',
  ],
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
    /\b(secondary|(?<!non.)arterials?|major (road|street|thoroughfare)s?|thoroughfares?|major(?! collector)|parkway|b road|(boulevard|avenue) i+)\b/,
    'secondary',
  ],
  [/\b(tertiary|collectors?|county (road|highway|route)|connector|classified unnumbered)\b/, 'tertiary'],
  [
    /\b(local|residential|minor|streets?|neighbou?rhood|subdivision|unclassified|living|roads?|avenue|lane|cul.?de.?sac|city|town(ship)?)\b/,
    'residential',
  ],
];

/** Of OpenStreetMap: what has no such tag is not a road. */
const byHighway: ReadClass = (text) => (text === '' ? 'other' : byWords(text));

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

const KILOMETERS_PER_MILE = 1.609;

const bySpeed =
  (unitsPerMile: number): ReadClass =>
  (text) => {
    const speed = parseNumber(text);
    return MILES_PER_HOUR.find(([least]) => speed !== null && speed / unitsPerMile >= least)?.[1];
  };

const byCode =
  (table: Codes): ReadClass =>
  (text) =>
    table[/^0*\d{1,2}(\.0+)?$/.test(text) ? Number(text) : text.toUpperCase()];

const byBeginning =
  (table: Codes): ReadClass =>
  (text) =>
    table[text.slice(0, 3).toUpperCase()] ?? table[text.slice(0, 2).toUpperCase()];

/** What a code that begins with another letter means: a river, a rail, a boundary. */
const unlessOther =
  (letter: string, read: ReadClass): ReadClass =>
  (text) =>
    read(text) ?? (text === '' || text.toUpperCase().startsWith(letter) ? undefined : 'other');

/** 'ST', 'Trail' and 'Highway', which are the last words of names, but not 'INTERSTATE' and 'Minor Collector'. */
export const isStreetType = (value: string) => isGeneric(longForm(value.toLowerCase().replace(/\.$/, '')));

type Scheme = { accepts: (values: readonly string[], column: string) => boolean; read: ReadClass };

const isEach = (pattern: RegExp) => (values: readonly string[]) =>
  values.every((value) => pattern.test(value));
const DIGIT = /^0*[0-9](\.0+)?$/;
const isFunctional = (column: string) => /fun|f_?cl|^n?fc$|fhwa|f_?system/i.test(column);
/** No speed limit of the United States is higher, in miles an hour. */
const MILES_MAX = 85;

/** The first that accepts a column decides. */
const SCHEMES: readonly Scheme[] = [
  { accepts: isEach(/^[A-Z]\d{4}$/i), read: unlessOther('S', byCode(MTFCC)) },
  { accepts: isEach(/^[A-HPX]\d\d?$/i), read: unlessOther('A', byBeginning(CFCC)) },
  ...BY_COLUMN.map(([name, table]): Scheme => {
    const read = byCode(table);
    return {
      accepts: (values, column) =>
        name.test(column) && values.every((text) => /^\d+$/.test(text) || read(text)),
      read,
    };
  }),
  {
    accepts: (values) => values.includes('RIV') && values.every((text) => byCode(CHICAGO)(text)),
    read: byCode(CHICAGO),
  },
  {
    accepts: (values) =>
      isEach(/^[1-9]\d{3}$/)(values) && ['1300', '1500'].every((code) => values.includes(code)),
    read: byBeginning(PORTLAND),
  },
  ...[true, false].map((isMetric): Scheme => {
    const read = bySpeed(isMetric ? KILOMETERS_PER_MILE : 1);
    return {
      accepts: (values, column) =>
        /speed|mph|limit/i.test(column) &&
        values.some(read) &&
        (!isMetric || values.some((text) => Number(text) > MILES_MAX)),
      read,
    };
  }),
  {
    accepts: (values, column) =>
      isFunctional(column) && isEach(/^0*\d{1,2}$/)(values) && values.some((text) => Number(text) > 7),
    read: byCode(FUNCTIONAL_BEFORE),
  },
  {
    accepts: (values, column) =>
      isFunctional(column) && isEach(DIGIT)(values) && values.some((text) => Number(text) > 5),
    read: byCode(FUNCTIONAL),
  },
  {
    accepts: (values, column) =>
      isFunctional(column) && isEach(DIGIT)(values) && values.some((text) => Number(text) === 5),
    read: byCode(HERE),
  },
  {
    accepts: (values, column) =>
      /major|rank|hierarch|priorit|order/i.test(column) &&
      isEach(DIGIT)(values) &&
      values.every((text) => Number(text) < 6),
    read: byCode(RANKS),
  },
  { accepts: (values, column) => column === 'highway' && values.some(byWords), read: byHighway },
  {
    accepts: (values) =>
      values.filter(byWords).length >= values.length / 3 &&
      values.filter(isStreetType).length < values.length / 2,
    read: byWords,
  },
];

/** How a column says the class, judged by its distinct values. Undefined where it does not. */
export function findScheme(values: readonly string[], column: string): ReadClass | undefined {
  if (values.length === 0) return undefined;
  const own = column.replace(/^.*\./, '');
  return SCHEMES.find(({ accepts, read }) => {
    if (!accepts(values, own)) return false;
    const classes = new Set(values.map(read).filter((found) => found !== undefined));
    // If all are alike, the column tells no road from another.
    return classes.size > 1 || (classes.size === 1 && !classes.has('residential'));
  })?.read;
}

const ROUTES: readonly [RegExp, string][] = [
  [/^(?:I|IH|Interstate|I-?Hwy)[- ]*0*(\d{1,3}[NSEW]?)\b/i, 'I-'],
  [/^U\.?S\.?(?:[- ]*(?:Hwy|Highway|Route|Rte))?[- ]*0*(\d{1,3}[A-Z]?)\b/i, 'US '],
  [
    /^(?:State (?:Hwy|Highway|Route|Rte|Road|Rd)|St(?:ate)? Rte|R(?:oute|te|t)|SR|SH|[A-Z]{2} (?:Hwy|Highway|Route|Rte))[- ]*0*(\d{1,4}[A-Z]?)\b/i,
    'SR ',
  ],
];

/** The number on a shield, from a road's name or its route: 'I-77', 'US 21', 'SR 150'. Null for a road without one. */
export function routeOf(text: string): string | null {
  for (const [pattern, network] of ROUTES) {
    const number = pattern.exec(text)?.[1];
    if (number) return network + number.toUpperCase();
  }
  return null;
}

/** Of a column of routes, where any letters and a number are one: 'A38', 'FM0969', 'NC 150'. */
export function refOf(text: string): string | null {
  const [, network, number] = /^([A-Z]{1,3})[- ]?0*(\d{1,4}[A-Z]?)\b/i.exec(text) ?? [];
  return routeOf(text) ?? (network ? `${network.toUpperCase()} ${number}` : null);
}
