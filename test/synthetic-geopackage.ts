// Writes parcels as a county would publish them: a GeoPackage in North Carolina State Plane feet (EPSG:2264).
import proj4 from 'proj4';
import { polygonsOf } from '../geo/geometry.ts';
import type { FieldType } from '../import/layer.ts';
import type { ParcelRecord } from '../store/parcel-store.ts';
import { writeGeoPackage } from './county-files.ts';

const STATE_PLANE_FEET =
  '+proj=lcc +lat_0=33.75 +lon_0=-79 +lat_1=36.1666666666667 +lat_2=34.3333333333333 +x_0=609601.219202438 +y_0=0 ' +
  '+datum=NAD83 +units=us-ft +no_defs';

const columns = [
  ['PARNO', 'text', 'pin'],
  ['OWNNAME', 'text', 'name'],
  ['MAILADD', 'text', 'add1'],
  ['MCITY', 'text', 'city'],
  ['MSTATE', 'text', 'state'],
  ['MZIP', 'text', 'zip'],
  ['SITEADD', 'text', 'site_address'],
  ['GISACRES', 'number', 'taxacres'],
  ['ZONING', 'text', 'zoning'],
  ['SALEDATE', 'text', 'sale_date'],
  ['SALEPRICE', 'number', 'sales_price'],
] as const satisfies readonly (readonly [string, FieldType, keyof ParcelRecord])[];

export async function writeSyntheticGeoPackage(path: string, parcels: Iterable<ParcelRecord>): Promise<void> {
  const { forward } = proj4('WGS84', STATE_PLANE_FEET);
  function* features() {
    for (const parcel of parcels) {
      const polygons = polygonsOf(parcel.geometry).map((rings) =>
        rings.map((ring) => ring.map((position) => forward([...position]) as [number, number])),
      );
      const properties = Object.fromEntries(columns.map(([name, , field]) => [name, parcel[field]]));
      yield { properties, polygons };
    }
  }
  const fields = columns.map(([name, type]) => ({ name, type }));
  await writeGeoPackage({ path, county: { fields, features: features(), epsg: 2264, wkt: 'undefined' } });
}
