// Where somebody wanted to go who had to sign in first. In local storage: the mailed link opens in a new tab.
import { keepText, keptJson } from '../kept-in-browser.ts';
import { personBefore, storedUserId } from './stored-session.ts';

const KEY = 'return_to';
const LIFETIME_MS = 60 * 60 * 1000;

/** Query and hash of the map's address. The path is always `/`, so that this leads to no other page. */
export type Place = { pathname: '/'; search: string; hash: string };

const START: Place = { pathname: '/', search: '', hash: '' };

let isLeaving = false;

/** Whether the person has logged out, and not signed in since. */
export const isLeavingOnPurpose = (): boolean => isLeaving;

/** Called on the way to the login page. A session that has ended by itself keeps its place, too, for the same person. */
export function rememberPlace({ search, hash }: { search: string; hash: string }): void {
  if (isLeaving || (!search && !hash)) return;
  try {
    localStorage.setItem(
      KEY,
      JSON.stringify({ search, hash, person: personBefore() || undefined, at: Date.now() }),
    );
  } catch (error) {
    console.warn('This browser could not store where to return to.', error);
  }
}

/** Where to go after signing in: the start, unless somebody was on the way to a place within the last hour. */
export function returnPlace(): Place {
  const { search, hash, person, at } = Object(keptJson(KEY));
  const isOfAnother = person !== undefined && person !== storedUserId();
  const ageMs = Date.now() - at;
  // Clock skew: an entry from the future would never expire.
  const isFresh = ageMs >= 0 && ageMs < LIFETIME_MS;
  return isFresh && !isOfAnother && isPart(search, '?') && isPart(hash, '#')
    ? { pathname: '/', search, hash }
    : START;
}

function isPart(text: unknown, mark: '?' | '#'): text is string {
  return text === '' || (typeof text === 'string' && text.startsWith(mark));
}

/** Two tabs may be on the way: the one that asked for the mailed link is signed in along with the one that opened it. */
const OTHER_TAB_MS = 30_000;

/** Once they have arrived. The place stays for the other tab, a moment longer. */
export function arriveAtPlace(): void {
  isLeaving = false;
  const entry = Object(keptJson(KEY));
  const at = Math.min(entry.at, Date.now() - LIFETIME_MS + OTHER_TAB_MS);
  if (Number.isNaN(at) || !keepText(KEY, JSON.stringify({ ...entry, at }))) forgetPlace();
}

export function forgetPlace(): void {
  isLeaving = false;
  keepText(KEY, undefined);
}

/** Before logging out on purpose: the next person must not land where this one was. */
export function leaveNoPlace(): void {
  forgetPlace();
  isLeaving = true;
}
