// The market value of a lot in mid-2025 dollars, before the random variation of its sale.
import { SQUARE_METERS_PER_ACRE } from '../../../../geo/area.ts';
import type { Lot } from '../../county.ts';
import type { Neighborhood } from './neighborhoods.ts';

const USUAL_HOME_LOT_SQUARE_METERS = 1500;
/** Land within town limits is worth more. */
const TOWN_PREMIUM = 1.08;

export function marketValue(lot: Lot, { standing }: Neighborhood): number {
  const acres = lot.areaSquareMeters / SQUARE_METERS_PER_ACRE;
  const town = lot.town === null ? 1 : TOWN_PREMIUM;
  // The fourth root, because the value of a home grows slower than its lot.
  const size = Math.sqrt(Math.sqrt(lot.areaSquareMeters / USUAL_HOME_LOT_SQUARE_METERS));
  const homeSize = Math.min(1.6, Math.max(0.7, size));
  const spareLand = Math.max(0, acres - 1) * 11_000;
  const built = lot.hasBuilding;
  switch (lot.use) {
    case 'house':
      return (built ? 305_000 : 62_000) * standing * homeSize * town + spareLand;
    case 'lakefront':
      return (built ? 890_000 : 410_000) * standing * homeSize + spareLand;
    case 'townhouse':
      return 278_000 * standing * town;
    case 'vacant':
      return lot.subdivision === null && lot.town === null
        ? 16_000 + acres * 14_000 * standing
        : 60_000 * standing * homeSize * town + spareLand;
    case 'apartments':
      return 400_000 + lot.areaSquareMeters * 430;
    case 'shop':
      return (built ? 190_000 : 60_000) + lot.areaSquareMeters * 135 * town;
    case 'office':
      return (built ? 230_000 : 60_000) + lot.areaSquareMeters * 120 * town;
    case 'industry':
      return (built ? 300_000 : 40_000) + lot.areaSquareMeters * 48;
    case 'farm':
      return (built ? 230_000 : 0) + acres * (acres < 20 ? 13_500 : 10_500);
    case 'woodland':
      return (built ? 120_000 : 0) + acres * 7_400;
    case 'church':
    case 'golf':
      return 150_000 + lot.areaSquareMeters * 8;
    case 'utility':
    case 'cemetery':
    case 'school':
    case 'park':
    case 'public':
      return 8_000 + acres * 11_000;
  }
}
