// What a file says of a shape, as a drawing keeps it: name, notes, folder and color under the product's keys, whatever they are
// called in the file. Everything else stays as it is.
import { DRAWING_NOTES_MAX, FOLDER_NAME_MAX } from '../../contract/limits.ts';
import { colorOf } from '../notebook-colors.ts';
import { withNameFromFile } from './drawing-name.ts';

type Properties = Record<string, unknown>;

/** The usual first. */
const NOTES_KEYS = ['notes', 'note', 'description', 'desc', 'cmt', 'comment'];
const FOLDER_KEYS = ['folder'];
/** Ours, then those of simplestyle, which are also what KML's styles are read as. */
const COLOR_KEYS = ['color', 'stroke', 'marker-color', 'icon-color', 'fill'];

export function propertiesFromFile(properties: Properties): Properties {
  const { notes: _notes, folder: _folder, color: _color, ...others } = withNameFromFile(properties);
  const notes = firstOf(properties, NOTES_KEYS, textOf)?.slice(0, DRAWING_NOTES_MAX);
  const folder = firstOf(properties, FOLDER_KEYS, textOf)?.replace(/\s+/g, ' ').slice(0, FOLDER_NAME_MAX);
  const color = firstOf(properties, COLOR_KEYS, colorOf);
  return { ...others, ...(notes && { notes }), ...(folder && { folder }), ...(color && { color }) };
}

function firstOf<Value>(
  properties: Properties,
  keys: readonly string[],
  read: (value: unknown) => Value | undefined,
): Value | undefined {
  const entries = Object.entries(properties).map(([key, value]) => [key.toLowerCase(), value] as const);
  for (const wanted of keys) {
    for (const [key, value] of entries) {
      const found = key === wanted ? read(value) : undefined;
      if (found !== undefined) return found;
    }
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value.trim() || undefined : undefined;
}
