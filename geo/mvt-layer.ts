// One layer of polygons as a vector tile: the protocol buffer of the MVT specification, version 2.1.
import { ByteWriter, UTF8_BYTES_MAX } from './byte-writer.ts';
import type { FlatRing } from './flat-ring.ts';
import { MvtDictionary } from './mvt-dictionary.ts';
import { TILE_EXTENT } from './tile-address.ts';

export type PropertyValue = string | number | boolean;
/** A property that is null is left out: MVT knows no null. */
export type Properties = Readonly<Record<string, PropertyValue | null>>;

/** A field's number and, in the lowest three bits, what follows: a varint, eight bytes, or a length and so many bytes. */
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
const TYPE_POLYGON = 3;

/** A command, with its count above the lowest three bits. */
const MOVE_TO_ONE = (1 << 3) | 1;
const LINE_TO = 2;
const CLOSE_PATH = (1 << 3) | 7;

/** Version, extent, and the tags and lengths of name and layer take less. */
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

  /** Of the whole tile; at most a few bytes too high. */
  get byteLength(): number {
    const contents = this.#features.length + this.#keys.bytes.length + this.#values.bytes.length;
    return contents + FRAME_BYTES_MAX + this.#name.length * UTF8_BYTES_MAX;
  }

  /** The rings in tile units, each outer ring before its holes. False, and nothing added, where it does not fit. */
  addPolygon(rings: readonly FlatRing[], properties: Properties): boolean {
    const features = this.#features;
    const featuresBefore = features.length;
    const keysBefore = this.#keys.mark();
    const valuesBefore = this.#values.mark();
    features.message(LAYER_FEATURE, () => {
      features.message(FEATURE_TAGS, () => this.#writeTags(properties));
      features.varint(FEATURE_TYPE);
      features.varint(TYPE_POLYGON);
      features.message(FEATURE_GEOMETRY, () => writeRings(features, rings));
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

  /** The whole tile; undefined where no polygon was added. */
  toTile(): Uint8Array | undefined {
    if (this.#features.length === 0) return undefined;
    const tile = new ByteWriter();
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
    return tile.toBytes();
  }
}

/** The pen is at the tile's corner at first and never lifted to it again: each step counts from the one before. */
function writeRings(writer: ByteWriter, rings: readonly FlatRing[]): void {
  let penX = 0;
  let penY = 0;
  for (const ring of rings) {
    const pointsAfterFirst = ring.length / 2 - 1;
    for (let i = 0; i < ring.length; i += 2) {
      if (i === 0) writer.varint(MOVE_TO_ONE);
      if (i === 2) writer.varint((pointsAfterFirst << 3) | LINE_TO);
      const x = ring[i]!;
      const y = ring[i + 1]!;
      writer.signedVarint(x - penX);
      writer.signedVarint(y - penY);
      penX = x;
      penY = y;
    }
    writer.varint(CLOSE_PATH);
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
