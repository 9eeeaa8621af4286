// Everything that the map of the world shows, coarse as it is: it lies under the county's map, so that nowhere is a void.
import type { Bounds, LngLat } from '../../geo/geometry.ts';
import type { ZoomedFeature } from '../zoomed-feature.ts';
import { countryLabels, stateLabels } from './area-labels.ts';
import { borderFeatures } from './border-features.ts';
import { cityFeatures } from './city-features.ts';
import { landAndSea } from './land-and-sea.ts';
import { readAtlas } from './read-atlas.ts';

/** Where `without` lies, somebody else's map names the places and draws the borders. */
export function worldFeatures(without: Bounds | undefined): ZoomedFeature[] {
  const atlas = readAtlas();
  const isShown = ({ lng, lat }: LngLat) =>
    !without || lng < without.west || lng > without.east || lat < without.south || lat > without.north;
  return [
    ...landAndSea(atlas.land),
    ...borderFeatures(atlas, ([lng, lat]) => isShown({ lng, lat })),
    ...countryLabels(atlas.countries),
    ...stateLabels(atlas.states),
    ...cityFeatures(atlas.places.filter(({ at }) => isShown(at))),
  ];
}
