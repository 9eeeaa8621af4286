// Are these all the rows? Compared with the server's own count, which may change while a layer is read.
import { OperatorError } from '../../runtime/operator-error.ts';
import type { ArrivedRows } from './arrived-rows.ts';
import { toleratedChange } from './count-margin.ts';
import { askIds, type QueriedLayer, recount } from './layer-queries.ts';

const inWords = (rows: number) => rows.toLocaleString('en-US');

type Arrived = Pick<ArrivedRows, 'ids' | 'repeats'>;

/** Rows were deleted at the county in the meantime: there is nothing more to ask for. */
export async function isAllThatIsLeft(o: {
  layer: QueriedLayer;
  count: number;
  have: number;
}): Promise<boolean> {
  const now = await recount(o.layer);
  return now !== undefined && now < o.count && o.have >= now;
}

/** All strategies have been tried: are these all the rows? Throws where they are not. */
export async function confirmAll(o: {
  layer: QueriedLayer;
  /** As the server counted; undefined where it does not. */
  count: number | undefined;
  have: number;
  /** A strategy ran to its end. */
  isThrough: boolean;
  arrived: Arrived;
  /** Every object id from the least to the greatest has been asked for. */
  areRangesThrough: boolean;
  /** Rows were edited while they were read. */
  hasChanged: boolean;
  /** Rows that came without their shape. */
  lost: number;
  /** What the server said last when it failed; may be empty. */
  lastWords: string;
  note(text: string): void;
}): Promise<void> {
  const { count, have, lost, note } = o;
  if (count !== undefined && (have < count || o.hasChanged)) await explainChange({ ...o, count });
  if (count === undefined) {
    if (have === 0 && o.lastWords) {
      throw new OperatorError(
        `No rows could be read from ${o.layer.address}: ${o.lastWords}. Open the address in a browser to see whether it is public and can be queried.`,
      );
    }
    if (!o.isThrough) {
      const because = o.lastWords ? ` (${o.lastWords})` : '';
      throw new OperatorError(
        `Only ${inWords(have)} rows could be read from ${o.layer.address}, which does not count them and has more${because}. Nothing was imported; try again later, or ask the publisher for a file.`,
      );
    }
    note(`The server does not count its rows: whether ${inWords(have)} are all cannot be checked.`);
  }
  if (lost > 0) {
    note(
      `${inWords(lost)} ${lost === 1 ? 'row' : 'rows'} came without a shape, which the server could not deliver.`,
    );
  }
}

/** For a layer that changed, or of which fewer rows came than it had at the start. What may be tolerated is noted. */
async function explainChange(o: {
  layer: QueriedLayer;
  count: number;
  have: number;
  arrived: Arrived;
  areRangesThrough: boolean;
  lastWords: string;
  note(text: string): void;
}): Promise<void> {
  const now = await recount(o.layer);
  const margin = toleratedChange(o.count);
  const [was, is, have] = [o.count, now ?? o.count, o.have].map(inWords);
  if (o.have >= o.count && (now === undefined || now === o.count)) {
    return o.note('The layer changed while it was read: some rows are as they were before the latest edits.');
  }
  if (now === undefined || now === o.count) {
    const proof = await wrongCountInWords(o);
    if (proof !== undefined) return o.note(`The server counts ${was} rows, and ${have} came: ${proof}.`);
    const because = o.lastWords ? ` (${o.lastWords})` : '';
    throw new OperatorError(
      `Only ${have} of ${was} rows could be read from ${o.layer.address}${because}. Nothing was imported; try again later, or ask the publisher for a file.`,
    );
  }
  const change = `The layer changed while it was read: ${was} rows at the start, ${is} at the end, ${have} read`;
  if (Math.abs(o.count - now) > margin || o.have < now - margin) {
    throw new OperatorError(`${change}. Nothing was imported; run it again when the county is not editing.`);
  }
  o.note(`${change} (up to ${margin} are tolerated).`);
}

/**
 * The server's count may be wrong, and rows of a joined layer may be equal to each other: the object ids are the better
 * witness. Answers with what they show, and undefined where rows may be missing.
 */
export async function wrongCountInWords(o: {
  layer: QueriedLayer;
  count: number;
  have: number;
  arrived: Arrived;
  areRangesThrough: boolean;
}): Promise<string | undefined> {
  const margin = toleratedChange(o.count);
  const { ids, repeats } = o.arrived;
  if (o.have + repeats < o.count - margin) return undefined;
  if (!o.areRangesThrough) {
    const list = await askIds(o.layer);
    // A list may be cut like any other answer: it must be about as long as the count.
    const isWhole = list !== undefined && list.listed >= o.count - margin;
    if (!isWhole || !list.ids.every((id) => ids.has(id))) return undefined;
  }
  return repeats > 0 ? 'the others repeat rows that are here' : 'there is none with another object id';
}
