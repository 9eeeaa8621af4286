// Encodes features of any geometry and layer into all vector tiles of one zoom.
import { ByteWriter } from './byte-writer.ts';
import { cleanRings } from './clean-rings.ts';
import { cutIntoTiles, inSquare, type SquareShape, type TileSquare } from './cut-into-tiles.ts';
import { quantizeLine } from './flat-line.ts';
import type { MapGeometry, TileAddress } from './geometry.ts';
import { joinLines, type TileLine } from './join-lines.ts';
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

/**
 * Features keep their order within a layer, but lines with equal properties that meet are one line, at the place of the
 * first. Empty tiles are left out.
 */
export function mapTiles({ features, within, ...plane }: MapTilesOptions): MapTile[] {
  const { z } = plane;
  const tiles = new Map<number, { address: TileAddress; layers: Map<string, TileLayer> }>();

  function layerOf(name: string, address: TileAddress): TileLayer {
    const number = tileNumber(address);
    const tile = tiles.get(number) ?? { address, layers: new Map<string, TileLayer>() };
    tiles.set(number, tile);
    const layer = tile.layers.get(name) ?? new TileLayer(name);
    tile.layers.set(name, layer);
    return layer;
  }

  for (const feature of features) {
    const { layer, properties } = feature;
    const shape = 'shape' in feature ? feature.shape : inSquare(shapeAtZoom(feature.geometry, plane), z);
    cutIntoTiles(shape, { tiles: 1, within }, ({ kind, parts, square: { x, y } }) => {
      const rounded = roundParts(kind, parts);
      if (rounded.length === 0) return;
      layerOf(layer, { z, x, y }).add({ kind, parts: rounded }, properties);
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

/** A feature behind the first line: it waits until all lines of the tile are known. */
type Waiting = { kind: ZoomShape['kind']; parts: number[][]; properties: Properties };

class TileLayer {
  readonly #encoded: MvtLayer;
  readonly #waiting: Waiting[] = [];
  readonly #lines: (TileLine & { feature: Waiting })[] = [];
  readonly #groups = new Map<string, number>();

  constructor(name: string) {
    this.#encoded = new MvtLayer({ name, bytesMax: Infinity });
  }

  add({ kind, parts }: ZoomShape, properties: Properties): void {
    if (kind !== 'line' && this.#waiting.length === 0) {
      this.#encode({ kind, parts, properties });
      return;
    }
    const feature: Waiting = { kind, parts: kind === 'line' ? [] : parts, properties };
    this.#waiting.push(feature);
    if (kind === 'line') this.#addLines(parts, feature);
  }

  #addLines(parts: readonly number[][], feature: Waiting): void {
    const key = JSON.stringify(feature.properties);
    const group = this.#groups.get(key) ?? this.#groups.size;
    this.#groups.set(key, group);
    const isDirected = (feature.properties.oneway ?? null) !== null;
    for (const part of parts) {
      this.#lines.push({ points: Int16Array.from(part), group, isDirected, feature });
    }
  }

  #encode({ kind, parts, properties }: Waiting): void {
    if (kind === 'area') this.#encoded.addPolygon(parts, properties);
    else if (kind === 'line') this.#encoded.addLines(parts, properties);
    else for (const [x, y] of parts) this.#encoded.addPoint({ x: x!, y: y! }, properties);
  }

  writeTo(tile: ByteWriter): void {
    for (const { first, line } of joinLines(this.#lines)) this.#lines[first]!.feature.parts.push(line);
    for (const feature of this.#waiting) if (feature.parts.length > 0) this.#encode(feature);
    this.#encoded.writeTo(tile);
  }
}

function joinLayers(layers: Iterable<TileLayer>): Uint8Array {
  const tile = new ByteWriter();
  for (const layer of layers) layer.writeTo(tile);
  return tile.toBytes();
}
