// Encodes features of any geometry and layer into all vector tiles of one zoom.
import { ByteWriter } from './byte-writer.ts';
import { cleanRings } from './clean-rings.ts';
import { cutIntoTiles, inSquare, type SquareShape, type TileSquare } from './cut-into-tiles.ts';
import { quantizeLine } from './flat-line.ts';
import type { MapGeometry, TileAddress } from './geometry.ts';
import type { Properties } from './mvt-dictionary.ts';
import { MvtLayer } from './mvt-layer.ts';
import { shapeAtZoom, type ZoomPlane, type ZoomShape } from './shape-at-zoom.ts';
import { tileNumber } from './tile-address.ts';

export type MapFeature = { layer: string; geometry: MapGeometry; properties: Properties };

/** Plain MVT, not compressed. */
export type MapTile = { address: TileAddress; bytes: Uint8Array };

/** A part of a feature that is in the plane of this zoom already, and simplified. */
export type FeaturePart = { layer: string; shape: SquareShape; properties: Properties };

export type MapTilesOptions = ZoomPlane & {
  features: Iterable<MapFeature | FeaturePart>;
  /** Only the tiles in this square. */
  within?: TileSquare;
};

/** Features keep their order within a layer. Empty tiles are left out. */
export function mapTiles({ features, within, ...plane }: MapTilesOptions): MapTile[] {
  const { z } = plane;
  const tiles = new Map<number, { address: TileAddress; layers: Map<string, MvtLayer> }>();

  function layerOf(name: string, address: TileAddress): MvtLayer {
    const number = tileNumber(address);
    const tile = tiles.get(number) ?? { address, layers: new Map<string, MvtLayer>() };
    tiles.set(number, tile);
    const layer = tile.layers.get(name) ?? new MvtLayer({ name, bytesMax: Infinity });
    tile.layers.set(name, layer);
    return layer;
  }

  for (const feature of features) {
    const { layer, properties } = feature;
    const shape = 'shape' in feature ? feature.shape : inSquare(shapeAtZoom(feature.geometry, plane), z);
    cutIntoTiles(shape, { tiles: 1, within }, ({ kind, parts, square: { x, y } }) => {
      const rounded = roundParts(kind, parts);
      if (rounded.length === 0) return;
      addTo(layerOf(layer, { z, x, y }), { kind, parts: rounded }, properties);
    });
  }
  return [...tiles.values()].map(({ address, layers }) => ({ address, bytes: joinLayers(layers.values()) }));
}

function roundParts(kind: ZoomShape['kind'], parts: number[][]): number[][] {
  switch (kind) {
    case 'area':
      return cleanRings(parts);
    case 'line':
      return parts.map(quantizeLine).filter((line) => line.length > 0);
    case 'point':
      return parts.map((point) => point.map(Math.round));
  }
}

function addTo(layer: MvtLayer, { kind, parts }: ZoomShape, properties: Properties): void {
  if (kind === 'area') layer.addPolygon(parts, properties);
  else if (kind === 'line') layer.addLines(parts, properties);
  else for (const [x, y] of parts) layer.addPoint({ x: x!, y: y! }, properties);
}

function joinLayers(layers: Iterable<MvtLayer>): Uint8Array {
  const tile = new ByteWriter();
  for (const layer of layers) layer.writeTo(tile);
  return tile.toBytes();
}
