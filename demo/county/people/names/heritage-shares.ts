// The shares of heritages by setting: old families in the country, newcomers in the suburbs and on the shore.
import type { HeritageName } from './heritages.ts';

export type Setting = 'town' | 'suburb' | 'country' | 'shore';

/** In percent of the households of a setting. */
export const heritageShares: Record<HeritageName, Record<Setting, number>> = {
  carolina: { town: 44, suburb: 42, country: 55, shore: 46 },
  germanPiedmont: { town: 13, suburb: 9, country: 24, shore: 11 },
  africanAmerican: { town: 20, suburb: 13, country: 12, shore: 5 },
  hispanic: { town: 11, suburb: 8, country: 4, shore: 3 },
  vietnamese: { town: 2, suburb: 3, country: 0.5, shore: 1 },
  hmong: { town: 2, suburb: 2, country: 1.5, shore: 0 },
  indian: { town: 2, suburb: 5, country: 0.5, shore: 4 },
  newcomer: { town: 5, suburb: 15, country: 2.5, shore: 28 },
  eastAsian: { town: 1, suburb: 3, country: 0, shore: 2 },
};
