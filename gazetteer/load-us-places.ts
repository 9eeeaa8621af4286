// Makes the country's cities, ZIP codes, counties and states findable, for parcels whose streets are not known.
import type { PlaceStore } from '../store/place-store.ts';
import { addUnitedStates, US_ATTRIBUTION } from './add-united-states.ts';
import { PlaceList } from './place-list.ts';

type Load = { places: PlaceStore; parcelVersion: string };

export function loadUsPlaces({ places, parcelVersion }: Load): Promise<void> {
  const list = new PlaceList();
  addUnitedStates(list, { without: undefined });
  return places.replaceAll({
    places: list.places,
    houses: [],
    crossings: [],
    madeFrom: parcelVersion,
    attribution: US_ATTRIBUTION,
  });
}
