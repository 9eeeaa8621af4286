// Divides every block of the county into lots.
import type { Point } from '../plane/point.ts';
import { randomStream } from '../random.ts';
import type { Street } from '../roads/street.ts';
import type { Urbanity } from '../roads/urbanity.ts';
import type { Block } from './cut-blocks.ts';
import type { Frontage } from './frontage-chains.ts';
import { type Plat, platBlock } from './plat-block.ts';
import { zoneOf } from './zone-blocks.ts';

type Given = {
  seed: number;
  blocks: readonly Block[];
  streets: readonly Street[];
  urbanity: Urbanity;
  onProgress: (fraction: number) => void;
};

export function platCounty({ seed, blocks, streets, urbanity, onProgress }: Given): Plat[] {
  const frontage: Frontage = {
    isFrontage: (border) => {
      const street = streets[border];
      return street !== undefined && street.class !== 'motorway' && street.class !== 'ramp';
    },
    isCountry: (border) => {
      const kind = streets[border]?.setting.kind;
      return kind === 'country' || kind === 'highway';
    },
  };
  return blocks.flatMap((block, index) => {
    if (index % 20 === 0) onProgress(index / blocks.length);
    const zone = zoneOf({ block, streets, urbanity });
    // A random stream for each block, so that a change in one leaves the others as they are.
    const random = randomStream(seed, `plat ${placeKey(block.shape[0]![0]!)}`);
    return zone
      ? platBlock({
          block,
          index,
          zone,
          subdivision: subdivisionAround(block, streets),
          random,
          frontage,
          urbanity,
        })
      : [];
  });
}

function subdivisionAround(block: Block, streets: readonly Street[]): number | undefined {
  for (const border of block.borders.flat()) {
    const setting = streets[border]?.setting;
    if (setting?.kind === 'subdivision') return setting.subdivision;
  }
  return undefined;
}

const placeKey = ({ x, y }: Point): string => `${Math.round(x)} ${Math.round(y)}`;
