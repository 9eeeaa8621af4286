// A small county in Iowa as GeoJSON text, far from the demo county: lots in one row, with the fields of a county's own.

/** The upper left corner of a grid of lots in Iowa, far from the demo county. */
export const CORNER = { lng: -93.62, lat: 41.6 };
const LOT_DEGREES = 0.001;

export type Row = { PIN: string; OWNER?: string; SITE_ADDR?: string; ACRES?: number; ROOF?: string };

/** Lots side by side from west to east, one for each row. */
export function countyText(rows: readonly Row[], { south = 0 } = {}): string {
  const features = rows.map((properties, at) => {
    const west = CORNER.lng + at * LOT_DEGREES;
    const north = CORNER.lat - south;
    const ring = [
      [west, north - LOT_DEGREES],
      [west + LOT_DEGREES, north - LOT_DEGREES],
      [west + LOT_DEGREES, north],
      [west, north],
      [west, north - LOT_DEGREES],
    ];
    return { type: 'Feature', properties, geometry: { type: 'Polygon', coordinates: [ring] } };
  });
  return JSON.stringify({ type: 'FeatureCollection', features });
}

export const rowsOf = (owner: string, count = 6): Row[] =>
  Array.from({ length: count }, (_, at) => ({
    PIN: `100-${at + 1}`,
    OWNER: `${owner} ${at + 1}`,
    SITE_ADDR: `${at + 1} WALNUT ST`,
    ACRES: 2.2,
    ROOF: 'SLATE',
  }));
