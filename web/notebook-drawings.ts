// What the notebook needs of drawings, and nobody else's files: it lists them beside saved parcels without knowing the draw tools.
import type { DrawnGeometry } from '../contract/drawn-geometry.ts';

export type NotebookDrawing = {
  id: string;
  /** Blank where it has none. */
  name: string;
  /** In one word, such as `line`. */
  shape: string;
  /** Such as `1,204 ft`. */
  size: string;
  /** For sorting: areas by their size come before lines by their length, and those before points. */
  squareMeters: number;
  meters: number;
  notes: string;
  folder: string | null;
  color: string | null;
  /** Everything else that a file has said of it. */
  properties: Readonly<Record<string, unknown>>;
  geometry: DrawnGeometry;
};

export type DrawingChange = {
  name?: string;
  notes?: string | null;
  folder?: string | null;
  color?: string | null;
};

export type FileAdded =
  /** In sentences: what could not be drawn, and which texts were too long. */
  | { ids: readonly string[]; skipped: readonly string[]; cut?: readonly string[] }
  /** A sentence. */
  | { problem: string };

export type NotebookDrawings = {
  /** Oldest first. */
  list: readonly NotebookDrawing[];
  /** What has become of the last change, where it could not be kept: a sentence. */
  notice?: string | undefined;
  change: (ids: readonly string[], change: DrawingChange) => void;
  /** Returns what brings them back. */
  remove: (ids: readonly string[]) => () => void;
  addFile: (file: File, canceled: AbortSignal) => Promise<FileAdded>;
  /** For a file dialog. */
  fileTypes: string;
  /** Goes to it on the map. */
  show: (id: string) => void;
};
