// The keys and values of the features of one or more MVT layers: interned, so that each is encoded once, however many
// tiles refer to it.
import { ByteWriter } from './byte-writer.ts';

export type PropertyValue = string | number | boolean;
/** Null properties are left out, as MVT has no null. */
export type Properties = Readonly<Record<string, PropertyValue | null>>;

/** A feature's properties as numbers of the dictionary: a key, its value, the next key … */
export type Tags = readonly number[];

const doubleField = (number: number) => (number << 3) | 1;
const varintField = (number: number) => number << 3;
const bytesField = (number: number) => (number << 3) | 2;

const LAYER_KEY = bytesField(3);
const LAYER_VALUE = bytesField(4);
const VALUE_TEXT = bytesField(1);
const VALUE_DOUBLE = doubleField(3);
const VALUE_UNSIGNED = varintField(5);
const VALUE_SIGNED = varintField(6);
const VALUE_BOOLEAN = varintField(7);

const HOUSE_NUMBER = /^\d+ /;

export class MvtDictionary {
  readonly keys = new EncodedEntries<string>(writeKey);
  readonly values = new EncodedEntries<PropertyValue>(writeValue);
  /** The key that each value was first used with. */
  readonly #keyOfValue: number[] = [];
  #sortedKeys: number[] = [];
  #sortedValues: number[] = [];

  tagsOf(properties: Properties): number[] {
    const tags: number[] = [];
    for (const key in properties) {
      const value = properties[key];
      if (value === null || value === undefined) continue;
      const keyNumber = this.keys.numberOf(key);
      const valueNumber = this.values.numberOf(value);
      if (valueNumber === this.#keyOfValue.length) this.#keyOfValue.push(keyNumber);
      tags.push(keyNumber, valueNumber);
    }
    return tags;
  }

  /**
   * The numbers of all keys, in the order of a feature's tags and of a tile's values. Keys with few values come first:
   * small numbers take fewer bytes, and those are used most; and with them many features begin alike, which gzip packs.
   */
  sortedKeys(): readonly number[] {
    this.#sort();
    return this.#sortedKeys;
  }

  /** The numbers of all values, in the order of a tile: by their keys, and texts beside those that are most alike. */
  sortedValues(): readonly number[] {
    this.#sort();
    return this.#sortedValues;
  }

  #sort(): void {
    if (this.#sortedValues.length === this.values.count) return;
    const keyOf = this.#keyOfValue;
    const valuesOfKey = new Uint32Array(this.keys.count);
    for (const key of keyOf) valuesOfKey[key]!++;
    this.#sortedKeys = Array.from(valuesOfKey, (_, key) => key).sort(
      (a, b) => valuesOfKey[a]! - valuesOfKey[b]! || a - b,
    );
    const placeOfKey = new Uint32Array(this.keys.count);
    this.#sortedKeys.forEach((key, place) => {
      placeOfKey[key] = place;
    });
    const sortable = this.values.entries.map(sortableValue);
    this.#sortedValues = Array.from(keyOf, (_, number) => number).sort(
      (a, b) => placeOfKey[keyOf[a]!]! - placeOfKey[keyOf[b]!]! || compareValues(sortable[a]!, sortable[b]!),
    );
  }
}

/** Addresses are sorted by their streets. */
function sortableValue(value: PropertyValue): PropertyValue {
  return typeof value === 'string' && HOUSE_NUMBER.test(value) ? value.slice(value.indexOf(' ') + 1) : value;
}

function compareValues(a: PropertyValue, b: PropertyValue): number {
  if (typeof a !== typeof b) return typeof a < typeof b ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Numbers entries in the order they come, and encodes each as its field of a layer. */
class EncodedEntries<Entry> {
  readonly entries: Entry[] = [];
  readonly #numbers = new Map<Entry, number>();
  readonly #write: (writer: ByteWriter, entry: Entry) => void;
  readonly #bytes = new ByteWriter();
  readonly #ends: number[] = [];

  constructor(write: (writer: ByteWriter, entry: Entry) => void) {
    this.#write = write;
  }

  get count(): number {
    return this.entries.length;
  }

  numberOf(entry: Entry): number {
    const known = this.#numbers.get(entry);
    if (known !== undefined) return known;
    const number = this.entries.push(entry) - 1;
    this.#numbers.set(entry, number);
    this.#write(this.#bytes, entry);
    this.#ends.push(this.#bytes.length);
    return number;
  }

  byteLength(number: number): number {
    return this.#ends[number]! - this.#start(number);
  }

  writeTo(layer: ByteWriter, number: number): void {
    layer.append(this.#bytes, this.#start(number), this.#ends[number]!);
  }

  #start(number: number): number {
    return number === 0 ? 0 : this.#ends[number - 1]!;
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
