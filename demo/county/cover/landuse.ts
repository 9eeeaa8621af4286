// The landuse layer of the map, from the zones of blocks, the uses of lots, and the woods.
import type { LanduseKind, LotUse } from '../county.ts';
import type { Block } from '../lots/cut-blocks.ts';
import type { Plat, Zone } from '../lots/plat-block.ts';
import type { SettledLot } from '../lots/settle-lots.ts';
import { subtract } from '../plane/clip.ts';
import { snap } from '../plane/point.ts';
import type { PlaneRing, Shape } from '../plane/ring.ts';
import { randomStream } from '../random.ts';
import { CREEK_WORDS, SURNAMES } from '../roads/street-words.ts';

export type PlaneLanduse = { kind: LanduseKind; name: string | null; shapes: Shape[] };

const ZONE_KINDS: Partial<Record<Zone, LanduseKind>> = {
  core: 'commercial',
  town: 'residential',
  suburb: 'residential',
  business: 'industrial',
};

const LOT_KINDS: Partial<Record<LotUse, LanduseKind>> = {
  park: 'park',
  school: 'school',
  cemetery: 'cemetery',
  golf: 'golf',
  farm: 'field',
  woodland: 'wood',
};

/** Remainders this large are farms or woods and are cut out of the residential area of their block. */
const OPEN_SQUARE_METERS = 20_000;

type Given = {
  seed: number;
  blocks: readonly Block[];
  plats: readonly Plat[];
  lots: readonly SettledLot[];
  woods: readonly Shape[];
};

export function landuseOf({ seed, blocks, plats, lots, woods }: Given): PlaneLanduse[] {
  const zones = new Map<number, Zone>();
  for (const { block, zone } of plats) zones.set(block, zone);
  const open = new Map<number, PlaneRing[]>();
  for (const { block, zone, isRemainder, area, shapes } of plats) {
    if (zone !== 'suburb' || !isRemainder || area < OPEN_SQUARE_METERS) continue;
    open.set(block, [...(open.get(block) ?? []), ...shapes.flat()]);
  }
  const ofBlocks = [...zones].flatMap(([block, zone]): PlaneLanduse[] => {
    const kind = ZONE_KINDS[zone];
    if (!kind) return [];
    const fields = open.get(block);
    const shapes = fields
      ? subtract([...blocks[block]!.shape], fields).map((shape) => shape.map((ring) => ring.map(snap)))
      : [blocks[block]!.shape];
    return shapes.length > 0 ? [{ kind, name: null, shapes }] : [];
  });
  const named = nameGrounds(seed);
  const ofLots = lots.flatMap(({ use, shapes, area, plat }): PlaneLanduse[] => {
    const kind = LOT_KINDS[use];
    // Small pieces of common land have no name.
    const isNamed = plat.zone === 'whole' || kind === 'golf' || kind === 'school' || area > 30_000;
    return kind ? [{ kind, name: isNamed ? named(kind) : null, shapes }] : [];
  });
  return [
    ...ofBlocks,
    ...ofLots,
    ...woods.map((shape): PlaneLanduse => ({ kind: 'wood', name: null, shapes: [shape] })),
  ];
}

const NAME_PATTERNS: Partial<Record<LanduseKind, readonly string[]>> = {
  park: ['# Park', '# Memorial Park', '# Commons', '# Nature Park'],
  school: ['# Elementary School', '# Middle School', '# High School'],
  cemetery: ['# Cemetery', '# Memorial Gardens'],
  golf: ['# Creek Golf Club'],
};

/** Every call gives a new name; null for kinds without names. */
function nameGrounds(seed: number): (kind: LanduseKind) => string | null {
  const random = randomStream(seed, 'names of grounds');
  const used = new Set<string>();
  return (kind) => {
    const patterns = NAME_PATTERNS[kind];
    if (!patterns) return null;
    for (;;) {
      const name = random.pick(patterns).replace('#', random.pick(kind === 'golf' ? CREEK_WORDS : SURNAMES));
      if (used.has(name)) continue;
      used.add(name);
      return name;
    }
  };
}
