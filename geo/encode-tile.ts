// A vector tile of any areas with any properties, in full detail.
import type { AreaGeometry, TileAddress } from './geometry.ts';
import { MvtLayer, type Properties } from './mvt-layer.ts';
import { tileRings } from './tile-rings.ts';

export type TileFeature = { geometry: AreaGeometry; properties: Properties };

export type EncodeTileOptions = {
  address: TileAddress;
  layer: string;
  features: Iterable<TileFeature>;
};

/** Plain MVT, not compressed; undefined where nothing lies in the tile or its buffer. */
export function encodeTile({ address, layer, features }: EncodeTileOptions): Uint8Array | undefined {
  const tile = new MvtLayer({ name: layer, bytesMax: Infinity });
  for (const { geometry, properties } of features) {
    const rings = tileRings({ geometry, address, unitsPerCell: 1 });
    if (rings.length > 0) tile.addPolygon(rings, properties);
  }
  return tile.toTile();
}
