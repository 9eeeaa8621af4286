// Names of churches, each used once: after the Bible, the place or the street.
import type { Random } from '../../random.ts';
import type { Site } from '../post/sites.ts';
import { churchWords, congregations } from './company-words.ts';

const ATTEMPTS = 40;

function propose({ random, site }: { random: Random; site: Site }): string {
  const congregation = random.pick(congregations);
  const { postPlace, town } = site.lot;
  if (town !== null && random.chance(0.3)) return `First ${congregation} of ${town}`;
  if (random.chance(0.06)) return `Iglesia ${random.pick(['Nueva Esperanza', 'Roca Firme', 'Monte Sión'])}`;
  if (random.chance(0.15)) return `${postPlace} ${congregation}`;
  const called = random.chance(0.7) ? churchOfRoad(site) : undefined;
  return `${called ?? random.pick(churchWords)} ${congregation}`;
}

/** The name of the church in the name of its road: 'Honeycutt' of 'Honeycutt Church Rd'. */
function churchOfRoad({ setting, street }: Site): string | undefined {
  if (setting !== 'country') return undefined;
  return street?.match(/^(?:Old )?(\D+) (?:Church|Chapel) Rd$/)?.[1];
}

/** Every call gives a new name. */
export function churchNamer(random: Random): (site: Site) => string {
  const given = new Set<string>();
  return (site) => {
    let name = propose({ random, site });
    for (let attempt = 1; attempt < ATTEMPTS && given.has(name); attempt++) name = propose({ random, site });
    if (given.has(name)) name = `${site.lot.postPlace} Mission Church ${given.size + 1}`;
    given.add(name);
    return name;
  };
}
