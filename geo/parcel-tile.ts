// Encodes vector tiles of parcels: their properties by zoom, and which parcels are left out to stay within a size.
import { type AreaGeometry, polygonsOf, type Ring, type TileAddress } from './geometry.ts';
import { worldX, worldY } from './mercator.ts';
import { MvtDictionary, type Properties, type Tags } from './mvt-dictionary.ts';
import { MvtLayer } from './mvt-layer.ts';
import { TILE_BUFFER, TILE_EXTENT } from './tile-address.ts';
import { tilePlane, tileRings } from './tile-rings.ts';
import { type RingRange, type WorldBox, WorldRings } from './world-rings.ts';

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

/** A parcel on the sheet. */
export type SheetParcel = RingRange &
  WorldBox & {
    /** Of the outer rings, in square degrees. It does not depend on the tile, so all tiles drop the same parcels. */
    size: number;
    pinTags: Tags;
    tags: Tags;
    /** The label's place on the world's plane. */
    labelX: number;
    labelY: number;
  };

/** A tile this full has no room for the remaining parcels, which are smaller. */
const FULL_SHARE = 0.95;

/** One tile. Undefined where there is nothing to draw. */
export function encodeParcelTile({
  address,
  parcels,
  bytesMax,
}: {
  address: TileAddress;
  /** The parcels whose bounds touch `bufferedTileBounds(address)`. */
  parcels: readonly TileParcel[];
  /** The largest size of the tile, before compression. */
  bytesMax: number;
}): Uint8Array | undefined {
  const sheet = new ParcelSheet(parcels);
  return sheet.encodeTile({ address, parcels: sheet.parcels, bytesMax });
}

/**
 * Parcels that several tiles are drawn from. What does not depend on the tile is done once: projecting and sorting them,
 * and encoding their properties.
 */
export class ParcelSheet {
  /**
   * Largest first: a smaller parcel is drawn on top of a larger one that it overlaps, and a full tile lacks only the
   * smallest.
   */
  readonly parcels: readonly SheetParcel[];
  readonly #rings = new WorldRings();
  readonly #dictionary = new MvtDictionary();
  readonly #labelTags = this.#dictionary.tagsOf({ Label: true });

  constructor(parcels: Iterable<TileParcel>) {
    const placed: SheetParcel[] = [];
    for (const parcel of parcels) placed.push(this.#place(parcel));
    this.parcels = placed.sort((one, other) => other.size - one.size);
  }

  #place({ properties, lng, lat, geometry }: TileParcel): SheetParcel {
    return {
      ...this.#rings.add(geometry),
      size: outerSize(geometry),
      pinTags: this.#dictionary.tagsOf({ PIN: properties.PIN }),
      tags: this.#dictionary.tagsOf(properties),
      labelX: worldX(lng),
      labelY: worldY(lat),
    };
  }

  /** Of the parcels, those that a tile or its buffer may show. */
  within({ z, x, y }: TileAddress, parcels = this.parcels): SheetParcel[] {
    const tiles = 2 ** z;
    const margin = TILE_BUFFER / TILE_EXTENT;
    return parcels.filter(
      ({ west, east, north, south }) =>
        west * tiles <= x + 1 + margin &&
        east * tiles >= x - margin &&
        north * tiles <= y + 1 + margin &&
        south * tiles >= y - margin,
    );
  }

  /** See encodeParcelTile. `parcels` are those of `within`, or all. */
  encodeTile({
    address,
    parcels,
    bytesMax,
  }: {
    address: TileAddress;
    parcels: readonly SheetParcel[];
    bytesMax: number;
  }): Uint8Array | undefined {
    const tile = new MvtLayer({ name: PARCEL_TILE_LAYER, bytesMax, dictionary: this.#dictionary });
    const plane = tilePlane(address, unitsPerCellAt(address.z));
    for (const parcel of parcels) {
      const rings = tileRings({ rings: this.#rings, area: parcel, plane });
      if (rings.length === 0) continue;
      const fits = tile.addTaggedPolygon(rings, this.#tagsIn(address, parcel));
      // Skip a single parcel that is too large to encode, but stop once the tile is full.
      if (!fits && tile.byteLength > bytesMax * FULL_SHARE) break;
    }
    return tile.toTile();
  }

  #tagsIn({ z, x, y }: TileAddress, { pinTags, tags, labelX, labelY }: SheetParcel): Tags {
    if (z < DETAIL_ZOOM) return pinTags;
    // Labels are placed tile by tile, so only one of the tiles that share a parcel may label it.
    const holdsLabel = Math.floor(labelX * 2 ** z) === x && Math.floor(labelY * 2 ** z) === y;
    return holdsLabel ? [...tags, ...this.#labelTags] : tags;
  }
}

/**
 * The grid that corners are rounded to: an eighth of a pixel from z14, up to half a pixel below. Rounding depends only
 * on the corner, so neighbors still share their edges. A parcel too small to see collapses, and its neighbors fill it.
 */
function unitsPerCellAt(z: number): number {
  if (z >= 14) return 1;
  return z === 13 ? 2 : 4;
}

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
