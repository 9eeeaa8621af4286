// The entries of the notebook, saved parcels and drawings alike: found, sorted, and put into their folders.
import { pinLabel } from '../../contract/parcel-pin.ts';
import { DRAWING_COLOR, PARCEL_COLOR } from '../notebook-colors.ts';
import type { NotebookDrawing } from '../notebook-drawings.ts';
import type { ExportedEntry } from './exported-entry.ts';
import type { SavedParcelForm } from './saved-parcel-calls.ts';

type Common = {
  /** Unique among both kinds. */
  key: string;
  /** Never blank. */
  name: string;
  notes: string;
  /** Blank: in none. */
  folder: string;
  /** Its own, blank where it has none. */
  color: string;
};

export type ParcelEntry = Common & { kind: 'parcel'; parcel: SavedParcelForm };
export type DrawingEntry = Common & { kind: 'drawing'; drawing: NotebookDrawing };
export type NotebookEntry = ParcelEntry | DrawingEntry;

export const shownColor = ({ kind, color }: NotebookEntry) =>
  color || (kind === 'parcel' ? PARCEL_COLOR : DRAWING_COLOR);

/** Rows are memoized by their entry, so each parcel and each drawing has one entry as long as it is the same. */
const parcelEntries = new WeakMap<SavedParcelForm, ParcelEntry>();
const drawingEntries = new WeakMap<NotebookDrawing, DrawingEntry>();

export function entriesOf(
  parcels: readonly SavedParcelForm[],
  drawings: readonly NotebookDrawing[],
): NotebookEntry[] {
  // Newest first, as parcels come.
  return [...parcels.map(parcelEntry), ...drawings.map(drawingEntry).reverse()];
}

function parcelEntry(parcel: SavedParcelForm): ParcelEntry {
  const known = parcelEntries.get(parcel);
  if (known) return known;
  const { id, name, notes, folder, color } = parcel;
  const entry: ParcelEntry = { kind: 'parcel', key: id, name, notes, folder, color, parcel };
  parcelEntries.set(parcel, entry);
  return entry;
}

function drawingEntry(drawing: NotebookDrawing): DrawingEntry {
  const known = drawingEntries.get(drawing);
  if (known) return known;
  const { id, notes, folder, color } = drawing;
  const entry: DrawingEntry = {
    kind: 'drawing',
    key: `drawing:${id}`,
    name: drawing.name || `Unnamed ${drawing.shape}`,
    notes,
    folder: folder ?? '',
    color: color ?? '',
    drawing,
  };
  drawingEntries.set(drawing, entry);
  return entry;
}

export const SORTS = [
  { id: 'newest', label: 'Newest first' },
  { id: 'name', label: 'Name' },
  { id: 'address', label: 'Address' },
  { id: 'size', label: 'Largest drawings first' },
] as const;
export type Sort = (typeof SORTS)[number]['id'];

export const KINDS = [
  { id: 'all', label: 'Everything' },
  { id: 'parcel', label: 'Parcels' },
  { id: 'drawing', label: 'Drawings' },
] as const;
export type Kind = (typeof KINDS)[number]['id'];

/** `text`: words that all have to be somewhere in an entry. */
export type View = { text: string; kind: Kind; sort: Sort };
export const WHOLE_NOTEBOOK: View = { text: '', kind: 'all', sort: 'newest' };

export function shownEntries(
  entries: readonly NotebookEntry[],
  { text, kind, sort }: View,
): readonly NotebookEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = entries.filter(
    (entry) =>
      (kind === 'all' || entry.kind === kind) && words.every((word) => haystackOf(entry).includes(word)),
  );
  return sort === 'newest' ? found : found.sort(ORDERS[sort]);
}

const haystacks = new WeakMap<NotebookEntry, string>();

function haystackOf(entry: NotebookEntry): string {
  const known = haystacks.get(entry);
  if (known !== undefined) return known;
  const { name, notes, folder } = entry;
  const facts =
    entry.kind === 'parcel'
      ? [entry.parcel.add1, entry.parcel.pin, pinLabel(entry.parcel.pin)]
      : [entry.drawing.shape];
  const haystack = [name, notes, folder, ...facts].join('\n').toLowerCase();
  haystacks.set(entry, haystack);
  return haystack;
}

/** Numbers by their value: 7 Heron Ct before 12 Heron Ct. */
const { compare } = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' });

const addressOf = (entry: NotebookEntry) => (entry.kind === 'parcel' ? entry.parcel.add1 : '');
const areaOf = (entry: NotebookEntry) => (entry.kind === 'drawing' ? entry.drawing.squareMeters : 0);
const lengthOf = (entry: NotebookEntry) => (entry.kind === 'drawing' ? entry.drawing.meters : 0);

const ORDERS: Record<Exclude<Sort, 'newest'>, (a: NotebookEntry, b: NotebookEntry) => number> = {
  name: (a, b) => compare(a.name, b.name),
  // Drawings have none, and come last.
  address: (a, b) =>
    Number(a.kind === 'drawing') - Number(b.kind === 'drawing') || compare(addressOf(a), addressOf(b)),
  // Saved parcels are points without a size, and come last.
  size: (a, b) => areaOf(b) - areaOf(a) || lengthOf(b) - lengthOf(a),
};

export type FolderOfEntries = { folder: string; entries: readonly NotebookEntry[] };

/** By their names, and what is in none at the end. */
export function inFolders(entries: readonly NotebookEntry[]): FolderOfEntries[] {
  const folders = new Map<string, NotebookEntry[]>();
  for (const entry of entries) {
    const inside = folders.get(entry.folder);
    if (inside) inside.push(entry);
    else folders.set(entry.folder, [entry]);
  }
  return [...folders]
    .map(([folder, inside]) => ({ folder, entries: inside }))
    .sort((a, b) => Number(a.folder === '') - Number(b.folder === '') || compare(a.folder, b.folder));
}

/** Such as `12 saved parcels, 3 drawings`, or `2 of 15 entries` where some are not shown. */
export function countInWords(all: readonly NotebookEntry[], shown: readonly NotebookEntry[]): string {
  if (shown.length < all.length)
    return `${number(shown.length)} of ${counted(all.length, 'entry', 'entries')}`;
  const parcels = all.filter(({ kind }) => kind === 'parcel').length;
  const drawings = all.length - parcels;
  return [
    (parcels > 0 || drawings === 0) && counted(parcels, 'saved parcel'),
    drawings > 0 && counted(drawings, 'drawing'),
  ]
    .filter(Boolean)
    .join(', ');
}

const number = (count: number) => count.toLocaleString('en-US');
export const counted = (count: number, one: string, many = `${one}s`) =>
  `${number(count)} ${count === 1 ? one : many}`;

/** A saved parcel whose place is not known cannot be drawn. */
export function exported(entries: readonly NotebookEntry[]): ExportedEntry[] {
  return entries.flatMap((entry): ExportedEntry[] => {
    const { name, notes, folder } = entry;
    const common = { name, notes, folder: folder || null, color: shownColor(entry) };
    if (entry.kind === 'drawing') {
      // Unnamed ones stay so.
      const { name, properties, geometry } = entry.drawing;
      return [{ ...common, name, properties, geometry }];
    }
    const { pin, add1, centroid_lat, centroid_lon } = entry.parcel;
    if (centroid_lat === null || centroid_lon === null) return [];
    const geometry = { type: 'Point' as const, coordinates: [centroid_lon, centroid_lat] };
    return [{ ...common, properties: { pin, owner: name, address: add1 }, geometry }];
  });
}
