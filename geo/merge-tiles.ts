// Joins vector tiles of the same place into one: layers of the same name become one layer. Cuts a tile out of one of a lower zoom.
//
// Geometry is copied as it is while its grid stays the same. The tags of features count from the first key and value of their layer.
// https://github.com/mapbox/vector-tile-spec/tree/master/2.1
import { type VectorTileFeature, VectorTileLayer } from '@mapbox/vector-tile';
import { PbfReader, PbfWriter } from 'pbf';
import { clipLine } from './clip-line.ts';
import { type ClipSquare, clipRing } from './clip-ring.ts';
import { quantizeLine } from './flat-line.ts';
import { quantizeRing } from './quantize-ring.ts';
import { TILE_MARGIN } from './tile-address.ts';

export type TilePart = {
  /** Plain MVT, not compressed. */
  bytes: Uint8Array;
  /** Which of its layers are wanted. Undefined for all. */
  wants?: ((layer: string) => boolean) | undefined;
  /** Which features of those are wanted, by the middle of their boxes: 0 to 1 across the tile. Undefined for all. */
  wantsAt?: ((layer: string, x: number, y: number) => boolean) | undefined;
};

/** The fields of the messages. */
const TILE_LAYER = 3;
const LAYER = { name: 1, feature: 2, key: 3, value: 4, extent: 5, version: 15 } as const;
const FEATURE_TAGS = 2;
const FEATURE_GEOMETRY = 4;

const [POINT, LINE] = [1, 2];
const [MOVE_TO, LINE_TO, CLOSE_PATH] = [1, 2, 7];

type RawLayer = {
  name: string;
  extent: number;
  version: number;
  features: Uint8Array[];
  keys: Uint8Array[];
  values: Uint8Array[];
  /** The message itself. */
  bytes: Uint8Array;
};

const DEFAULT_EXTENT = 4096;

export function mergeTiles(parts: readonly TilePart[]): Uint8Array {
  const byName = new Map<string, RawLayer[]>();
  for (const { bytes, wants = () => true, wantsAt } of parts) {
    for (const layer of layersIn(bytes)) {
      if (!wants(layer.name)) continue;
      const wanted = wantsAt ? filtered(layer, wantsAt) : layer;
      if (wanted.features.length === 0) continue;
      const others = byName.get(layer.name);
      if (!others) byName.set(layer.name, [wanted]);
      else if (others[0]!.extent === layer.extent) others.push(wanted);
      else others.push(placed(wanted, { scale: others[0]!.extent / layer.extent, left: 0, top: 0 }));
    }
  }
  return tileOf(
    [...byName.values()].map((layers) => (layers.length === 1 ? layers[0]!.bytes : joined(layers))),
  );
}

/** Where a tile lies in one that is so many zooms above it. */
export type PlaceInTile = { zooms: number; column: number; row: number };

export function cutTile(tile: Uint8Array, { zooms, column, row }: PlaceInTile): Uint8Array {
  return tileOf(
    layersIn(tile).map((layer) => {
      const { extent } = layer;
      const clip = { low: -TILE_MARGIN * extent, high: (1 + TILE_MARGIN) * extent };
      return placed(layer, { scale: 2 ** zooms, left: column * extent, top: row * extent, clip }).bytes;
    }),
  );
}

/** The box around what a tile has of a layer, 0 to 1 across the tile. Undefined where it has nothing. */
export function boxOfLayer(tile: Uint8Array, name: string) {
  const layer = layersIn(tile).find((one) => one.name === name);
  if (!layer || layer.features.length === 0) return undefined;
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const feature of decoded(layer)) {
    const [left, top, right, bottom] = feature.bbox() as [number, number, number, number];
    box.left = Math.min(box.left, left / layer.extent);
    box.top = Math.min(box.top, top / layer.extent);
    box.right = Math.max(box.right, right / layer.extent);
    box.bottom = Math.max(box.bottom, bottom / layer.extent);
  }
  return box;
}

function layersIn(tile: Uint8Array): RawLayer[] {
  const layers: RawLayer[] = [];
  const reader = new PbfReader(tile);
  reader.readFields((field) => {
    if (field === TILE_LAYER) layers.push(readLayer(reader.readBytes()));
  }, undefined);
  return layers;
}

function tileOf(layers: readonly Uint8Array[]): Uint8Array {
  const tile = new PbfWriter();
  for (const layer of layers) tile.writeBytesField(TILE_LAYER, layer);
  return tile.finish();
}

function readLayer(bytes: Uint8Array): RawLayer {
  const layer: RawLayer = {
    name: '',
    extent: DEFAULT_EXTENT,
    version: 1,
    features: [],
    keys: [],
    values: [],
    bytes,
  };
  const reader = new PbfReader(bytes);
  reader.readFields((field) => {
    if (field === LAYER.name) layer.name = reader.readString();
    else if (field === LAYER.feature) layer.features.push(reader.readBytes());
    else if (field === LAYER.key) layer.keys.push(reader.readBytes());
    else if (field === LAYER.value) layer.values.push(reader.readBytes());
    else if (field === LAYER.extent) layer.extent = reader.readVarint();
    else if (field === LAYER.version) layer.version = reader.readVarint();
  }, undefined);
  return layer;
}

function joined(layers: readonly RawLayer[]): Uint8Array {
  const [first] = layers as [RawLayer];
  const writer = new PbfWriter();
  writer.writeBytesField(LAYER.name, new TextEncoder().encode(first.name));
  let keys = 0;
  let values = 0;
  const shift = (tags: number[]) => tags.map((number, at) => number + (at % 2 === 0 ? keys : values));
  for (const layer of layers) {
    for (const feature of layer.features) {
      writer.writeBytesField(
        LAYER.feature,
        keys + values === 0 ? feature : rewritten(feature, FEATURE_TAGS, shift),
      );
    }
    keys += layer.keys.length;
    values += layer.values.length;
  }
  for (const { keys } of layers) for (const key of keys) writer.writeBytesField(LAYER.key, key);
  for (const { values } of layers) for (const value of values) writer.writeBytesField(LAYER.value, value);
  writer.writeVarintField(LAYER.extent, first.extent);
  writer.writeVarintField(LAYER.version, Math.max(...layers.map(({ version }) => version)));
  return writer.finish();
}

function withFeatures(layer: RawLayer, features: Uint8Array[]): RawLayer {
  return { ...layer, features, bytes: joined([{ ...layer, features }]) };
}

function filtered(layer: RawLayer, wantsAt: NonNullable<TilePart['wantsAt']>): RawLayer {
  const isWanted = decoded(layer).map((feature) => {
    const [left, top, right, bottom] = feature.bbox() as [number, number, number, number];
    return wantsAt(layer.name, (left + right) / 2 / layer.extent, (top + bottom) / 2 / layer.extent);
  });
  return withFeatures(
    layer,
    layer.features.filter((_, at) => isWanted[at]),
  );
}

type Placement = { scale: number; left: number; top: number; clip?: ClipSquare };

/** The layer on another grid. */
function placed(layer: RawLayer, placement: Placement): RawLayer {
  const features = decoded(layer);
  return withFeatures(
    layer,
    layer.features.flatMap((bytes, at) => {
      const geometry = commandsOf(features[at]!.type, placedPaths(features[at]!, placement));
      return geometry.length === 0 ? [] : [rewritten(bytes, FEATURE_GEOMETRY, () => geometry)];
    }),
  );
}

function decoded({ bytes, features }: RawLayer): VectorTileFeature[] {
  const layer = new VectorTileLayer(new PbfReader(bytes));
  return features.map((_, at) => layer.feature(at));
}

/** Points, lines, or rings without their closing points; x and y in turn. */
function placedPaths(feature: VectorTileFeature, { scale, left, top, clip }: Placement): number[][] {
  const { type } = feature;
  const isRing = type !== POINT && type !== LINE;
  return feature.loadGeometry().flatMap((points) => {
    const path = (isRing ? points.slice(0, -1) : points).flatMap(({ x, y }) => [
      x * scale - left,
      y * scale - top,
    ]);
    if (type === POINT) {
      return clip && path.some((value) => value < clip.low || value > clip.high)
        ? []
        : [path.map(Math.round)];
    }
    const paths = isRing ? [clip ? clipRing(path, clip) : path] : clip ? clipLine(path, clip) : [path];
    return paths.map(isRing ? quantizeRing : quantizeLine).filter(({ length }) => length > 0);
  });
}

/** The geometry of a feature, as its message has it. */
function commandsOf(type: number, paths: readonly number[][]): number[] {
  const commands: number[] = [];
  let [x, y] = [0, 0];
  const write = (command: number, path: readonly number[]) => {
    if (path.length > 0) commands.push(command | ((path.length / 2) << 3));
    for (let at = 0; at < path.length; at += 2) {
      commands.push(zigzag(path[at]! - x), zigzag(path[at + 1]! - y));
      [x, y] = [path[at]!, path[at + 1]!];
    }
  };
  if (type === POINT) {
    write(MOVE_TO, paths.flat());
    return commands;
  }
  for (const path of paths) {
    write(MOVE_TO, path.slice(0, 2));
    write(LINE_TO, path.slice(2));
    if (type !== LINE) commands.push(CLOSE_PATH | (1 << 3));
  }
  return commands;
}

function zigzag(value: number): number {
  return (value << 1) ^ (value >> 31);
}

/** The feature with other numbers in one of its packed fields. */
function rewritten(feature: Uint8Array, field: number, change: (numbers: number[]) => number[]): Uint8Array {
  const reader = new PbfReader(feature);
  const parts: Uint8Array[] = [];
  while (reader.pos < reader.length) {
    const start = reader.pos;
    const tag = reader.readVarint();
    if (tag >> 3 !== field) {
      reader.skip(tag);
      parts.push(feature.subarray(start, reader.pos));
      continue;
    }
    const end = reader.readVarint() + reader.pos;
    const numbers: number[] = [];
    while (reader.pos < end) numbers.push(reader.readVarint());
    const writer = new PbfWriter();
    writer.writePackedVarint(field, change(numbers));
    parts.push(writer.finish());
  }
  return concatenated(parts);
}

function concatenated(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
