// Opens several layers a few at a time, without those that cannot be opened.
import { OperatorError } from '../../runtime/operator-error.ts';
import { inParallel } from '../in-parallel.ts';

/** One private or broken layer of a service must not hide the others: it is left out, and said. */
export async function eachThatOpens<T extends { address: string }, R>(
  items: readonly T[],
  note: (text: string) => void,
  open: (item: T) => Promise<R>,
): Promise<{ item: T; result: R }[]> {
  const failures: OperatorError[] = [];
  const results = await inParallel(items, async (item) => {
    try {
      return { item, result: await open(item) };
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      failures.push(error);
      if (items.length > 1) note(`${item.address} is left out: ${error.message}`);
      return undefined;
    }
  });
  const opened = results.filter((each) => each !== undefined);
  if (opened.length === 0 && failures[0]) throw failures[0];
  return opened;
}
