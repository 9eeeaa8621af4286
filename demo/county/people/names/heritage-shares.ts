// The shares of heritages by setting: old families in the country, newcomers in the suburbs and on the shore.
import type { HeritageName } from './heritages.ts';

export type Setting = 'town' | 'suburb' | 'country' | 'shore';

/** In percent of the households. */
export const heritageShares: Record<Setting, Record<HeritageName, number>> = {
  town: {
    carolina: 44,
    germanPiedmont: 13,
    africanAmerican: 20,
    hispanic: 11,
    vietnamese: 2,
    hmong: 2,
    indian: 2,
    newcomer: 5,
    eastAsian: 1,
  },
  suburb: {
    carolina: 42,
    germanPiedmont: 9,
    africanAmerican: 13,
    hispanic: 8,
    vietnamese: 3,
    hmong: 2,
    indian: 5,
    newcomer: 15,
    eastAsian: 3,
  },
  country: {
    carolina: 55,
    germanPiedmont: 24,
    africanAmerican: 12,
    hispanic: 4,
    vietnamese: 0.5,
    hmong: 1.5,
    indian: 0.5,
    newcomer: 2.5,
    eastAsian: 0,
  },
  shore: {
    carolina: 46,
    germanPiedmont: 11,
    africanAmerican: 5,
    hispanic: 3,
    vietnamese: 1,
    hmong: 0,
    indian: 4,
    newcomer: 28,
    eastAsian: 2,
  },
};
