// Merges byte ranges that are near each other: fewer requests for a few bytes too many.
import type { ByteRange } from './archive-bytes.ts';

/** `ranges` are sorted and do not overlap. The smallest gaps are closed first, as long as they add up to `share` of the bytes. */
export function mergeRanges(ranges: readonly ByteRange[], share: number): ByteRange[] {
  const bytes = ranges.reduce((sum, { length }) => sum + length, 0);
  const gapBefore = (i: number) => ranges[i]!.offset - ranges[i - 1]!.offset - ranges[i - 1]!.length;
  const smallestFirst = Array.from({ length: Math.max(0, ranges.length - 1) }, (_, i) => i + 1).sort(
    (a, b) => gapBefore(a) - gapBefore(b),
  );
  const isJoined = new Uint8Array(ranges.length);
  let left = bytes * share;
  for (const i of smallestFirst) {
    left -= gapBefore(i);
    if (left < 0) break;
    isJoined[i] = 1;
  }
  const merged: ByteRange[] = [];
  ranges.forEach((range, i) => {
    const last = merged.at(-1);
    if (last && isJoined[i]) last.length = range.offset + range.length - last.offset;
    else merged.push({ ...range });
  });
  return merged;
}

/** Cuts long ranges, so that a break loses little. */
export function splitRanges(ranges: readonly ByteRange[], bytesMax: number): ByteRange[] {
  return ranges.flatMap(({ offset, length }) =>
    Array.from({ length: Math.ceil(length / bytesMax) }, (_, i) => ({
      offset: offset + i * bytesMax,
      length: Math.min(bytesMax, length - i * bytesMax),
    })),
  );
}
