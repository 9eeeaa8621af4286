// No two companies bear one name: whoever is called the same is the same.
import type { Owner } from './owner.ts';

/** Answers with the owner of that name, made the first time it is asked for. */
export type OwnerRegister = (name: string, make: () => Omit<Owner, 'name'>) => Owner;

export function openRegister(): OwnerRegister {
  const known = new Map<string, Owner>();
  return (name, make) => {
    const owner = known.get(name) ?? { name, ...make() };
    known.set(name, owner);
    return owner;
  };
}
