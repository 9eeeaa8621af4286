// Merges byte ranges that are near each other: fewer requests for a few bytes too many.
import type { ByteRange } from './archive-bytes.ts';

/** Bytes that nobody needs, for fewer requests: a share of those needed. */
const OVERFETCH = 0.05;
/** Long ranges are cut, so that a break loses little. */
const REQUEST_BYTES_MAX = 8_000_000;

/** `ranges` are sorted and do not overlap. The smallest gaps are closed first. */
export function requestsFor(ranges: readonly ByteRange[]): ByteRange[] {
  const bytes = ranges.reduce((sum, { length }) => sum + length, 0);
  const gapBefore = (i: number) => ranges[i]!.offset - ranges[i - 1]!.offset - ranges[i - 1]!.length;
  const smallestFirst = Array.from({ length: Math.max(0, ranges.length - 1) }, (_, i) => i + 1).sort(
    (a, b) => gapBefore(a) - gapBefore(b),
  );
  const isJoined = new Uint8Array(ranges.length);
  let left = bytes * OVERFETCH;
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
  return merged.flatMap(({ offset, length }) =>
    Array.from({ length: Math.ceil(length / REQUEST_BYTES_MAX) }, (_, i) => ({
      offset: offset + i * REQUEST_BYTES_MAX,
      length: Math.min(REQUEST_BYTES_MAX, length - i * REQUEST_BYTES_MAX),
    })),
  );
}
