import { describe, expect, test } from 'vitest';
import { mapLayer } from '../contract/client-config.ts';
import { OperatorError } from '../runtime/operator-error.ts';
import { overlayLegend, parseColors, ValueCounts } from './overlay-colors.ts';

/** Values with how often they are there. */
function counted(values: Iterable<readonly [string | null, number]>): ValueCounts {
  const counts = new ValueCounts();
  for (const [value, times] of values) for (let i = 0; i < times; i++) counts.add(value);
  return counts;
}

const numbered = (count: number) =>
  counted(Array.from({ length: count }, (_, at) => [`zone ${at}`, 1 + ((at * 7) % count)] as const));

describe('[LAY-5] the legend of values', () => {
  test('up to twelve values have entries of their own in different colors, the most frequent first', () => {
    for (const count of [1, 7, 8, 12]) {
      const { legend } = overlayLegend(numbered(count));
      expect(mapLayer.shape.legend.parse(legend)).toEqual(legend);
      expect(legend).toHaveLength(count);
      expect(new Set(legend.map(({ color }) => color)).size).toBe(count);
      expect(legend.every(({ values }) => values?.length === 1)).toBe(true);
    }
    const { legend } = overlayLegend(
      counted([
        ['rare', 1],
        ['often', 9],
        ['also often', 9],
      ]),
    );
    expect(legend.map(({ label }) => label)).toEqual(['also often', 'often', 'rare']);
  });

  test('of 5,000 values the 11 most frequent have entries, and the rest is "Other"', () => {
    const { legend, classOf } = overlayLegend(
      counted(Array.from({ length: 5000 }, (_, at) => [`v${at}`, at < 11 ? 20 - at : 1] as const)),
    );
    expect(legend.map(({ label }) => label)).toEqual([
      ...Array.from({ length: 11 }, (_, at) => `v${at}`),
      'Other',
    ]);
    expect(legend.at(-1)).not.toHaveProperty('values');
    expect(classOf('v4999')).toBe('v4999');
  });

  test('texts are trimmed, cut at 80 characters, and never changed into markup or out of it', () => {
    const long = 'é'.repeat(200);
    const { legend, classOf } = overlayLegend(
      counted([
        ['  <b>R-1</b>\n', 3],
        [long, 2],
        [null, 1],
        ['   ', 1],
      ]),
    );
    expect(legend).toMatchObject([
      { label: '<b>R-1</b>', values: ['<b>R-1</b>'] },
      { label: `${'é'.repeat(79)}…`, values: [long] },
      { label: 'No value', values: [''] },
    ]);
    expect(classOf('  <b>R-1</b>\n')).toBe('<b>R-1</b>');
    expect(classOf(null)).toBe('');
  });

  test('chosen colors and words are kept, other values get colors that are free', () => {
    const colors = new Map([
      ['AE', { color: '#0072b2', label: '1% chance a year' }],
      ['A', { color: '#0072b2', label: '1% chance a year' }],
      ['not there', { color: '#000000' }],
    ]);
    const { legend } = overlayLegend(
      counted([
        ['AE', 5],
        ['X', 4],
        ['A', 3],
      ]),
      colors,
    );
    expect(legend).toEqual([
      { label: '1% chance a year', color: '#0072b2', values: ['AE', 'A'] },
      { label: 'X', color: expect.not.stringMatching('#0072b2'), values: ['X'] },
    ]);
  });
});

describe('[LAY-5] the legend of numbers', () => {
  test('many numbers become 5 to 7 classes of about equally many shapes, from light to dark', () => {
    const counts = counted(Array.from({ length: 1000 }, (_, at) => [String((at / 10) ** 2), 1] as const));
    const { legend, classOf } = overlayLegend(counts);
    expect(legend).toHaveLength(7);
    const sizes = new Map<string, number>();
    for (const text of counts.counts.keys()) sizes.set(classOf(text), (sizes.get(classOf(text)) ?? 0) + 1);
    expect([...sizes.keys()]).toEqual(legend.map(({ label }) => label));
    for (const size of sizes.values()) expect(Math.abs(size - 1000 / 7)).toBeLessThan(2);
    const lightness = legend.map(({ color }) => labOf(rgbOf(color))[0]!);
    expect(lightness).toEqual(lightness.toSorted((one, other) => other - one));
    expect(classOf('-5')).toBe(legend[0]!.label);
    expect(classOf('99999999')).toBe(legend.at(-1)!.label);
    expect(classOf(null)).toBe('');
  });

  test('few numbers are values, and one number in most rows does not make empty classes', () => {
    expect(
      overlayLegend(
        counted([
          ['1', 5],
          ['2', 3],
        ]),
      ).legend.map(({ label }) => label),
    ).toEqual(['1', '2']);
    const skewed = counted([
      ['0', 900],
      ...Array.from({ length: 30 }, (_, at) => [String(at + 1), 1] as const),
    ]);
    const { legend, classOf } = overlayLegend(skewed);
    const used = new Set([...skewed.counts.keys()].map(classOf));
    expect(legend.map(({ label }) => label).filter((label) => !used.has(label))).toEqual([]);
    expect(legend[0]!.label).toBe('0');
    expect(legend.length).toBeGreaterThan(1);
  });

  test('a field with a value of its own in every row is counted in flat memory', () => {
    const counts = new ValueCounts();
    for (let at = 0; at < 150_000; at++) counts.add(String(at));
    expect(counts.counts.size).toBe(100_000);
  });
});

describe('[LAY-5] --colors', () => {
  test('names values and colors, short or long, with commas and equals signs in values', () => {
    expect([...parseColors('AE=#2B6CB0, X = #ddd,R-1, low=#112233,a=b=#abc,=#000')]).toEqual([
      ['AE', { color: '#2b6cb0' }],
      ['X', { color: '#dddddd' }],
      ['R-1, low', { color: '#112233' }],
      ['a=b', { color: '#aabbcc' }],
      ['', { color: '#000000' }],
    ]);
  });

  test.each([
    ['', /--colors is empty/],
    ['AE', /cannot be read from "AE" on: write VALUE=#rrggbb/],
    ['AE=#2b6cb0,X=blue', /from "X=blue" on/],
    ['AE=#12345', /from "AE=#12345" on/],
    ['AE=#fff,AE=#000', /names "AE" twice/],
  ])('[LAY-bad] %j is refused with a sentence', (text, message) => {
    expect(() => parseColors(text)).toThrow(OperatorError);
    expect(() => parseColors(text)).toThrow(message);
  });
});

describe('[LAY-5] the colors', () => {
  const colors = overlayLegend(numbered(12)).legend.map(({ color }) => color);
  const grays = overlayLegend(counted([...numbered(40).counts, [null, 1]]))
    .legend.slice(-2)
    .map(({ color }) => color);
  /** Machado, Oliveira and Fernandes, 2009: severity 1. */
  const visions: Record<string, number[][]> = {
    protanopia: [
      [0.152286, 1.052583, -0.204868],
      [0.114503, 0.786281, 0.099216],
      [-0.003882, -0.048116, 1.051998],
    ],
    deuteranopia: [
      [0.367322, 0.860646, -0.227968],
      [0.280085, 0.672501, 0.047413],
      [-0.01182, 0.04294, 0.968881],
    ],
    tritanopia: [
      [1.255528, -0.076749, -0.178779],
      [-0.078411, 0.930809, 0.147602],
      [0.004733, 0.691367, 0.3039],
    ],
    normal: [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
  };
  const seen = (color: string, matrix: number[][]) =>
    labOf(matrix.map((row) => row.reduce((sum, factor, at) => sum + factor * rgbOf(color)[at]!, 0)));
  const apart = (one: number[], other: number[]) => Math.hypot(...one.map((value, at) => value - other[at]!));

  test.each(Object.keys(visions))('are told apart with %s', (vision) => {
    const all = [...colors, ...grays];
    expect(all).toHaveLength(14);
    const pairs = all.flatMap((one, at) => all.slice(at + 1).map((other) => [one, other] as const));
    for (const [one, other] of pairs) {
      const difference = apart(seen(one, visions[vision]!), seen(other, visions[vision]!));
      expect(difference, `${one} ${other}`).toBeGreaterThan(11);
    }
  });

  test.each([
    ['light', '#f5f2ea'],
    ['dark', '#1d2126'],
    ['imagery', '#4f5a41'],
  ])('show on %s ground', (_name, ground) => {
    const difference = (color: string) => apart(labOf(rgbOf(color)), labOf(rgbOf(ground)));
    for (const color of colors) expect(difference(color), color).toBeGreaterThan(35);
    for (const color of grays) expect(difference(color), color).toBeGreaterThan(18);
  });
});

/** Linear light, from 0 to 1. */
function rgbOf(color: string): number[] {
  return [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
}

/** CIELAB under D65. */
function labOf(linear: readonly number[]): number[] {
  const [r = 0, g = 0, b = 0] = linear.map((value) => Math.min(1, Math.max(0, value)));
  const [x, y, z] = [
    (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
    0.2126 * r + 0.7152 * g + 0.0722 * b,
    (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
  ].map((value) => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116));
  return [116 * y! - 16, 500 * (x! - y!), 200 * (y! - z!)];
}
