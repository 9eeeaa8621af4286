// Acres as the assessor has them: from the survey, rounded to a hundredth, and wrong where the deed is old.
import { SQUARE_METERS_PER_ACRE } from '../../../../geo/area.ts';
import type { Lot } from '../../county.ts';
import type { Random } from '../../random.ts';

const OLD_DEED_SHARE = 0.015;
const OLD_DEED_ERROR = 0.22;
const SURVEY_ERROR = 0.03;

export function taxAcres({ random, lot }: { random: Random; lot: Lot }): number {
  const acres = lot.areaSquareMeters / SQUARE_METERS_PER_ACRE;
  const oldDeed = random.chance(OLD_DEED_SHARE);
  const most = oldDeed ? OLD_DEED_ERROR : SURVEY_ERROR;
  const error = Math.max(-most, Math.min(most, random.normal() * (oldDeed ? 0.12 : 0.008)));
  return Math.max(0.01, Math.round(acres * (1 + error) * 100) / 100);
}
