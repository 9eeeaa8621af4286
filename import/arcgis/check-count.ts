// Are these all the rows? Compared with the server's own count, which may change while a layer is read.
import { OperatorError } from '../../runtime/operator-error.ts';
import { type QueriedLayer, recount } from './layer-queries.ts';

/** Rows that may come and go at the county while a layer is read, as a share of it, and at least. */
const MARGIN_SHARE = 0.005;
const MARGIN_ROWS = 10;

const inWords = (rows: number) => rows.toLocaleString('en-US');

/** Rows were deleted at the county in the meantime: there is nothing more to ask for. */
export async function isAllThatIsLeft(o: {
  layer: QueriedLayer;
  count: number;
  have: number;
}): Promise<boolean> {
  const now = await recount(o.layer);
  return now !== undefined && now < o.count && o.have >= now;
}

/** All ways have been gone: are these all the rows? Throws where they are not. */
export async function confirmAll(o: {
  layer: QueriedLayer;
  /** As the server counted; undefined where it does not. */
  count: number | undefined;
  have: number;
  /** Rows that came without their shape. */
  lost: number;
  /** What the server said last when it failed; may be empty. */
  lastWords: string;
  note(text: string): void;
}): Promise<void> {
  const { count, have, lost, note } = o;
  if (count !== undefined && have < count) await explainShortage({ ...o, count });
  if (count === undefined) {
    if (have === 0 && o.lastWords) {
      throw new OperatorError(
        `No rows could be read from ${o.layer.address}: ${o.lastWords}. Open the address in a browser to see whether it is public and can be queried.`,
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

/** For a layer of which fewer rows came than it had at the start. What may be tolerated is noted. */
async function explainShortage(o: {
  layer: QueriedLayer;
  count: number;
  have: number;
  lastWords: string;
  note(text: string): void;
}): Promise<void> {
  const now = await recount(o.layer);
  const margin = Math.max(MARGIN_ROWS, Math.ceil(o.count * MARGIN_SHARE));
  const [was, is, have] = [o.count, now ?? o.count, o.have].map(inWords);
  if (now === undefined || now === o.count) {
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
