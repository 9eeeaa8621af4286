// The queries for single parcels, on PostgreSQL: by PIN and at a point.
import type { Parcel, ParcelUnit } from '../../contract/parcel.ts';
import { qualifiedPin, splitQualifiedPin } from '../../contract/parcel-pin.ts';
import { areaContains } from '../../geo/area-contains.ts';
import type { LngLat } from '../../geo/geometry.ts';
import { type ParcelRow, parcelOf, parcelRowColumns } from '../parcel-row.ts';
import { originOf } from '../parcel-sources.ts';
import type { ParcelShape } from '../parcel-store.ts';
import { gridPoint } from '../storage-grid.ts';
import { columnList, type Sql } from './connect.ts';
import { PARCELS } from './parcel-schema.ts';
import { fromWkb } from './well-known-binary.ts';

type FoundRow = ParcelRow & {
  source: string;
  qualifier: string | null;
  has_bare: boolean;
  lot: string | null;
  more: string | null;
  units: ParcelUnit[] | null;
  source_title: string;
  data_date: string | null;
  loaded_at: string;
};

type NamedRow = Pick<FoundRow, 'source' | 'qualifier' | 'pin' | 'has_bare'>;

const parcelColumns = ['source', 'qualifier', 'lot', 'more', ...parcelRowColumns];
const qualifiedColumns = parcelColumns.map((column) => `parcel.${column}`);

export function postgresFind(sql: Sql) {
  const columns = () => sql`
    ${columnList(sql, qualifiedColumns)},
    parcel_source.title AS source_title, parcel_source.data_date, parcel_source.loaded_at,
    (
      SELECT json_agg(json_build_object('pin', pin, 'name', name, 'site_address', site_address) ORDER BY pin)
      FROM ${sql(PARCELS)}.parcel AS unit
      WHERE unit.source = parcel.source AND unit.lot = coalesce(parcel.lot, parcel.pin)
    ) AS units`;

  const hasBare = () => sql`
    EXISTS (SELECT 1 FROM ${sql(PARCELS)}.parcel_source AS first WHERE first.has_bare_pins) AS has_bare`;

  /** `PIN~source` may also be a PIN that happens to look so. */
  const isMeant = (qualified: string) => {
    const parts = splitQualifiedPin(qualified);
    return parts
      ? sql`parcel.pin IN (${qualified}, ${parts.pin})`
      : // By far the most common; a comparison with one value is planned once and not for every query.
        sql`parcel.pin = ${qualified}`;
  };

  return {
    async byPin(pin: string): Promise<Parcel | undefined> {
      const rows = await sql<FoundRow[]>`
        SELECT ${columns()}, ${hasBare()}
        FROM ${sql(PARCELS)}.parcel_source JOIN ${sql(PARCELS)}.parcel ON parcel.source = parcel_source.name
        WHERE ${isMeant(pin)} ORDER BY rank`;
      const row = chooseRow(rows, pin);
      return row && foundParcel(row);
    },

    async at(point: LngLat): Promise<Parcel | undefined> {
      const { x, y } = gridPoint(point);
      const rows = await sql<(Omit<FoundRow, 'has_bare'> & { wkb: Buffer })[]>`
        SELECT ${columns()}, ST_AsBinary(shape, 'NDR') AS wkb
        FROM ${sql(PARCELS)}.parcel_source JOIN ${sql(PARCELS)}.parcel ON parcel.source = parcel_source.name
        WHERE shape && ST_SetSRID(ST_MakePoint(${point.lng}, ${point.lat}), 4326)
          AND parcel.west <= ${x} AND parcel.east >= ${x} AND parcel.south <= ${y} AND parcel.north >= ${y}
        ORDER BY rank, pin`;
      const row = rows.find(({ wkb }) => areaContains(fromWkb(wkb), point));
      return row && foundParcel(row);
    },

    async shape(pin: string): Promise<ParcelShape | undefined> {
      const rows = await sql<(NamedRow & { wkb: Buffer })[]>`
        SELECT parcel.source, parcel.qualifier, parcel.pin, ${hasBare()},
          ST_AsBinary(
            coalesce(
              shape,
              (SELECT lot.shape FROM ${sql(PARCELS)}.parcel AS lot
               WHERE lot.source = parcel.source AND lot.pin = parcel.lot)
            ),
            'NDR'
          ) AS wkb
        FROM ${sql(PARCELS)}.parcel_source JOIN ${sql(PARCELS)}.parcel ON parcel.source = parcel_source.name
        WHERE ${isMeant(pin)} ORDER BY rank`;
      const row = chooseRow(rows, pin);
      return (
        row && {
          pin: qualifiedPin({ pin: row.pin, source: row.qualifier ?? undefined }),
          geometry: fromWkb(row.wkb),
        }
      );
    },
  };
}

/** The parcel of the source that is named, else that of the source with bare PINs, or the first if there is no such source. */
function chooseRow<Row extends NamedRow>(rows: readonly Row[], qualified: string): Row | undefined {
  const parts = splitQualifiedPin(qualified);
  const named = parts && rows.find(({ source, pin }) => source === parts.source && pin === parts.pin);
  const isMeant = ({ pin, qualifier, has_bare }: Row) =>
    pin === qualified && (!has_bare || qualifier === null);
  return named ?? rows.find(isMeant);
}

function foundParcel(row: Omit<FoundRow, 'has_bare'>): Parcel {
  const { source, source_title, data_date, loaded_at, qualifier, more, units, lot } = row;
  return parcelOf(row, {
    more,
    units: units ?? [],
    lot,
    origin: originOf({ name: source, title: source_title, dataDate: data_date, loadedAt: loaded_at }),
    qualifier: qualifier ?? undefined,
  });
}
