// The attributes of ArcGIS rows as values of a layer's fields: codes become the words of their domain, dates become
// YYYY-MM-DD, and the server's own bookkeeping is left out.
import type { FieldType, LayerField, RawValue } from '../layer.ts';
import { type Domain, type LayerDescription, objectIdFieldOf } from './layer-description.ts';

export type Attributes = Record<string, unknown>;

export type AttributeReader = {
  fields: readonly LayerField[];
  /** For the rows of one answer: servers spell the names of fields in answers as they like. */
  readerFor(first: Attributes): (attributes: Attributes) => Record<string, RawValue>;
};

/** Shape_Area, SHAPE.STLength(), Shape__Area, GIS.PARCELS.SHAPE.AREA, st_area(shape) … */
const SYSTEM_NAME =
  /^(?:.*\.)?(?:shape(?:_|__|\.)?(?:st)?(?:area|len(?:g|gth)?)(?:\(\))?(?:_\d)?|st_(?:area|length|perimeter)\(.*\)(?:_\d)?)$/i;
/** A row number of the server's. An object id of another name is mostly the county's own key. */
const ROW_NUMBER = /^(?:.*\.)?(?:objectid(?:_?\d+)?|fid|oid|gid|esri_oid|__oid|rowid|feature_?id)$/i;

const TYPES = new Map<string, FieldType>([
  ['esriFieldTypeSmallInteger', 'number'],
  ['esriFieldTypeInteger', 'number'],
  ['esriFieldTypeBigInteger', 'number'],
  ['esriFieldTypeSingle', 'number'],
  ['esriFieldTypeDouble', 'number'],
  ['esriFieldTypeOID', 'number'],
  ['esriFieldTypeDate', 'date'],
  ['esriFieldTypeDateOnly', 'date'],
  ['esriFieldTypeTimestampOffset', 'date'],
]);
const LEFT_OUT = new Set([
  'esriFieldTypeGeometry',
  'esriFieldTypeGlobalID',
  'esriFieldTypeBlob',
  'esriFieldTypeRaster',
]);

type Words = ReadonlyMap<string, string>;

function wordsOf(domain: Domain | null | undefined): Words | undefined {
  if (!domain?.codedValues?.length) return undefined;
  return new Map(domain.codedValues.map(({ code, name }) => [String(code).trim(), name]));
}

/** Milliseconds since 1970, negative before it. Newer kinds of date fields come as text. */
export function dateText(value: unknown): string | null {
  if (typeof value === 'string') return /^\d{4}-\d{2}-\d{2}/.test(value) ? value.slice(0, 10) : value;
  if (typeof value !== 'number' || !(Math.abs(value) <= 8.64e15)) return null;
  const text = new Date(value).toISOString();
  // Years before 0 and after 9999 have a sign and six digits: such a date is a slip.
  return text.length === 24 ? text.slice(0, 10) : null;
}

const plain = (value: unknown): RawValue =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;

type Column = {
  field: LayerField;
  words: Words | undefined;
  /** By the row's subtype. */
  wordsByType: ReadonlyMap<string, Words> | undefined;
};

function columnsOf(description: LayerDescription): { columns: Column[]; typeField: string | undefined } {
  const objectId = objectIdFieldOf(description);
  const typeField = description.typeIdField || description.subtypeField || undefined;
  const types = description.types?.length
    ? description.types
    : (description.subtypes ?? []).map(({ code, ...type }) => ({ ...type, id: code }));
  const columns: Column[] = [];
  for (const { name, type, alias, domain } of description.fields ?? []) {
    if (type && LEFT_OUT.has(type)) continue;
    if (SYSTEM_NAME.test(name)) continue;
    if ((name === objectId || type === 'esriFieldTypeOID') && ROW_NUMBER.test(name)) continue;

    const isTypeField = typeField?.toLowerCase() === name.toLowerCase();
    const words =
      wordsOf(domain) ??
      (isTypeField && types.length > 0
        ? new Map(types.map((each) => [String(each.id), each.name ?? String(each.id)]))
        : undefined);
    const wordsByType = new Map<string, Words>();
    for (const each of types) {
      const own = wordsOf(each.domains?.[name]);
      if (own) wordsByType.set(String(each.id), own);
    }
    const isCoded = words !== undefined || wordsByType.size > 0;
    const field: LayerField = {
      name,
      type: isCoded ? 'text' : (TYPES.get(type ?? '') ?? 'text'),
      ...(alias && alias !== name ? { alias } : {}),
    };
    columns.push({ field, words, wordsByType: wordsByType.size > 0 ? wordsByType : undefined });
  }
  return { columns, typeField };
}

/** The name of a field as it stands in a row: exact, in other letters, or without the table before its last dot. */
function keyIn(row: Attributes, name: string, alias: string | undefined): string {
  if (name in row) return name;
  const keys = Object.keys(row);
  const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
  const lastPart = (text: string) => text.slice(text.lastIndexOf('.') + 1);
  const byPart = keys.filter((key) => same(lastPart(key), lastPart(name)));
  return (
    keys.find((key) => same(key, name)) ??
    (byPart.length === 1 ? byPart[0] : undefined) ??
    keys.find((key) => alias !== undefined && key === alias) ??
    name
  );
}

export function attributeReader(description: LayerDescription): AttributeReader {
  const { columns, typeField } = columnsOf(description);
  return {
    fields: columns.map(({ field }) => field),
    readerFor(first) {
      const keys = columns.map(({ field }) => keyIn(first, field.name, field.alias));
      const typeKey = typeField ? keyIn(first, typeField, undefined) : undefined;
      return (attributes) => {
        const properties: Record<string, RawValue> = {};
        for (let at = 0; at < columns.length; at++) {
          const { field, words, wordsByType } = columns[at]!;
          const value = attributes[keys[at]!];
          if (value === null || value === undefined) {
            properties[field.name] = null;
          } else if (words || wordsByType) {
            const own = wordsByType && typeKey ? wordsByType.get(String(attributes[typeKey])) : undefined;
            const code = String(value).trim();
            properties[field.name] = own?.get(code) ?? words?.get(code) ?? plain(value);
          } else {
            properties[field.name] = field.type === 'date' ? dateText(value) : plain(value);
          }
        }
        return properties;
      };
    },
  };
}
