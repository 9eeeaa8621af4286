// The parcels' vector tile: what it says of a parcel at which zoom, and which parcels it leaves out to stay small.
import { type AreaGeometry, type LngLat, polygonsOf, type Ring, type TileAddress } from './geometry.ts';
import { MvtLayer, type Properties } from './mvt-layer.ts';
import { tileAt } from './tile-address.ts';
import { tileRings } from './tile-rings.ts';

export const PARCEL_TILE_LAYER = 'parcels';
/** From this zoom up a parcel carries all its properties, below nothing but its PIN. */
const DETAIL_ZOOM = 13;

/** What a tile needs of a parcel. */
export type TileParcel = {
  pin: string;
  name: string;
  add1: string | null;
  city: string | null;
  taxAcres: number | null;
  /** A point inside the parcel, where its label stands. */
  lng: number;
  lat: number;
  geometry: AreaGeometry;
};

export type EncodeParcelTileOptions = {
  address: TileAddress;
  /** Those whose bounds touch `bufferedTileBounds(address)`. */
  parcels: readonly TileParcel[];
  /** Of the tile before compression. */
  bytesMax: number;
};

/** A tile this full has no room for the parcels that are still to come. */
const FULL_SHARE = 0.95;

/**
 * Larger parcels come first, so that a smaller one is drawn on top of one it overlaps, and where the tile is full it is
 * the smallest that are missing. Undefined where there is nothing to draw.
 */
export function encodeParcelTile({
  address,
  parcels,
  bytesMax,
}: EncodeParcelTileOptions): Uint8Array | undefined {
  const tile = new MvtLayer({ name: PARCEL_TILE_LAYER, bytesMax });
  const unitsPerCell = unitsPerCellAt(address.z);
  for (const parcel of largestFirst(parcels)) {
    const rings = tileRings({ geometry: parcel.geometry, address, unitsPerCell });
    if (rings.length === 0) continue;
    const fits = tile.addPolygon(rings, propertiesIn(address, parcel));
    // One with a border so long that it fits nowhere must not cost the others their place.
    if (!fits && tile.byteLength > bytesMax * FULL_SHARE) break;
  }
  return tile.toTile();
}

/**
 * From z14 an eighth of a pixel; below, up to half a pixel. Every corner moves to the nearest cell on its own account,
 * so neighbors move alike and still meet, and a parcel too small to see shrinks to nothing: its neighbors close over it.
 */
function unitsPerCellAt(z: number): number {
  if (z >= 14) return 1;
  return z === 13 ? 2 : 4;
}

function propertiesIn(address: TileAddress, parcel: TileParcel): Properties {
  const { pin, name, add1, city, taxAcres } = parcel;
  if (address.z < DETAIL_ZOOM) return { PIN: pin };
  // In one of the tiles that share a parcel only: labels are placed tile by tile, and one is enough.
  const label = holds(address, parcel) ? true : null;
  return { PIN: pin, Name: name, ADD1: add1, CITY: city, TaxAcres: taxAcres, Label: label };
}

function holds(address: TileAddress, point: LngLat): boolean {
  const { x, y } = tileAt(point, address.z);
  return x === address.x && y === address.y;
}

function largestFirst(parcels: readonly TileParcel[]): TileParcel[] {
  return parcels
    .map((parcel) => ({ parcel, size: outerSize(parcel.geometry) }))
    .sort((one, other) => other.size - one.size)
    .map(({ parcel }) => parcel);
}

/** In square degrees, whole parcel and holes included: the same in every tile, so all tiles drop the same ones first. */
function outerSize(geometry: AreaGeometry): number {
  return polygonsOf(geometry).reduce((sum, polygon) => sum + ringSize(polygon[0]!), 0);
}

function ringSize(ring: Ring): number {
  // From the first corner, as the products of whole coordinates would lose their digits.
  const originLng = ring[0]![0];
  const originLat = ring[0]![1];
  let doubled = 0;
  let xBefore = 0;
  let yBefore = 0;
  for (let i = 1; i < ring.length; i++) {
    const position = ring[i]!;
    const x = position[0] - originLng;
    const y = position[1] - originLat;
    doubled += xBefore * y - x * yBefore;
    xBefore = x;
    yBefore = y;
  }
  return Math.abs(doubled) / 2;
}
