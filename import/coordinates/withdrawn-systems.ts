// Codes that EPSG has withdrawn because their definition was wrong, and the right ones. Counties' data was never in the
// wrong systems, only called so: GDAL takes the right ones, too.

/** Minnesota, Nebraska, West Virginia and Maine had their false origins in meters, though the unit is the foot. */
const IN_ROWS: readonly (readonly [from: number, to: number, right: number])[] = [
  [26814, 26815, 26847],
  [26819, 26824, 26849],
  [26825, 26826, 26855],
  [26830, 26835, 26857],
  [26836, 26837, 26863],
  [26841, 26846, 26865],
];

const ONE_BY_ONE: ReadonlyMap<number, number> = new Map([
  // American Samoa.
  [2155, 3102],
  [2194, 3102],
  [2156, 2195],
  // Indiana.
  [2244, 2965],
  [2245, 2966],
  [2889, 2967],
  [2890, 2968],
  // Maine CS2000 Central.
  [3073, 3463],
  [3076, 3464],
  // North Carolina, South Dakota North, Nebraska, Wisconsin Central, San Francisco, Kentucky North.
  [3359, 3404],
  [3454, 4457],
  [6517, 6880],
  [6604, 6879],
  [6996, 7131],
  [6997, 7132],
  [26979, 2205],
  // On NAD27: California VII, Long Island, Pennsylvania South, Tennessee, Michigan.
  [26747, 26799],
  [32018, 4456],
  [32029, 4455],
  [32036, 2204],
  [4268, 4267],
  [26801, 5623],
  [26802, 5624],
  [26803, 5625],
  [6200, 6966],
  [26811, 6966],
  [26812, 6201],
  [26813, 6202],
]);

/** The code itself where it is not withdrawn. */
export function rightCode(code: number): number {
  const row = IN_ROWS.find(([from, to]) => code >= from && code <= to);
  return row ? row[2] + code - row[0] : (ONE_BY_ONE.get(code) ?? code);
}
