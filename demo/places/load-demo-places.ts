// Makes the demo county's places findable, in place of whatever could be found before.

import { US_ATTRIBUTION } from '../../gazetteer/add-united-states.ts';
import type { PlaceStore } from '../../store/place-store.ts';
import type { County } from '../county/county.ts';
import { countyPlaces } from './county-places.ts';

type Load = {
  places: PlaceStore;
  county: County;
  /** The version of the parcels that were made of the same county. */
  parcelVersion: string;
};

export function loadDemoPlaces({ places, county, parcelVersion }: Load): Promise<void> {
  return places.replaceAll({
    ...countyPlaces(county),
    madeFrom: parcelVersion,
    attribution: `${county.name} is fictional. ${US_ATTRIBUTION}`,
  });
}
