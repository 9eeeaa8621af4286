// Names for parks, schools, cemeteries and the golf course.
import type { LanduseKind } from '../county.ts';
import { randomStream } from '../random.ts';
import { CREEK_WORDS, SURNAMES } from '../roads/street-words.ts';

const PATTERNS: Partial<Record<LanduseKind, readonly string[]>> = {
  park: ['# Park', '# Memorial Park', '# Commons', '# Nature Park'],
  school: ['# Elementary School', '# Middle School', '# High School'],
  cemetery: ['# Cemetery', '# Memorial Gardens'],
  golf: ['# Creek Golf Club'],
};

/** A namer that never says the same twice; null for kinds that bear no names. */
export function nameGrounds(seed: number): (kind: LanduseKind) => string | null {
  const random = randomStream(seed, 'names of grounds');
  const used = new Set<string>();
  return (kind) => {
    const patterns = PATTERNS[kind];
    if (!patterns) return null;
    for (;;) {
      const name = random.pick(patterns).replace('#', random.pick(kind === 'golf' ? CREEK_WORDS : SURNAMES));
      if (used.has(name)) continue;
      used.add(name);
      return name;
    }
  };
}
