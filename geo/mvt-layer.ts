// Encodes one layer of polygons, lines and points as the protocol buffer of the MVT specification, version 2.1.
import { ByteWriter, UTF8_BYTES_MAX } from './byte-writer.ts';
import type { FlatLine } from './flat-line.ts';
import type { FlatRing } from './flat-ring.ts';
import { MvtDictionary } from './mvt-dictionary.ts';
import { TILE_EXTENT } from './tile-address.ts';

export type PropertyValue = string | number | boolean;
/** Null properties are left out, as MVT has no null. */
export type Properties = Readonly<Record<string, PropertyValue | null>>;

/** Protobuf tags: the field number, and in the lowest three bits the wire type (varint, 64 bits, length-delimited). */
const varintField = (number: number) => number << 3;
const doubleField = (number: number) => (number << 3) | 1;
const bytesField = (number: number) => (number << 3) | 2;

const TILE_LAYER = bytesField(3);
const LAYER_NAME = bytesField(1);
const LAYER_FEATURE = bytesField(2);
const LAYER_KEY = bytesField(3);
const LAYER_VALUE = bytesField(4);
const LAYER_EXTENT = varintField(5);
const LAYER_VERSION = varintField(15);
const FEATURE_TAGS = bytesField(2);
const FEATURE_TYPE = varintField(3);
const FEATURE_GEOMETRY = bytesField(4);
const VALUE_TEXT = bytesField(1);
const VALUE_DOUBLE = doubleField(3);
const VALUE_UNSIGNED = varintField(5);
const VALUE_SIGNED = varintField(6);
const VALUE_BOOLEAN = varintField(7);

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

export class MvtLayer {
  readonly #name: string;
  readonly #bytesMax: number;
  readonly #features = new ByteWriter();
  readonly #keys = new MvtDictionary(writeKey);
  readonly #values = new MvtDictionary(writeValue);

  constructor({ name, bytesMax }: { name: string; bytesMax: number }) {
    this.#name = name;
    this.#bytesMax = bytesMax;
  }

  /** Upper bound for the size of the tile, at most a few bytes too high. */
  get byteLength(): number {
    const contents = this.#features.length + this.#keys.bytes.length + this.#values.bytes.length;
    return contents + FRAME_BYTES_MAX + this.#name.length * UTF8_BYTES_MAX;
  }

  /** Rings in tile units, each outer ring before its holes. Returns false and adds nothing where it does not fit. */
  addPolygon(rings: readonly FlatRing[], properties: Properties): boolean {
    return this.#addFeature(TYPE_POLYGON, properties, (writer) => writePaths(writer, rings, 'closed'));
  }

  /** Lines of two or more points, in tile units. Returns false and adds nothing where they do not fit. */
  addLines(lines: readonly FlatLine[], properties: Properties): boolean {
    return this.#addFeature(TYPE_LINE, properties, (writer) => writePaths(writer, lines, 'open'));
  }

  /** In tile units. Returns false and adds nothing where it does not fit. */
  addPoint({ x, y }: { x: number; y: number }, properties: Properties): boolean {
    return this.#addFeature(TYPE_POINT, properties, (writer) => writePaths(writer, [[x, y]], 'open'));
  }

  #addFeature(type: number, properties: Properties, writeGeometry: (writer: ByteWriter) => void): boolean {
    const features = this.#features;
    const featuresBefore = features.length;
    const keysBefore = this.#keys.mark();
    const valuesBefore = this.#values.mark();
    features.message(LAYER_FEATURE, () => {
      features.message(FEATURE_TAGS, () => this.#writeTags(properties));
      features.varint(FEATURE_TYPE);
      features.varint(type);
      features.message(FEATURE_GEOMETRY, () => writeGeometry(features));
    });
    if (this.byteLength <= this.#bytesMax) return true;
    features.truncate(featuresBefore);
    this.#keys.returnTo(keysBefore);
    this.#values.returnTo(valuesBefore);
    return false;
  }

  #writeTags(properties: Properties): void {
    for (const key in properties) {
      const value = properties[key];
      if (value === null || value === undefined) continue;
      this.#features.varint(this.#keys.numberOf(key));
      this.#features.varint(this.#values.numberOf(value));
    }
  }

  /** The layer as part of a tile; nothing where no feature was added. */
  writeTo(tile: ByteWriter): void {
    if (this.#features.length === 0) return;
    tile.message(TILE_LAYER, () => {
      tile.varint(LAYER_VERSION);
      tile.varint(VERSION);
      tile.message(LAYER_NAME, () => tile.text(this.#name));
      tile.append(this.#features);
      tile.append(this.#keys.bytes);
      tile.append(this.#values.bytes);
      tile.varint(LAYER_EXTENT);
      tile.varint(TILE_EXTENT);
    });
  }

  /** The whole tile, where this is its only layer; undefined where no feature was added. */
  toTile(): Uint8Array | undefined {
    const tile = new ByteWriter();
    this.writeTo(tile);
    return tile.length > 0 ? tile.toBytes() : undefined;
  }
}

/** Delta encoding: each point is relative to the one before, across paths; the first to the tile's corner. */
function writePaths(writer: ByteWriter, paths: readonly FlatLine[], ending: 'open' | 'closed'): void {
  let penX = 0;
  let penY = 0;
  for (const path of paths) {
    const pointsAfterFirst = path.length / 2 - 1;
    for (let i = 0; i < path.length; i += 2) {
      if (i === 0) writer.varint(command(MOVE_TO, 1));
      if (i === 2) writer.varint(command(LINE_TO, pointsAfterFirst));
      const x = path[i]!;
      const y = path[i + 1]!;
      writer.signedVarint(x - penX);
      writer.signedVarint(y - penY);
      penX = x;
      penY = y;
    }
    if (ending === 'closed') writer.varint(command(CLOSE_PATH, 1));
  }
}

function writeKey(writer: ByteWriter, key: string): void {
  writer.message(LAYER_KEY, () => writer.text(key));
}

function writeValue(writer: ByteWriter, value: PropertyValue): void {
  writer.message(LAYER_VALUE, () => {
    if (typeof value === 'string') {
      writer.message(VALUE_TEXT, () => writer.text(value));
    } else if (typeof value === 'boolean') {
      writer.varint(VALUE_BOOLEAN);
      writer.varint(value ? 1 : 0);
    } else if (!Number.isSafeInteger(value)) {
      writer.varint(VALUE_DOUBLE);
      writer.double(value);
    } else if (value < 0) {
      writer.varint(VALUE_SIGNED);
      writer.signedVarint(value);
    } else {
      writer.varint(VALUE_UNSIGNED);
      writer.varint(value);
    }
  });
}
