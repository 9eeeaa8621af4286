// Finds what is known of a parcel's building: year built, floor area, rooms.
import {
  type FieldProfile,
  fieldOf,
  isBlank,
  type KnownName,
  knownNames,
  rankedByName,
} from './field-profile.ts';
import { isAmount, isYears, numbersOf } from './number-profile.ts';

/** Never the effective year, which counts a renovation. */
const builtNames = knownNames(`
  YEAR_BUILT YR_BUILT YEAR_BLT YR_BLT BUILT_YEAR BUILT_YR ACT_YR_BLT ACT_YEAR_BUILT ACTUAL_YEAR_BUILT ACTUAL_YR_BUILT ORIG_YEAR_BUILT
  RES_ORIG_YEAR_BUILT RES_YR_BLT RES_YEAR_BUILT YEAR_BUILT_1 YR_BUILT_1 BUILD_YR BUILD_YEAR BLDG_YR BLDG_YEAR AYB YR_CONSTR
  YEAR_CONSTRUCTED CONST_YEAR CONSTRUCTION_YEAR STRUCTYEAR STRUCT_YEAR
`);
const BUILDING_AGE_MAX = 420;

/** Where people live first, the whole building last. */
const areaNames = knownNames(`
  FLOOR_AREA LIVING_AREA LIV_AREA LIVING_AREA_SQFT LIVING_SQFT LIVING_SPACE SQFT_LIVING LIV_SQFT SFLA SQ_FT_LIV SF_LIVING TOTAL_LIVING_AREA
  TOT_LIVING_AREA TOT_LVG_AR TOT_LVG_AREA TOTAL_LVG_AREA TOTAL_RES_LIVE_AREA TOTAL_LIVABLE_AREA FINISHED_LIVING_AREA FINISHEDLIVINGAREA
  HEATED_AREA HEATED_SF BUILDING_HEATED_AREA HEAT_AREA HEATED_SQFT HEAT_AR FINISHED_AREA FIN_SQ_FT FINISHED_SQFT RES_FLR_AREA RES_SQFT RESQFT
  BLDGAREA RES_AREA BLD_AREA BLDG_SQFT BLDG_SF BUILDING_SQFT BUILDING_SQ_FT BUILDING_AREA SQFT_MAIN SQFT_MAIN_1 SQFTSTRC BUILDING_ACTUAL_AREA
  GROSS_FLOOR_AREA GROSS_AREA GROSS_SQFT GROSS_BUILDING_AREA
`);
const MEDIAN_FLOOR = { min: 200, max: 30_000 };
/** A field that far fewer rows have than another one says little. */
const FEW = 0.6;

const roomNames = knownNames(
  'ROOMS NUM_ROOMS NUMBER_OF_ROOMS TOTAL_ROOMS TOT_ROOMS TT_RMS TOT_RMS NBR_ROOMS NO_ROOMS ROOM_COUNT RMTOT',
);
const bedroomNames = knownNames(`
  BEDROOMS BEDROOM NUM_BEDROOMS NUMBER_OF_BEDROOMS NUMBER_OF_BEDROOM NUM_BEDS NUM_BEDRM NBR_BEDRM NBR_BEDROOMS NO_BEDROOMS BEDROOM_COUNT
  BEDRMS BED_RMS NUM_BEDRMS RMBED BEDRM BEDS T_BEDS BEDROOMS_1
`);
const bathroomNames = knownNames(`
  BATHROOMS BATHS NUM_BATHROOMS NUMBER_OF_BATHROOMS NUM_BATHS TOTAL_BATHS TOTAL_BATHROOMS NBR_BATHS BATHROOM_COUNT T_BATHS BATHROOMS_1
`);
const fullBathNames = knownNames(
  'FULL_BATHS FULL_BATH FULL_BTH NUM_FULL_BATHS NBR_FULL_BATHS FULLBATHS FIXBATH',
);
const halfBathNames = knownNames(
  'HALF_BATHS HALF_BATH HLF_BTH HALF_BTH NUM_HALF_BATHS NBR_HALF_BATHS HALFBATHS FIXHALF',
);
const PART_OF_BATHS = /full|half|hlf/i;
/** NUMBER_OF_BEDROOMS, cut by a Shapefile before it says of what. */
const CUT_NUMBER = /number_of_$/i;
const MEDIAN_ROOMS = { min: 0.5, max: 40 };

export type BuildingGuess = {
  year_built: string | undefined;
  floor_area: string | undefined;
  rooms: string | undefined;
  bedrooms: string | undefined;
  bathrooms: string | undefined;
};

export function guessBuilding(profiles: readonly FieldProfile[]): BuildingGuess {
  const first = (names: readonly KnownName[], isRight: (profile: FieldProfile) => boolean) =>
    fieldOf(rankedByName(profiles, names).find(isRight));
  const isCount = (profile: FieldProfile) =>
    isAmount(profile, MEDIAN_ROOMS) && !CUT_NUMBER.test(profile.field.name);
  const [full, half] = [fullBathNames, halfBathNames].map((names) => first(names, isCount));
  return {
    year_built: first(builtNames, (profile) => isYears(profile, BUILDING_AGE_MAX)),
    floor_area: fieldOf(floorArea(profiles)),
    rooms: first(roomNames, isCount),
    bedrooms: first(bedroomNames, isCount),
    bathrooms:
      first(bathroomNames, (profile) => isCount(profile) && !PART_OF_BATHS.test(profile.field.name)) ??
      (full && half && `${full} + ${half}/2`),
  };
}

function floorArea(profiles: readonly FieldProfile[]): FieldProfile | undefined {
  const fitting = rankedByName(profiles, areaNames).filter((profile) => isAmount(profile, MEDIAN_FLOOR));
  const filled = (profile: FieldProfile) => (isBlank(profile) ? 0 : numbersOf(profile).numbers.length);
  const most = Math.max(0, ...fitting.map(filled));
  return fitting.find((profile) => filled(profile) >= most * FEW);
}
