// Encodes the vector tile of parcels: their properties by zoom, and which parcels are left out to stay within a size.
import { type AreaGeometry, type LngLat, polygonsOf, type Ring, type TileAddress } from './geometry.ts';
import { MvtLayer, type Properties } from './mvt-layer.ts';
import { tileAt } from './tile-address.ts';
import { tileRings } from './tile-rings.ts';

export const PARCEL_TILE_LAYER = 'parcels';
/** From this zoom up a parcel carries all its properties, below that only its PIN. */
const DETAIL_ZOOM = 13;

export type TileParcel = {
  /** All that a tile may carry; the PIN identifies the parcel at every zoom. */
  properties: Properties & { readonly PIN: string };
  /** A point inside the parcel, where its label is placed. */
  lng: number;
  lat: number;
  geometry: AreaGeometry;
};

export type EncodeParcelTileOptions = {
  address: TileAddress;
  /** The parcels whose bounds touch `bufferedTileBounds(address)`. */
  parcels: readonly TileParcel[];
  /** The largest size of the tile, before compression. */
  bytesMax: number;
};

/** A tile this full has no room for the remaining parcels, which are smaller. */
const FULL_SHARE = 0.95;

/**
 * Larger parcels come first: a smaller parcel is drawn on top of a larger one that it overlaps, and a full tile lacks
 * only the smallest. Undefined where there is nothing to draw.
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
    // Skip a single parcel that is too large to encode, but stop once the tile is full.
    if (!fits && tile.byteLength > bytesMax * FULL_SHARE) break;
  }
  return tile.toTile();
}

/**
 * The grid that corners are rounded to: an eighth of a pixel from z14, up to half a pixel below. Rounding depends only
 * on the corner, so neighbors still share their edges. A parcel too small to see collapses, and its neighbors fill it.
 */
function unitsPerCellAt(z: number): number {
  if (z >= 14) return 1;
  return z === 13 ? 2 : 4;
}

function propertiesIn(address: TileAddress, parcel: TileParcel): Properties {
  if (address.z < DETAIL_ZOOM) return { PIN: parcel.properties.PIN };
  // Labels are placed tile by tile, so only one of the tiles that share a parcel may label it.
  return { ...parcel.properties, Label: holds(address, parcel) ? true : null };
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

/** The area of the outer rings in square degrees. It does not depend on the tile, so all tiles drop the same parcels. */
function outerSize(geometry: AreaGeometry): number {
  return polygonsOf(geometry).reduce((sum, polygon) => sum + ringSize(polygon[0]!), 0);
}

function ringSize(ring: Ring): number {
  // Relative to the first corner: products of absolute coordinates would lose precision.
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
