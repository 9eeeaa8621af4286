// Spreads the covers over the ground: one for every pixel of land.
import { fillArea } from './fill-area.ts';
import { COVER, type GroundFeatures } from './ground-features.ts';
import type { Photo } from './photo.ts';

export function layCovers(photo: Photo, { land, covers }: Pick<GroundFeatures, 'land' | 'covers'>): void {
  const { window, cover, key } = photo;
  for (const rings of land) {
    fillArea({ window, rings, fill: (first, last) => cover.fill(COVER.rough, first, last + 1) });
  }
  for (const area of covers) {
    fillArea({
      window,
      rings: area.rings,
      fill: (first, last) => {
        for (let pixel = first; pixel <= last; pixel++) {
          if (cover[pixel] === COVER.none) continue;
          cover[pixel] = area.cover;
          key[pixel] = area.key;
        }
      },
    });
  }
}
