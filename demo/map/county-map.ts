// The demo county as basemap/ draws any county: features, elevation, outline and credit.
import type { CountyMap } from '../../basemap/draw-maps.ts';
import type { County } from '../county/county.ts';
import { boundaryFeatures } from './boundary-features.ts';
import { buildingFeatures } from './building-features.ts';
import { groundFeatures } from './ground-features.ts';
import { placeFeatures } from './place-features.ts';
import { roadFeatures } from './road-features.ts';
import { waterFeatures } from './water-features.ts';

/** The credit of the demo county's parcels and map. They share it so that the map shows it once. */
export const DEMO_SOURCE = 'Demo county (fictional)';

export function countyMap(county: County): CountyMap {
  const { name, bounds, elevation } = county;
  const outline = county.boundaries.find(({ kind }) => kind === 'county')!.geometry;
  return {
    name,
    attribution: DEMO_SOURCE,
    bounds,
    outline,
    elevation,
    features: [
      ...groundFeatures(outline, county.landuse),
      ...waterFeatures(county.water, county.streams),
      ...buildingFeatures(county.buildings),
      ...roadFeatures(county.roads),
      ...boundaryFeatures(county.boundaries),
      ...placeFeatures(county.places),
    ],
  };
}
