// What a browser keeps of the person who logs out: the parcels they looked at, the answers kept for times without a
// connection, where they were last, their drawings, their filters and their saved parcels.
import { unsentIds } from './draw/drawing-sync.ts';
import { drawingsKey, forgetDrawings, loadDrawings } from './draw/drawings-store.ts';
import { loadSync } from './draw/kept-sync.ts';
import { forgetKeptFilters } from './find/kept-filters.ts';
import { forgetAnswers } from './kept-answers.ts';
import { keepText, keptKeys } from './kept-in-browser.ts';
import { keyOfPerson } from './kept-of-person.ts';
import { forgetParcels, forgetParcelsOfOthers } from './parcel/forget-parcels.ts';
import { forgetSavedList } from './saved/remembered-list.ts';

export function forgetPerson(person: string): void {
  forgetParcels();
  void forgetAnswers();
  forgetKept(person);
  forgetDrawings(person);
}

function forgetKept(person: string): void {
  keepText(keyOfPerson('place', person), undefined);
  forgetKeptFilters(person);
  forgetSavedList(person);
}

const KEY_OF_PERSON = /^(?:place|filters|savedParcels|drawings):([^:]+)/;

/** Of others whose session has ended by itself, now that somebody else is here. Drawings that were not sent yet wait for them. */
export function forgetOthers(person: string): void {
  forgetParcelsOfOthers(person);
  const people = keptKeys().flatMap((key) => KEY_OF_PERSON.exec(key)?.[1] ?? []);
  for (const other of new Set(people)) {
    if (other === person) continue;
    forgetKept(other);
    const key = drawingsKey(other);
    const sync = loadSync(key);
    if (sync && unsentIds({ drawings: loadDrawings(key), sync }).length === 0) forgetDrawings(other);
  }
}
