// What a browser keeps of the person who logs out: the parcels they looked at, the answers kept for times without a
// connection, where they were last, their drawings, their filters and their saved parcels.
import { forgetDrawings } from './draw/drawings-store.ts';
import { forgetKeptFilters } from './find/kept-filters.ts';
import { forgetAnswers } from './kept-answers.ts';
import { keepText } from './kept-in-browser.ts';
import { keyOfPerson } from './kept-of-person.ts';
import { forgetParcels } from './parcel/forget-parcels.ts';
import { forgetSavedList } from './saved/remembered-list.ts';

export function forgetPerson(person: string): void {
  forgetParcels();
  void forgetAnswers();
  keepText(keyOfPerson('place', person), undefined);
  forgetDrawings(person);
  forgetKeptFilters(person);
  forgetSavedList(person);
}
