// What a browser keeps of the person who logs out: the parcels they looked at, their drawings and their filters.
import { forgetDrawings } from './draw/drawings-store.ts';
import { forgetKeptFilters } from './find/kept-filters.ts';
import { forgetParcels } from './parcel/forget-parcels.ts';

export function forgetPerson(person: string): void {
  forgetParcels();
  forgetDrawings(person);
  forgetKeptFilters(person);
}
