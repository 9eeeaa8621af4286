// What of a parcel can be searched, in the form that both stores index.
import type { ParcelRecord } from './parcel-record.ts';
import { addressWords, pinKey, searchWords } from './search-text.ts';

export type ParcelText = {
  pinKey: string;
  /** The owner's words in order, joined by blanks. */
  ownerKey: string;
  /** The site address, likewise. */
  siteKey: string;
  /** Every word of the site and mailing addresses. */
  addressText: string;
};

export function parcelText(parcel: Omit<ParcelRecord, 'centroid' | 'geometry'>): ParcelText {
  const { siteAddress, add1, add2, city, state, zip } = parcel;
  const mailing = [add1, add2, city, state, zip].map((line) => line ?? '').join(' ');
  const siteKey = addressWords(siteAddress ?? '').join(' ');
  return {
    pinKey: pinKey(parcel.pin),
    ownerKey: searchWords(parcel.name).join(' '),
    siteKey,
    addressText: [...new Set(`${siteKey} ${addressWords(mailing).join(' ')}`.trim().split(' '))].join(' '),
  };
}
