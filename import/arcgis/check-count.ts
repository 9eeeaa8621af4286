// Are these all the rows? Compared with the server's own count, which may change while a layer is read.
import { OperatorError } from '../../runtime/operator-error.ts';
import { type QueriedLayer, recount } from './layer-queries.ts';

/** Rows that may come and go at the county while a layer is read, as a share of it, and at least. */
const MARGIN_SHARE = 0.005;
const MARGIN_ROWS = 10;

/** Rows were deleted at the county in the meantime: there is nothing more to ask for. */
export async function isAllThatIsLeft(o: {
  layer: QueriedLayer;
  count: number;
  have: number;
}): Promise<boolean> {
  const now = await recount(o.layer);
  return now !== undefined && now < o.count && o.have >= now;
}

/** For a layer of which fewer rows came than it had at the start. What may be tolerated is noted. */
export async function explainShortage(o: {
  layer: QueriedLayer;
  count: number;
  have: number;
  /** What the server said last when it failed; may be empty. */
  lastWords: string;
  note(text: string): void;
}): Promise<void> {
  const now = await recount(o.layer);
  const margin = Math.max(MARGIN_ROWS, Math.ceil(o.count * MARGIN_SHARE));
  const [was, is, have] = [o.count, now ?? o.count, o.have].map((rows) => rows.toLocaleString('en-US'));
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
