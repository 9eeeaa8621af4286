// Everything that the map of the county shows, layer by layer.

import type { ZoomedFeature } from '../../basemap/zoomed-feature.ts';
import type { County } from '../county/county.ts';
import { boundaryFeatures } from './boundary-features.ts';
import { buildingFeatures } from './building-features.ts';
import { groundFeatures } from './ground-features.ts';
import { placeFeatures } from './place-features.ts';
import { roadFeatures } from './road-features.ts';
import { waterFeatures } from './water-features.ts';

export function countyFeatures(county: County): ZoomedFeature[] {
  const outline = county.boundaries.find(({ kind }) => kind === 'county')!.geometry;
  return [
    ...groundFeatures(outline, county.landuse),
    ...waterFeatures(county.water, county.streams),
    ...buildingFeatures(county.buildings, county.addresses),
    ...roadFeatures(county.roads),
    ...boundaryFeatures(county.boundaries),
    ...placeFeatures(county.places),
  ];
}
