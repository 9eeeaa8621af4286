// Encodes vector tiles of parcels: their properties by zoom, and which parcels are left out to stay within a size.
import { FlatArea, flattenInto } from './flat-area.ts';
import type { AreaGeometry, TileAddress } from './geometry.ts';
import { decodeInto } from './geometry-code.ts';
import { worldX, worldY } from './mercator.ts';
import { MvtDictionary, type Properties, type Tags } from './mvt-dictionary.ts';
import { MvtLayer } from './mvt-layer.ts';
import { PARCEL_TILE_LAYER } from './parcel-tile-layers.ts';
import { SharedBorders } from './shared-borders.ts';
import { TILE_MARGIN } from './tile-address.ts';
import { type TilePlane, tilePlane, tileRings } from './tile-rings.ts';
import { tilesAt, WorldAreas } from './world-areas.ts';

/** From this zoom up a parcel carries all its properties, below that only its PIN. */
export const DETAIL_ZOOM = 13;

/** How far simplification may move a border, in the cells that its corners are rounded to: as far as rounding does. */
const TOLERANCE_CELLS = 0.5;
/** Above it hardly a corner lies this close to the line between its neighbors, and tiles are drawn on demand. */
const SIMPLIFIED_ZOOM_MAX = 16;

export type TileParcel = {
  /** All that a tile may carry; the PIN identifies the parcel at every zoom. */
  properties: Properties & { readonly PIN: string };
  /** A point inside the parcel, where its label is placed. */
  lng: number;
  lat: number;
  geometry: AreaGeometry;
};

/** Encoded geometries (geometry-code.ts) are faster to draw from. */
export type SheetParcel = Omit<TileParcel, 'geometry'> & { geometry: AreaGeometry | Uint8Array };

/** Filled anew for each parcel. */
const area = new FlatArea();

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
  const sheet = new ParcelSheet(address.z);
  for (const parcel of parcels) sheet.add(parcel);
  return sheet.encodeTile({ address, parcels: sheet.largestFirst(), bytesMax });
}

/**
 * Parcels that several tiles are drawn from. What does not depend on the tile is done once: projecting and sorting them,
 * and encoding their properties.
 */
export class ParcelSheet {
  readonly #hasDetails: boolean;
  readonly #areas = new WorldAreas();
  #borders: SharedBorders | undefined;
  /** By zoom. */
  readonly #neededPointsAt = new Map<number, Uint8Array>();
  readonly #sizes: number[] = [];
  /** x and y of each parcel's label. */
  readonly #labels: number[] = [];
  readonly #tags: Tags[] = [];
  readonly #dictionary = new MvtDictionary();
  readonly #labelTags = this.#dictionary.tagsOf({ Label: true });

  /** `lowestZoom` is that of the tiles to be drawn, all below DETAIL_ZOOM or none. */
  constructor(lowestZoom: number) {
    this.#hasDetails = lowestZoom >= DETAIL_ZOOM;
  }

  add({ properties, lng, lat, geometry }: SheetParcel): void {
    if (geometry instanceof Uint8Array) decodeInto(area, geometry);
    else flattenInto(area, geometry);
    this.#areas.add(area);
    this.#sizes.push(outerSize(area));
    this.#labels.push(worldX(lng), worldY(lat));
    this.#tags.push(this.#dictionary.tagsOf(this.#hasDetails ? properties : { PIN: properties.PIN }));
  }

  /**
   * The numbers of all parcels. A smaller parcel is drawn on top of a larger one that it overlaps, and a full tile lacks
   * only the smallest.
   */
  largestFirst(): Uint32Array {
    const sizes = Float64Array.from(this.#sizes);
    return Uint32Array.from(sizes, (_, i) => i).sort((one, other) => sizes[other]! - sizes[one]!);
  }

  /** Of the parcels, those that a tile or its buffer may show. */
  within(address: TileAddress, parcels: Uint32Array): Uint32Array {
    return parcels.filter((parcel) => this.#areas.touches(parcel, address, TILE_MARGIN));
  }

  /** Whether a parcel touches the tile itself, not only its buffer. */
  touches(address: TileAddress, parcels: Uint32Array): boolean {
    return parcels.some((parcel) => this.#areas.touches(parcel, address, 0));
  }

  /** See encodeParcelTile. `parcels` are in the order of `largestFirst`. */
  encodeTile({
    address,
    parcels,
    bytesMax,
  }: {
    address: TileAddress;
    parcels: Uint32Array;
    bytesMax: number;
  }): Uint8Array | undefined {
    const tile = new MvtLayer({ name: PARCEL_TILE_LAYER, bytesMax, dictionary: this.#dictionary });
    const plane = tilePlane(address, unitsPerCellAt(address.z));
    const isNeeded = this.#neededPoints(plane);
    for (const parcel of parcels) {
      const rings = tileRings({ areas: this.#areas, area: parcel, plane, isNeeded });
      if (rings.length === 0) continue;
      const fits = tile.addTaggedPolygon(rings, this.#tagsIn(address, parcel));
      // Skip a single parcel that is too large to encode, but stop once the tile is full.
      if (!fits && tile.byteLength > bytesMax * FULL_SHARE) break;
    }
    return tile.toTile();
  }

  /** Undefined where all are. */
  #neededPoints({ address: { z }, cellsPerWorld }: TilePlane): Uint8Array | undefined {
    if (z > SIMPLIFIED_ZOOM_MAX) return undefined;
    let isNeeded = this.#neededPointsAt.get(z);
    if (!isNeeded) {
      this.#borders ??= new SharedBorders(this.#areas);
      isNeeded = this.#borders.neededPoints(TOLERANCE_CELLS / cellsPerWorld);
      this.#neededPointsAt.set(z, isNeeded);
    }
    return isNeeded;
  }

  #tagsIn({ z, x, y }: TileAddress, parcel: number): Tags {
    const tags = this.#tags[parcel]!;
    if (!this.#hasDetails) return tags;
    // Labels are placed tile by tile, so only one of the tiles that share a parcel may label it.
    const tiles = tilesAt(z);
    const holdsLabel =
      Math.floor(this.#labels[2 * parcel]! * tiles) === x &&
      Math.floor(this.#labels[2 * parcel + 1]! * tiles) === y;
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

function outerSize(area: FlatArea): number {
  let sum = 0;
  for (let ring = 0; ring < area.rings; ring++) if (!area.isHole[ring]) sum += ringSize(area, ring);
  return sum;
}

function ringSize(area: FlatArea, ring: number): number {
  const { points } = area;
  const start = area.ringStart(ring);
  const end = area.ringEnds[ring]!;
  // Relative to the first corner: products of absolute coordinates would lose precision.
  const originLng = points[start]!;
  const originLat = points[start + 1]!;
  let doubled = 0;
  let xBefore = 0;
  let yBefore = 0;
  for (let i = start + 2; i < end; i += 2) {
    const x = points[i]! - originLng;
    const y = points[i + 1]! - originLat;
    doubled += xBefore * y - x * yBefore;
    xBefore = x;
    yBefore = y;
  }
  return Math.abs(doubled) / 2;
}
