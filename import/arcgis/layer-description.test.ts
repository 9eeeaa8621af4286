// What servers of all ages say of a layer is read, and one odd entry hides nothing else.
import { describe, expect, test } from 'vitest';
import { openProjection } from '../coordinates/projection.ts';
import { crsOf, parseDescription, parseSpatialReference } from './layer-description.ts';

const NORTH_CAROLINA =
  'PROJCS["NAD_1983_StatePlane_North_Carolina_FIPS_3200_Feet",GEOGCS["GCS_North_American_1983",' +
  'DATUM["D_North_American_1983",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],' +
  'UNIT["Degree",0.0174532925199433]],PROJECTION["Lambert_Conformal_Conic"],' +
  'PARAMETER["False_Easting",2000000.002616666],PARAMETER["False_Northing",0.0],' +
  'PARAMETER["Central_Meridian",-79.0],PARAMETER["Standard_Parallel_1",34.33333333333334],' +
  'PARAMETER["Standard_Parallel_2",36.16666666666666],PARAMETER["Latitude_Of_Origin",33.75],' +
  'UNIT["Foot_US",0.3048006096012192]]';

describe('the coordinate system of a server that answers in its own', () => {
  test.each([
    ["Esri's number with EPSG's", { wkid: 102719, latestWkid: 2264 }, 'NAD83 / North Carolina'],
    [
      "Esri's number alone",
      { wkid: 102719 },
      'NAD_1983_StatePlane_North_Carolina_FIPS_3200_Feet, ESRI:102719',
    ],
    ['as text', { wkid: '102719' }, 'ESRI:102719'],
    ["a county's own of Wisconsin", { wkid: 103300 }, 'ESRI:103300'],
    ['Web Mercator by all its numbers', { wkid: 102113 }, 'Pseudo-Mercator, EPSG:3857'],
    ['a number that is not known, and one that is', { wkid: 102719, latestWkid: 999_999 }, 'ESRI:102719'],
    ['well-known text without a number', { wkt: NORTH_CAROLINA }, 'North_Carolina_FIPS_3200_Feet'],
    [
      'well-known text beside a number that is not known',
      { wkid: 990_001, wkt: NORTH_CAROLINA },
      'FIPS_3200',
    ],
    ['well-known text beside no number', { wkid: -1, wkt: NORTH_CAROLINA }, 'FIPS_3200'],
  ])('%s', async (_, json, title) => {
    const crs = crsOf(parseSpatialReference(json)!)!;
    expect((await openProjection(crs)).title).toContain(title);
  });

  test('one that nobody knows is refused by its number', async () => {
    const crs = crsOf({ wkid: 102_031 })!;
    await expect(openProjection(crs)).rejects.toThrow(/ESRI:102031 is not among .*--crs/);
    expect(crsOf({})).toBeUndefined();
  });
});

test('an entry that cannot be read hides no other field and no other code', () => {
  const description = parseDescription({
    name: 'Parcels',
    fields: [
      { alias: 'nameless' },
      {
        name: 'ZONE',
        domain: {
          codedValues: [
            { name: 'Farm', code: 1 },
            { name: 'None', code: null },
            { name: 'Town', code: 2 },
          ],
        },
      },
    ],
  });
  expect(description!.fields).toHaveLength(1);
  expect(description!.fields![0]!.domain!.codedValues!.map(({ name }) => name)).toEqual(['Farm', 'Town']);
});
