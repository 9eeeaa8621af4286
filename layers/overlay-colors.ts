// The legend of an overlay: a readable color for each value of a field, or for each class of its numbers.
//
// Published colors that readers of all kinds of color vision tell apart, and that show on light and dark maps and on imagery:
// seven of Okabe and Ito (Color Universal Design, 2008), then those of Paul Tol's muted and high-contrast schemes (SRON/EPS/TN/09-002)
// that differ most from them; for numbers YlOrBr of ColorBrewer without its palest two.
import type { MapLayer } from '../contract/client-config.ts';
import { NO_VALUE } from '../contract/overlays.ts';
import { OperatorError } from '../runtime/operator-error.ts';

const VALUE_COLORS = [
  '#0072b2',
  '#e69f00',
  '#009e73',
  '#cc79a7',
  '#d55e00',
  '#56b4e9',
  '#f0e442',
  '#332288',
  '#117733',
  '#999933',
  '#882255',
  '#004488',
];
const OTHER_COLOR = '#bbbbbb';
const NO_VALUE_COLOR = '#6e6e6e';
/** From few to much. */
const NUMBER_COLORS = ['#fee391', '#fec44f', '#fe9929', '#ec7014', '#cc4c02', '#993404', '#662506'];

/** With "Other", which stands for all that have no entry of their own. */
const ENTRIES_MAX = VALUE_COLORS.length;
const CLASSES_MIN = 5;
const CLASSES_MAX = NUMBER_COLORS.length;
const LABEL_LENGTH_MAX = 80;
/** A field of measurements may have a value of its own in every row. Those after the first ones change quantiles little. */
const DISTINCT_MAX = 100_000;
const OTHER = 'Other';
const PLAIN_NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

type Legend = NonNullable<MapLayer['legend']>;

export type OverlayLegend = {
  legend: Legend;
  /** What a shape of this value carries in its tiles: one of the `values` of an entry, or text that belongs to "Other". */
  classOf(value: string | null): string;
};

/** By the value of a shape. */
export type ColorTable = ReadonlyMap<string, { color: string; label?: string }>;

/** The text of a value as it is stored and shown. */
function overlayValue(value: string | null): string {
  return (value ?? '').trim();
}

/** Counts the values of a field in flat memory. */
export class ValueCounts {
  readonly counts = new Map<string, number>();

  add(value: string | null): void {
    const text = overlayValue(value);
    const count = this.counts.get(text);
    if (count !== undefined || this.counts.size < DISTINCT_MAX) this.counts.set(text, (count ?? 0) + 1);
  }
}

/** `colors`: those that the operator or the catalog has chosen; the other values get colors that are free. */
export function overlayLegend(
  { counts }: Pick<ValueCounts, 'counts'>,
  colors: ColorTable = new Map(),
): OverlayLegend {
  const texts = [...counts.keys()].filter((text) => text !== '');
  const areNumbers =
    texts.length > ENTRIES_MAX && colors.size === 0 && texts.every((text) => PLAIN_NUMBER.test(text));
  return areNumbers ? legendOfNumbers(counts) : legendOfValues(counts, colors);
}

function legendOfValues(counts: ReadonlyMap<string, number>, colors: ColorTable): OverlayLegend {
  const byCount = [...counts]
    .sort(([one, n], [other, m]) => m - n || compare(one, other))
    .map(([text]) => text);
  const named = byCount.filter((text) => text !== '');
  const chosen = named.filter((text) => colors.has(text));
  const others = named.filter((text) => !colors.has(text));
  const ownMax = named.length <= ENTRIES_MAX ? others.length : Math.max(0, ENTRIES_MAX - 1 - chosen.length);
  const own = others.slice(0, ownMax);
  const taken = new Set([...colors.values()].map(({ color }) => color.toLowerCase()));
  // A color that was chosen for another value comes last.
  const free = [
    ...VALUE_COLORS.filter((color) => !taken.has(color)),
    ...VALUE_COLORS.filter((color) => taken.has(color)),
  ];
  const colorOf = new Map(own.map((text, at) => [text, free[at]!]));
  const entries = named
    .filter((text) => colors.has(text) || colorOf.has(text))
    .map((text) => {
      const { color, label = text } = colors.get(text) ?? { color: colorOf.get(text)! };
      return { label: shortened(label), color, values: [text] };
    });
  const legend: Legend = merged(entries);
  if (counts.has(''))
    legend.push({ label: NO_VALUE, color: colors.get('')?.color ?? NO_VALUE_COLOR, values: [''] });
  if (own.length < others.length) legend.push({ label: OTHER, color: OTHER_COLOR });
  return { legend, classOf: overlayValue };
}

/** Values that are shown alike, such as two flood zones of one name, are one entry. */
function merged(entries: Legend): Legend {
  const byLook = new Map<string, Legend[number]>();
  for (const { label, color, values = [] } of entries) {
    const look = `${color.toLowerCase()} ${label}`;
    const known = byLook.get(look);
    byLook.set(look, { label, color, values: [...(known?.values ?? []), ...values] });
  }
  return [...byLook.values()];
}

/** Classes of about equally many shapes. */
function legendOfNumbers(counts: ReadonlyMap<string, number>): OverlayLegend {
  const numbers = [...counts]
    .filter(([text]) => text !== '')
    .map(([text, count]) => ({ number: Number(text), count }))
    .sort((one, other) => one.number - other.number);
  const total = numbers.reduce((sum, { count }) => sum + count, 0);
  const wanted = Math.max(CLASSES_MIN, Math.min(CLASSES_MAX, Math.floor(numbers.length / 4)));
  const classes: { from: number; to: number }[] = [];
  let before = 0;
  let from: number | undefined;
  for (const [at, { number, count }] of numbers.entries()) {
    from ??= number;
    before += count;
    const isFull = before >= (total * (classes.length + 1)) / wanted;
    if (!isFull && at < numbers.length - 1) continue;
    classes.push({ from, to: number });
    from = undefined;
  }
  const step = (CLASSES_MAX - 1) / Math.max(1, classes.length - 1);
  const labels = classes.map((range) => rangeLabel(range));
  const legend: Legend = labels.map((label, at) => ({
    label,
    color: NUMBER_COLORS[Math.round(at * step)]!,
    values: [label],
  }));
  if (counts.has('')) legend.push({ label: NO_VALUE, color: NO_VALUE_COLOR, values: [''] });
  const classOf = (value: string | null) => {
    const text = overlayValue(value);
    if (text === '') return '';
    const at = classes.findIndex(({ to }) => Number(text) <= to);
    return labels[at] ?? labels.at(-1)!;
  };
  return { legend, classOf };
}

const numberText = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 15 });

function rangeLabel({ from, to }: { from: number; to: number }): string {
  return from === to ? numberText.format(from) : `${numberText.format(from)} to ${numberText.format(to)}`;
}

function shortened(text: string): string {
  const characters = [...text];
  return characters.length <= LABEL_LENGTH_MAX
    ? text
    : `${characters.slice(0, LABEL_LENGTH_MAX - 1).join('')}…`;
}

/** Of `--colors "AE=#2b6cb0,X=#ddd"`. A value may contain commas and equals signs. */
export function parseColors(text: string): ColorTable {
  const colors = new Map<string, { color: string }>();
  const entry = /\s*([\s\S]*?)\s*=\s*(#(?:[0-9a-f]{6}|[0-9a-f]{3}))\s*(?:,|$)/iy;
  while (entry.lastIndex < text.length) {
    const start = entry.lastIndex;
    const [, value = '', short = ''] = entry.exec(text) ?? [];
    if (short === '')
      throw new OperatorError(
        `--colors cannot be read from "${shortened(text.slice(start).trim())}" on: write VALUE=#rrggbb, separated by commas.`,
      );
    if (colors.has(value)) throw new OperatorError(`--colors names "${shortened(value)}" twice.`);
    const color = short.length === 4 ? short.replace(/[0-9a-f]/gi, '$&$&') : short;
    colors.set(value, { color: color.toLowerCase() });
  }
  if (colors.size === 0)
    throw new OperatorError('--colors is empty: write VALUE=#rrggbb, separated by commas.');
  return colors;
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
