// Where the row of a PIN is, as an address names it.
import { splitQualifiedPin } from '../../contract/parcel-pin.ts';
import { FilterRefused } from '../parcel-queries.ts';
import type { RowPlace } from './engine-work.ts';
import type { Segment } from './segment.ts';
import { soughtText, writtenRange } from './text-order.ts';

/** A PIN alone is first one of the source whose PINs are bare, then of the others. */
export function findRow(segments: readonly Segment[], pin: string): RowPlace {
  const split = splitQualifiedPin(pin);
  const found =
    findPin(segments, pin, ({ qualifier }) => qualifier === undefined) ??
    findPin(segments, pin, ({ qualifier }) => qualifier !== undefined) ??
    (split && findPin(segments, split.pin, ({ source }) => source === split.source));
  if (!found) throw new FilterRefused(`There is no parcel ${pin}.`);
  return found;
}

function findPin(
  segments: readonly Segment[],
  pin: string,
  isMeant: (segment: Segment) => boolean,
): RowPlace | undefined {
  const sought = soughtText(pin);
  for (let at = 0; at < segments.length; at++) {
    const column = isMeant(segments[at]!) ? segments[at]!.column('pin') : undefined;
    if (!column) continue;
    const { first, end } = writtenRange(column, sought);
    if (first < end) return { at, row: column.codes.indexOf(first) };
  }
  return undefined;
}
