// What every reader of files shares: what it returns, and the text of a file.
import { DRAWING_NAME_MAX } from '../../contract/limits.ts';

/** One thing in a file, which is not looked at yet, or why it is no shape. */
export type FileFeature = {
  feature?: unknown;
  problem?: string;
  /** What it is called in the file; else it is told by its place in the list. */
  label?: string;
};
export type FeaturesRead = { features: FileFeature[] } | { problem: string };

/** Its name in the file, else its number there. */
export const labelOf = (name: string | undefined, at: number): string =>
  name?.replace(/\s+/g, ' ').slice(0, DRAWING_NAME_MAX) || `Feature ${at + 1}`;

export const NO_SHAPE = 'It has no shape.';

/** In the encoding of its byte order mark or of its XML declaration, else UTF-8. Undefined where it is in another one. */
export function decoded(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const declared = /^<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1];
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const encoding = isWide ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : (declared ?? 'utf-8');
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return;
  }
}
