// Encodes one layer of polygons, lines and points as the protocol buffer of the MVT specification, version 2.1.
import { ByteWriter, UTF8_BYTES_MAX, varintBytes } from './byte-writer.ts';
import type { FlatLine } from './flat-line.ts';
import type { FlatRing } from './flat-ring.ts';
import { MvtDictionary, type Properties, type Tags } from './mvt-dictionary.ts';
import { RingStarts } from './ring-starts.ts';
import { TILE_EXTENT } from './tile-address.ts';

/** Protobuf tags: the field number, and in the lowest three bits the wire type (varint, length-delimited). */
const varintField = (number: number) => number << 3;
const bytesField = (number: number) => (number << 3) | 2;

const TILE_LAYER = bytesField(3);
const LAYER_NAME = bytesField(1);
const LAYER_FEATURE = bytesField(2);
const LAYER_EXTENT = varintField(5);
const LAYER_VERSION = varintField(15);
const FEATURE_TAGS = bytesField(2);
const FEATURE_TYPE = varintField(3);
const FEATURE_GEOMETRY = bytesField(4);

const VERSION = 2;
const TYPE_POINT = 1;
const TYPE_LINE = 2;
const TYPE_POLYGON = 3;

/** Geometry commands: the id in the lowest three bits, the repeat count above. */
const MOVE_TO = 1;
const LINE_TO = 2;
const CLOSE_PATH = 7;
const command = (number: number, count: number) => (count << 3) | number;

/** Upper bound for version, extent, and the tags and lengths of name and layer. */
const FRAME_BYTES_MAX = 24;
/** Upper bound for the number of a key or a value in a tag. */
const TAG_NUMBER_BYTES_MAX = 4;

/** `otherBytes` are the keys and values in use, and the tags and lengths of protobuf fields. */
type Counts = { tagPairs: number; values: number; otherBytes: number };

/** In the layer's geometry bytes, those of a feature end at `geometryEnd`. */
type Feature = { type: number; tags: Tags; geometryEnd: number };

export class MvtLayer {
  readonly #name: string;
  readonly #bytesMax: number;
  readonly #dictionary: MvtDictionary;
  readonly #features: Feature[] = [];
  readonly #geometry = new ByteWriter();
  readonly #ringStarts = new RingStarts();
  /** By the number of a key or value in the dictionary: 1 where a feature of this layer uses it. */
  #usesKey: Uint8Array;
  #usesValue: Uint8Array;
  #counts: Counts;

  /** Layers that share features also share the dictionary, which then encodes each value once for all of them. */
  constructor({
    name,
    bytesMax,
    dictionary = new MvtDictionary(),
  }: {
    name: string;
    bytesMax: number;
    dictionary?: MvtDictionary;
  }) {
    this.#name = name;
    this.#bytesMax = bytesMax;
    this.#dictionary = dictionary;
    this.#usesKey = new Uint8Array(dictionary.keys.count);
    this.#usesValue = new Uint8Array(dictionary.values.count);
    this.#counts = { tagPairs: 0, values: 0, otherBytes: FRAME_BYTES_MAX + name.length * UTF8_BYTES_MAX };
  }

  /** Upper bound for the size of the tile. */
  get byteLength(): number {
    return this.#byteLengthOf(this.#counts);
  }

  /** Rings in tile units, each outer ring before its holes. Returns false and adds nothing where it does not fit. */
  addPolygon(rings: readonly FlatRing[], properties: Properties): boolean {
    return this.addTaggedPolygon(rings, this.#dictionary.tagsOf(properties));
  }

  /** The tags are those of the layer's dictionary. */
  addTaggedPolygon(rings: readonly FlatRing[], tags: Tags): boolean {
    writePaths(this.#geometry, rings, this.#ringStarts);
    return this.#addFeature(TYPE_POLYGON, tags);
  }

  /** Lines of two or more points, in tile units. Returns false and adds nothing where they do not fit. */
  addLines(lines: readonly FlatLine[], properties: Properties): boolean {
    writePaths(this.#geometry, lines);
    return this.#addFeature(TYPE_LINE, this.#dictionary.tagsOf(properties));
  }

  /** In tile units. Returns false and adds nothing where it does not fit. */
  addPoint({ x, y }: { x: number; y: number }, properties: Properties): boolean {
    writePaths(this.#geometry, [[x, y]]);
    return this.#addFeature(TYPE_POINT, this.#dictionary.tagsOf(properties));
  }

  /** The feature's geometry has been written already; it is taken back where the feature does not fit. */
  #addFeature(type: number, tags: Tags): boolean {
    const { keys, values } = this.#dictionary;
    this.#usesKey = grownTo(keys.count, this.#usesKey);
    this.#usesValue = grownTo(values.count, this.#usesValue);
    const geometryStart = this.#features.at(-1)?.geometryEnd ?? 0;
    const geometryEnd = this.#geometry.length;
    let entryBytes = 0;
    let newValues = 0;
    for (let i = 0; i < tags.length; i += 2) {
      if (this.#usesKey[tags[i]!] === 0) entryBytes += keys.byteLength(tags[i]!);
      if (this.#usesValue[tags[i + 1]!] === 0) {
        entryBytes += values.byteLength(tags[i + 1]!);
        newValues++;
      }
    }
    const frameBytes = frameBytesOf(tags.length * TAG_NUMBER_BYTES_MAX, geometryEnd - geometryStart);
    const counts = this.#counts;
    const grown = {
      tagPairs: counts.tagPairs + tags.length / 2,
      values: counts.values + newValues,
      otherBytes: counts.otherBytes + entryBytes + frameBytes,
    };
    if (this.#byteLengthOf(grown) > this.#bytesMax) {
      this.#geometry.truncate(geometryStart);
      return false;
    }
    this.#counts = grown;
    for (let i = 0; i < tags.length; i += 2) {
      this.#usesKey[tags[i]!] = 1;
      this.#usesValue[tags[i + 1]!] = 1;
    }
    this.#features.push({ type, tags, geometryEnd });
    return true;
  }

  #byteLengthOf({ tagPairs, values, otherBytes }: Counts): number {
    // Keys are few: their numbers take one byte.
    return this.#geometry.length + otherBytes + tagPairs * (1 + varintBytes(values));
  }

  /** The layer as part of a tile; nothing where no feature was added. */
  writeTo(tile: ByteWriter): void {
    if (this.#features.length === 0) return;
    tile.message(TILE_LAYER, () => {
      tile.varint(LAYER_VERSION);
      tile.varint(VERSION);
      tile.message(LAYER_NAME, () => tile.text(this.#name));
      const { keys, values } = this.#dictionary;
      const usedKeys = keys.entries.map((_, number) => number).filter((key) => this.#usesKey[key] === 1);
      const usedValues = this.#dictionary.sortedValues().filter((value) => this.#usesValue[value] === 1);
      this.#writeFeatures(tile, {
        keys: placesOf(usedKeys, keys.count),
        values: placesOf(usedValues, values.count),
      });
      for (const key of usedKeys) keys.writeTo(tile, key);
      for (const value of usedValues) values.writeTo(tile, value);
      tile.varint(LAYER_EXTENT);
      tile.varint(TILE_EXTENT);
    });
  }

  /** `places` are the numbers in this layer, by those in the dictionary. */
  #writeFeatures(layer: ByteWriter, places: { keys: Int32Array; values: Int32Array }): void {
    let geometryStart = 0;
    const sortedKeys = this.#dictionary.sortedKeys();
    const valueOfKey = new Int32Array(sortedKeys.length);
    for (const { type, tags, geometryEnd } of this.#features) {
      valueOfKey.fill(-1);
      let tagBytes = 0;
      for (let i = 0; i < tags.length; i += 2) {
        const value = places.values[tags[i + 1]!]!;
        valueOfKey[tags[i]!] = value;
        tagBytes += varintBytes(places.keys[tags[i]!]!) + varintBytes(value);
      }
      const geometryBytes = geometryEnd - geometryStart;
      layer.varint(LAYER_FEATURE);
      layer.varint(tagBytes + geometryBytes + innerFrameBytesOf(tagBytes, geometryBytes));
      layer.varint(FEATURE_TAGS);
      layer.varint(tagBytes);
      for (const key of sortedKeys) {
        if (valueOfKey[key]! < 0) continue;
        layer.varint(places.keys[key]!);
        layer.varint(valueOfKey[key]!);
      }
      layer.varint(FEATURE_TYPE);
      layer.varint(type);
      layer.varint(FEATURE_GEOMETRY);
      layer.varint(geometryBytes);
      layer.append(this.#geometry, geometryStart, geometryEnd);
      geometryStart = geometryEnd;
    }
  }

  /** The whole tile, where this is its only layer; undefined where no feature was added. */
  toTile(): Uint8Array | undefined {
    const tile = new ByteWriter();
    this.writeTo(tile);
    return tile.length > 0 ? tile.toBytes() : undefined;
  }
}

/** The fields of a feature: three tags, the type, and two lengths. */
function innerFrameBytesOf(tagBytes: number, geometryBytes: number): number {
  return 4 + varintBytes(tagBytes) + varintBytes(geometryBytes);
}

function frameBytesOf(tagBytes: number, geometryBytes: number): number {
  const inner = innerFrameBytesOf(tagBytes, geometryBytes);
  return 1 + varintBytes(inner + tagBytes + geometryBytes) + inner;
}

function grownTo(count: number, flags: Uint8Array): Uint8Array {
  if (count <= flags.length) return flags;
  const grown = new Uint8Array(2 * count);
  grown.set(flags);
  return grown;
}

function placesOf(numbers: readonly number[], count: number): Int32Array {
  const places = new Int32Array(count);
  for (let place = 0; place < numbers.length; place++) places[numbers[place]!] = place;
  return places;
}

/**
 * Delta encoding: each point is relative to the one before, across paths; the first to the tile's corner. With
 * `ringStarts` the paths are rings, and are closed.
 */
function writePaths(writer: ByteWriter, paths: readonly FlatLine[], ringStarts?: RingStarts): void {
  let penX = 0;
  let penY = 0;
  for (const path of paths) {
    const pointsAfterFirst = path.length / 2 - 1;
    let at = ringStarts?.choose(path) ?? 0;
    for (let i = 0; i < path.length; i += 2) {
      if (i === 0) writer.varint(command(MOVE_TO, 1));
      if (i === 2) writer.varint(command(LINE_TO, pointsAfterFirst));
      const x = path[at]!;
      const y = path[at + 1]!;
      writer.signedVarint(x - penX);
      writer.signedVarint(y - penY);
      penX = x;
      penY = y;
      at = at + 2 === path.length ? 0 : at + 2;
    }
    if (ringStarts) writer.varint(command(CLOSE_PATH, 1));
  }
}
