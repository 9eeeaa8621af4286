// An entry of the notebook as files hold it, and what all writers of files share.
import type { DrawnGeometry } from '../../contract/drawn-geometry.ts';

export type ExportedEntry = {
  name: string;
  notes: string;
  folder: string | null;
  color: string;
  /** Everything else: of a saved parcel its PIN, owner and address, of a drawing what a file has said of it. */
  properties: Readonly<Record<string, unknown>>;
  geometry: DrawnGeometry;
};

/** `remark`: what the format had no room for, as a sentence. */
export type WrittenFile = { bytes: BlobPart; remark?: string };

/** For formats whose values are texts. */
export const plainText = (value: unknown) =>
  typeof value === 'object' && value ? JSON.stringify(value) : String(value ?? '');

/** In XML. Control characters are not allowed there, not even escaped. */
export function xmlText(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])/g, '')
      .replace(/[&<>"]/g, (character) => ESCAPES[character]!)
  );
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Drawings may lie on the next copy of the world; KML and GPX know only one. */
export const onEarth = (lng: number) => (Math.abs(lng) <= 180 ? lng : lng - 360 * Math.round(lng / 360));
