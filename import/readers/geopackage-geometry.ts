// The geometry of a GeoPackage: a head of its own, then well-known binary.
import type { RawGeometry } from '../layer.ts';
import { parseWkb } from './well-known-binary.ts';

/** "GP", version, flags, number of the coordinate system. */
const HEAD = 8;
/** By the envelope code in the flags: none, 2D, with Z, with M, with both. */
const ENVELOPE_BYTES = [0, 32, 48, 48, 64];

const EMPTY = 0b0001_0000;
const EXTENDED = 0b0010_0000;

export function parseGeoPackageGeometry(bytes: Uint8Array): RawGeometry | null {
  if (bytes.length === 0) return null;
  if (bytes.length < HEAD || bytes[0] !== 0x47 || bytes[1] !== 0x50) {
    return { kind: 'unreadable', reason: 'is not a GeoPackage geometry' };
  }
  const flags = bytes[3]!;
  if (flags & EMPTY) return null;
  const envelope = ENVELOPE_BYTES[(flags >> 1) & 0b111];
  if (envelope === undefined || flags & EXTENDED) {
    return { kind: 'unreadable', reason: 'is of an extended type that is not in the standard' };
  }
  return parseWkb(bytes.subarray(HEAD + envelope));
}
