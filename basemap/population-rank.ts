// The population_rank of the Protomaps schema, by which styles choose the size of a label.

/** Thresholds: a place with at least as many people as the nth number from the end has rank n. */
const PEOPLE_MIN = [
  1_000_000_000, 100_000_000, 50_000_000, 20_000_000, 10_000_000, 5_000_000, 1_000_000, 500_000, 200_000,
  100_000, 50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 200, 0,
];

export function populationRank(population: number): number {
  return PEOPLE_MIN.length - PEOPLE_MIN.findIndex((least) => population >= least);
}
