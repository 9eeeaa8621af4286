// The zoning district of a lot, by its use and by the size of the lots around it.
import type { Lot } from '../../county.ts';
import type { Random } from '../../random.ts';
import type { Neighborhood } from './neighborhoods.ts';

export const zoningDistricts = {
  'R-8': 'Residential, lots of 8,000 square feet and more',
  'R-12': 'Residential, lots of 12,000 square feet and more',
  'R-20': 'Residential, lots of 20,000 square feet and more',
  'R-40': 'Residential, lots of 40,000 square feet and more',
  RA: 'Residential agricultural',
  RM: 'Residential multi-family',
  NB: 'Neighborhood business',
  CB: 'Central business',
  GB: 'General business',
  HB: 'Highway business',
  'O-I': 'Office and institutional',
  'M-1': 'Light manufacturing',
  'M-2': 'Heavy manufacturing',
  CD: 'Conditional district',
} as const;
export type ZoningCode = keyof typeof zoningDistricts;

/** The share of lots without a zoning code. */
const UNZONED_SHARE = 0.015;

type Given = {
  random: Random;
  lot: Lot;
  neighborhood: Neighborhood;
};

export function zoneLot({ random, lot, neighborhood }: Given): ZoningCode | null {
  if (random.chance(UNZONED_SHARE)) return null;
  const homes = residentialCode(lot, neighborhood);
  switch (lot.use) {
    case 'house':
    case 'lakefront':
    case 'vacant':
    case 'park':
    case 'golf':
      return homes;
    case 'townhouse':
    case 'apartments':
      return random.chance(0.2) ? 'CD' : 'RM';
    case 'shop':
      if (lot.town === null) return random.chance(0.5) ? 'NB' : 'HB';
      // Small lots are on the main streets of the town center.
      if (lot.areaSquareMeters < 900) return 'CB';
      return random.chance(0.7) ? 'GB' : 'NB';
    case 'office':
      return random.chance(0.8) ? 'O-I' : 'NB';
    case 'industry':
      return random.chance(0.7) ? 'M-1' : 'M-2';
    case 'school':
    case 'public':
      return lot.town === null ? 'RA' : 'O-I';
    case 'farm':
    case 'woodland':
      return lot.town === null ? 'RA' : 'R-20';
    case 'church':
    case 'cemetery':
    case 'utility':
      return homes;
  }
}

/** By the homes of the whole neighborhood, so that the district does not change from lot to lot. */
function residentialCode(lot: Lot, { homeSquareMeters, standing }: Neighborhood): ZoningCode {
  const typical = homeSquareMeters ?? lot.areaSquareMeters;
  if (lot.town === null && lot.subdivision === null) return typical < 3000 ? 'R-20' : 'RA';
  // The most expensive subdivisions are conditional districts.
  if (lot.subdivision !== null && standing > 1.45) return 'CD';
  if (typical < 1000) return 'R-8';
  if (typical < 1700) return 'R-12';
  return typical < 3800 ? 'R-20' : 'R-40';
}
