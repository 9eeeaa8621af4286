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

/** Memoized by name, since no two companies share one: the first call makes the owner, later calls return it. */
export type OwnerRegister = (name: string, make: () => Omit<Owner, 'name'>) => Owner;

export function openRegister(): OwnerRegister {
  const known = new Map<string, Owner>();
  return (name, make) => {
    const owner = known.get(name) ?? { name, ...make() };
    known.set(name, owner);
    return owner;
  };
}
