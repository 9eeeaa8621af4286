// What the page keeps in local storage for the person who is signed in, each under a key of their own. Once they have logged out,
// nothing is written any more.
import { keepText, keptJson } from './kept-in-browser.ts';
import { storedUserId } from './session/stored-session.ts';

/** By their names in storage. `forgetPerson` removes the last place and the drawings; the others say nothing about anybody. */
export type KeptOfPerson = 'preferences' | 'overlays' | 'contours' | 'shading' | 'place' | 'drawings';

export const keyOfPerson = (name: KeptOfPerson, person: string) => `${name}:${person}`;

/** Undefined where nothing is kept. */
export const keptOfPerson = (name: KeptOfPerson): unknown => keptJson(keyOfPerson(name, storedUserId()));

/** Undefined removes it. */
export function keepOfPerson(name: KeptOfPerson, value: unknown): void {
  const person = storedUserId();
  if (person) keepText(keyOfPerson(name, person), value === undefined ? undefined : JSON.stringify(value));
}
