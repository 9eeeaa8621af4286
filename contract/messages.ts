// Every sentence that a person may read because something failed, in one place.
import { NOTES_MAX, SEARCH_QUERY_MAX, SEARCH_QUERY_MIN } from './limits.ts';

export const messages = {
  authenticationRequired: 'Authentication required.',
  parcelNotFound: 'There is no parcel with this PIN.',
  noParcelHere: 'There is no parcel at this place.',
  savedParcelNotFound: 'There is no such saved parcel in your list.',
  alreadySaved: 'This parcel is already in your saved list.',
  notFound: 'There is nothing at this address.',
  tileOutside: 'There is no such tile: zoom runs from 10 to 18, x and y from 0 to 2^zoom - 1.',
  searchLength: `q must have ${SEARCH_QUERY_MIN} to ${SEARCH_QUERY_MAX} characters.`,
  notesLength: `Notes may have at most ${NOTES_MAX} characters.`,
  bodyNotJson: 'The request body is not valid JSON.',
  bodyTooLarge: 'The request body is too large.',
  bodyType: 'The request body must be sent as application/json.',
  badAddress: 'The address of this request cannot be read.',
  headersTooLarge: 'The address or the headers of this request are too long.',
  serverFault: 'Something went wrong on the server. Please try again.',
  noParcelsYet: 'No parcels have been loaded yet.',
} as const;
