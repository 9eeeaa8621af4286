// What a file says of a shape, as a drawing keeps it: name, notes, folder and color under the product's keys, whatever they are
// called in the file. Everything else stays as it is.
import { DRAWING_NOTES_MAX, FOLDER_NAME_MAX } from '../../contract/limits.ts';
import { colorOf } from '../notebook-colors.ts';
import { NAME_KEYS, withNameFromFile } from './drawing-name.ts';

type Properties = Record<string, unknown>;

/** The usual first. */
const NOTES_KEYS = ['notes', 'note', 'description', 'desc', 'cmt', 'comment'];
const FOLDER_KEYS = ['folder'];
/** Ours, then those of simplestyle, which are also what KML's styles are read as. */
const COLOR_KEYS = ['color', 'stroke', 'marker-color', 'icon-color', 'fill'];

/** `cut`: what was too long, as sentences. The whole text stays among the other properties. */
export function propertiesFromFile(given: Properties): { properties: Properties; cut: string[] } {
  const { notes: _notes, folder: _folder, color: _color, ...others } = withNameFromFile(given);
  const wholeNotes = firstOf(given, NOTES_KEYS, textOf) ?? '';
  const wholeFolder = firstOf(given, FOLDER_KEYS, textOf)?.replace(/\s+/g, ' ') ?? '';
  const notes = wholeNotes.slice(0, DRAWING_NOTES_MAX);
  const folder = cutInside(wholeFolder);
  const color = firstOf(given, COLOR_KEYS, colorOf);
  const areNotesCut = notes !== wholeNotes;
  const isFolderCut = folder !== wholeFolder;
  const isElsewhere = Object.values(others).some((value) => textOf(value) === wholeNotes);
  const properties = {
    ...others,
    ...(areNotesCut && !isElsewhere && { whole_notes: wholeNotes }),
    ...(isFolderCut && { whole_folder: wholeFolder }),
    ...(notes && { notes }),
    ...(folder && { folder }),
    ...(color && { color }),
  };
  return {
    properties,
    cut: [areNotesCut && NOTES_CUT, isFolderCut && FOLDER_CUT].filter((one) => one !== false),
  };
}

const NOTES_CUT = `Notes longer than ${DRAWING_NOTES_MAX.toLocaleString('en-US')} characters were cut; exports have the whole text beside them.`;
const FOLDER_CUT = `Folder names longer than ${FOLDER_NAME_MAX} characters were shortened; exports have the whole ones beside them.`;

/** Long paths begin alike in one file and end alike in another. */
function cutInside(name: string): string {
  const half = FOLDER_NAME_MAX / 2;
  return name.length <= FOLDER_NAME_MAX ? name : `${name.slice(0, half - 1)}…${name.slice(-half)}`;
}

/** What a drawing has besides its name, notes, folder and color; those are often there a second time, under a file's keys. */
export function furtherProperties({ name, notes, folder, color: _, ...others }: Properties): Properties {
  const own = [name, notes, folder].map(textOf);
  const known = [...NAME_KEYS, ...NOTES_KEYS, ...FOLDER_KEYS];
  const further = Object.entries(others).filter(([key, value]) => {
    if (value === null || value === undefined || value === '') return false;
    // Of the account: the time of the last change in milliseconds.
    if (key === 'version' && typeof value === 'number' && value > 1e12) return false;
    const lowerKey = key.toLowerCase();
    if (COLOR_KEYS.includes(lowerKey)) return colorOf(value) === undefined;
    return !(known.includes(lowerKey) && own.includes(textOf(value)));
  });
  return Object.fromEntries(further);
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
