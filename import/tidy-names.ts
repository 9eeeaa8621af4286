// Names of layers and fields on one line and of a sensible length, for whatever a file calls them: they are printed in
// tables, written in mappings and shown to people.
import { cleanText, cutText } from './fields/clean-text.ts';
import type { Layer, LayerField, RawFeature, RawValue } from './layer.ts';

/** Longer than any name that a database allows, or that a person has chosen. */
const NAME_LENGTH_MAX = 120;

/**
 * The same layer, unless a name has line breaks, control characters or no end, or is one that every object has: rows
 * are objects, and a missing `constructor` would be a function.
 */
export function withTidyNames(layer: Layer): Layer {
  const name = tidyName(layer.name) || 'layer';
  const renamed = tidyFields(layer.fields);
  if (!renamed) return name === layer.name ? layer : { ...layer, name };
  const read: Layer['read'] = async function* (options) {
    for await (const batch of layer.read(options)) yield batch.map((feature) => rename(feature, renamed));
  };
  return { ...layer, name, fields: renamed.map(({ field }) => field), read };
}

type Renamed = { oldName: string; field: LayerField };

/** Undefined where all names are fine already. */
function tidyFields(fields: readonly LayerField[]): Renamed[] | undefined {
  if (fields.every(({ name, alias = '' }) => tidyName(name) === name && tidyName(alias) === alias))
    return undefined;
  const taken = new Set(fields.map(({ name }) => name));
  return fields.map((field, index) => {
    const { name: oldName, alias } = field;
    const wanted = tidyName(oldName) || `FIELD_${index + 1}`;
    let name = wanted;
    for (let number = 2; name !== oldName && taken.has(name); number++) name = `${wanted}_${number}`;
    taken.add(name);
    return { oldName, field: { ...field, name, ...(alias !== undefined && { alias: tidyName(alias) }) } };
  });
}

function tidyName(name: string): string {
  if (name in Object.prototype) return `FIELD_${name}`;
  // Placeholders and marks, which are not values, may well be names.
  if (name.length <= NAME_LENGTH_MAX && /^[\x21-\x7e]*$/.test(name)) return name;
  return cutText(cleanText(name) ?? '', NAME_LENGTH_MAX);
}

function rename(feature: RawFeature, renamed: readonly Renamed[]): RawFeature {
  const properties: Record<string, RawValue> = {};
  for (const { oldName, field } of renamed) {
    const isThere = Object.hasOwn(feature.properties, oldName);
    properties[field.name] = isThere ? (feature.properties[oldName] ?? null) : null;
  }
  return { ...feature, properties };
}
