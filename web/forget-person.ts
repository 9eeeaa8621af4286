// What a browser keeps of the person who logs out: the parcels they looked at, and their drawings.
import { forgetDrawings } from './draw/drawings-store.ts';
import { forgetParcels } from './parcel/forget-parcels.ts';

export function forgetPerson(person: string): void {
  forgetParcels();
  forgetDrawings(person);
}
