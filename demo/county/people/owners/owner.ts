// Whoever a deed names. One owner may hold many lots, and is then one object: same name, same address.
import type { MailingAddress } from '../post/mailing-address.ts';

/**
 * How the land came to its owner, which decides what the books say of the sale:
 * bought on the market, passed on within a family, bought in one deed for a whole subdivision, or never sold.
 */
export type Title = 'bought' | 'passed on' | 'in bulk' | 'public';

export type Owner = {
  name: string;
  title: Title;
  mail: MailingAddress | null;
  /** The first year in which it bought anything, where that is known. */
  activeSince?: number;
};
