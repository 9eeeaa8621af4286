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
  badRequest: 'The request cannot be understood.',
  notHttp: 'The request is not valid HTTP.',
  requestTooSlow: 'The request took too long to arrive.',
  headersTooLarge: 'The address or the headers of this request are too long.',
  serverFault: 'Something went wrong on the server. Please try again.',
  noParcelsYet: 'No parcels have been loaded yet.',
  metricsClosed: 'Metrics are answered on this machine only. METRICS_ACCESS=public opens them.',
  serverUnreachable: 'The server does not answer.',
  parcelsUnreachable: 'The parcels could not be loaded: the server does not answer as it should.',
  parcelsSignedInOnly: 'Parcels are open to signed-in people.',
  parcelsHowToOpen:
    'Whoever runs this server can open them to everybody with the setting PARCEL_ACCESS=public.',
  signInFailed: 'Something went wrong. Please try again.',
  signInNeedsHttps:
    'Signing in needs https: over plain http this browser holds back what it takes. Ask whoever runs this server for its https address.',
  signInElsewhere: 'Links for signing in lead to another address of this server. Please sign in there:',
  identityUnavailable: 'Whether you are signed in cannot be checked just now. Please try again in a moment.',
  mapContainerMissing: 'Map container element not found',
  mapSetupUnknown: 'Unknown error during map setup',
} as const;
