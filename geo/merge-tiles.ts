// Joins vector tiles of the same place into one: layers of the same name become one layer.
//
// Geometry is copied as it is. Only the tags of features change, which count from the first key and value of their layer.
// https://github.com/mapbox/vector-tile-spec/tree/master/2.1
import { PbfReader, PbfWriter } from 'pbf';

export type TilePart = {
  /** Plain MVT, not compressed. */
  bytes: Uint8Array;
  /** Which of its layers are wanted. Undefined for all. */
  wants?: ((layer: string) => boolean) | undefined;
};

/** The fields of the messages, and their wire types. */
const TILE_LAYER = 3;
const LAYER = { name: 1, feature: 2, key: 3, value: 4, extent: 5, version: 15 } as const;
const FEATURE_TAGS = 2;

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
  for (const { bytes, wants = () => true } of parts) {
    for (const layer of layersIn(bytes)) {
      if (!wants(layer.name)) continue;
      const others = byName.get(layer.name);
      // A layer with another grid cannot share one: the first one stays.
      if (!others) byName.set(layer.name, [layer]);
      else if (others[0]!.extent === layer.extent) others.push(layer);
    }
  }
  const tile = new PbfWriter();
  for (const layers of byName.values()) {
    tile.writeBytesField(TILE_LAYER, layers.length === 1 ? layers[0]!.bytes : joined(layers));
  }
  return tile.finish();
}

function layersIn(tile: Uint8Array): RawLayer[] {
  const layers: RawLayer[] = [];
  const reader = new PbfReader(tile);
  reader.readFields((field) => {
    if (field === TILE_LAYER) layers.push(readLayer(reader.readBytes()));
  }, undefined);
  return layers;
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
  for (const layer of layers) {
    for (const feature of layer.features) {
      writer.writeBytesField(LAYER.feature, keys + values === 0 ? feature : shifted(feature, keys, values));
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

/** The feature with its tags counted from later keys and values. */
function shifted(feature: Uint8Array, keys: number, values: number): Uint8Array {
  const reader = new PbfReader(feature);
  const parts: Uint8Array[] = [];
  while (reader.pos < reader.length) {
    const start = reader.pos;
    const tag = reader.readVarint();
    if (tag >> 3 !== FEATURE_TAGS) {
      reader.skip(tag);
      parts.push(feature.subarray(start, reader.pos));
      continue;
    }
    const end = reader.readVarint() + reader.pos;
    const tags: number[] = [];
    while (reader.pos < end) tags.push(reader.readVarint() + (tags.length % 2 === 0 ? keys : values));
    const writer = new PbfWriter();
    writer.writePackedVarint(FEATURE_TAGS, tags);
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
