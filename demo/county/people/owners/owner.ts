// The owner that a deed names. An owner of many lots is one object, with one name and one address.
import type { Random } from '../../random.ts';
import type { MailingAddress } from '../post/mailing-address.ts';
import type { Site } from '../post/sites.ts';

/** How the owner got the land: on the market, within a family, as a whole subdivision in one deed, or never sold. */
type Title = 'bought' | 'passed on' | 'in bulk' | 'public';

export type Owner = {
  name: string;
  title: Title;
  mail: MailingAddress | null;
  /** The first year in which it could have bought land, if known. */
  activeSince?: number;
};

/** Memoized by name, since no two companies share one: the first call makes the owner, later calls return it. */
export type OwnerRegister = (name: string, make: () => Omit<Owner, 'name'>) => Owner;

/** What finding the owners of some sites takes. */
export type OwnersWanted = { random: Random; sites: readonly Site[]; register: OwnerRegister };

export function openRegister(): OwnerRegister {
  const known = new Map<string, Owner>();
  return (name, make) => {
    const owner = known.get(name) ?? { name, ...make() };
    known.set(name, owner);
    return owner;
  };
}
