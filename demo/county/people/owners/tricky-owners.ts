// Owner names that break careless software, present in every generated county: an apostrophe, accents, markup.
import type { Random } from '../../random.ts';
import { postBox } from '../post/mailing-address.ts';
import type { Site } from '../post/sites.ts';
import type { Owner } from './owner.ts';

/** Owns exactly one parcel. */
const MARKUP_OWNER = '<b>Bold</b> Holdings LLC';
const APOSTROPHE_OWNER = "O'Neal Walter D & Siobhan";
const ACCENTED_OWNER = 'Muñoz Peña José';

const trickyNames: ReadonlySet<string> = new Set([MARKUP_OWNER, APOSTROPHE_OWNER, ACCENTED_OWNER]);

export function isTrickyName(name: string): boolean {
  return trickyNames.has(name);
}

/** Replaces the owners of a few random lots. */
export function trickyOwners({
  random,
  sites,
}: {
  random: Random;
  sites: readonly Site[];
}): Map<Site, Owner> {
  const homes = sites.filter(({ lot, letterbox }) => lot.use === 'house' && letterbox);
  const firms = sites.filter(({ lot }) => lot.use === 'shop' || lot.use === 'vacant');
  const owners = new Map<Site, Owner>();
  const settle = (candidates: readonly Site[], name: string): void => {
    const free = candidates.filter((site) => !owners.has(site));
    if (free.length === 0) return;
    const site = random.pick(free);
    owners.set(site, {
      name,
      title: 'bought',
      mail: site.letterbox ?? postBox({ random, office: site.office }),
    });
  };
  settle(homes, APOSTROPHE_OWNER);
  settle(homes, ACCENTED_OWNER);
  settle(firms.length > 0 ? firms : homes, MARKUP_OWNER);
  return owners;
}
