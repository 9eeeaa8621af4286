// Price index of property relative to 2025, linearly interpolated: it falls after 2008 and rises after 2020.

const points: readonly (readonly [year: number, index: number])[] = [
  [1960, 0.05],
  [1970, 0.08],
  [1975, 0.11],
  [1980, 0.16],
  [1985, 0.2],
  [1990, 0.26],
  [1995, 0.3],
  [2000, 0.37],
  [2004, 0.43],
  [2007.5, 0.53],
  [2009, 0.47],
  [2011.5, 0.4],
  [2013, 0.43],
  [2016, 0.51],
  [2019, 0.63],
  [2020.4, 0.67],
  [2021.5, 0.82],
  [2022.5, 0.97],
  [2023.5, 0.96],
  [2025.5, 1],
];

/** `year` with its fraction: 2008.5 is the middle of 2008. */
export function priceIndex(year: number): number {
  const next = points.findIndex(([from]) => from > year);
  if (next === 0) return points[0]![1];
  if (next === -1) return points.at(-1)![1];
  const [fromYear, from] = points[next - 1]!;
  const [toYear, to] = points[next]!;
  return from + ((to - from) * (year - fromYear)) / (toYear - fromYear);
}
