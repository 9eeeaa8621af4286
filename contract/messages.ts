// All texts that users may read when something fails.
import {
  DRAWING_CHARACTERS_MAX,
  DRAWING_FILE_BYTES_MAX,
  DRAWING_FILE_MS_MAX,
  DRAWING_UNZIPPED_BYTES_MAX,
  DRAWING_ZIP_FILES_MAX,
  DRAWINGS_KEPT_CHARACTERS_MAX,
  DRAWINGS_MAX,
  FILTER_CROSSINGS_MAX,
  KEPT_FILTERS_MAX,
  LETTERS_MAX,
  NOTES_MAX,
  OWN_PARCELS_MAX,
  SAVED_PARCELS_MAX,
  SEARCH_QUERY_MAX,
  SEARCH_QUERY_MIN,
} from './limits.ts';

/** What the page itself says, too. */
export const messages = {
  authenticationRequired: 'Authentication required.',
  parcelNotFound: 'There is no parcel with this PIN.',
  savedParcelGone:
    "This parcel is no longer in the county's records. What you saved of it stays in your list.",
  alreadySaved: 'This parcel is already in your saved list.',
  badCursor: 'after must be the next of an earlier answer.',
  accountFailed: 'Your account could not be loaded. Please check your connection and try again.',
  searchLength: `q must have ${SEARCH_QUERY_MIN} to ${SEARCH_QUERY_MAX} characters.`,
  notesLength: `Notes may have at most ${NOTES_MAX} characters.`,
  noParcelsYet: 'No parcels have been loaded yet.',
  searchNotLoaded: 'The search could not be loaded.',
  serverUnreachable: 'The server does not answer.',
  offline: 'You are offline. The map goes on as soon as you are back.',
  serverAway: 'The server does not answer. The map goes on as soon as it does.',
  downloadBroken: 'The connection ended before the file was complete.',
  parcelsUnreachable: 'The parcels could not be loaded: the server does not answer as it should.',
  parcelsSignedInOnly: 'Parcels are open to signed-in people.',
  parcelsHowToOpen:
    'The operator of this server can open them to everybody with the setting PARCEL_ACCESS=public.',
  signInFailed: 'Something went wrong. Please try again.',
  mailSignInOff: 'This server sends no sign-in links by e-mail. Please continue with one of these:',
  inboxInTerminal: "The inbox's address is in the terminal.",
  browserKeepsNothing: 'This browser blocks cookies or storage for this site.',
  browserHowToKeep: 'Nobody can stay signed in without them. Allow cookies and site data, then try again.',
  signInNeedsHttps:
    'Signing in needs https: over plain http this browser blocks the cryptography for it. Ask the operator of this server for its https address.',
  signInElsewhere: 'Links for signing in lead to another address of this server. Please sign in there:',
  parcelInvalid: 'Received invalid parcel data from the server',
  parcelLoadFailed: 'Failed to load parcel details',
  requestTimedOut: 'Request timed out. The server took too long to respond.',
  emptyAnswer: 'Empty response received from API',
  answerNotJson: 'Invalid JSON response',
  notSignedIn: 'User not authenticated',
  saveFailed: 'An unknown error occurred while saving.',
  noteNotSaved: 'Could not save the new note.',
  savedEditFailed: 'Could not save the change.',
  savedListFailed: 'Failed to load saved parcels. Please check your connection and try again.',
  savedListSignedOut: 'You must be logged in to view saved parcels.',
  savedListEmpty: "You have't saved any parcels yet.",
  drawingGeometryNull: 'Invalid geometry: null',
  drawingCollectionInvalid: 'Invalid FeatureCollection',
  drawingFileNotJson: 'It is not GeoJSON, KML, GPX or a zipped Shapefile.',
  drawingFileTooLarge: `It is larger than ${DRAWING_FILE_BYTES_MAX / 1e6} MB.`,
  drawingFileTooMuch: 'It holds more than the notebook has room for.',
  drawingFileSlow: `It takes longer to read than ${DRAWING_FILE_MS_MAX / 1000} seconds: it is damaged, or too much at once.`,
  drawingFileCanceled: 'You stopped it.',
  drawingFileUnreadable: 'It could not be read.',
  drawingFileEncoding: 'Its text is damaged, or in another encoding than it says.',
  drawingFileDoctype: 'It has a document type declaration, which is not read for safety.',
  drawingFileXmlBroken: 'It is not well-formed XML: it may be cut off.',
  drawingFileUnknown: 'It is neither KML nor GPX.',
  drawingFileIsLink: 'It holds no shapes, only a link to another file, which is not followed.',
  drawingZipUnknown: 'The zip holds neither a Shapefile (.shp) nor a KML file.',
  drawingShapefileCut: 'Its .shp file is cut off.',
  drawingZipTooMany: `It holds more than ${DRAWING_ZIP_FILES_MAX} files.`,
  drawingZipTooLarge: `Unpacked, it is larger than ${DRAWING_UNZIPPED_BYTES_MAX / 1e6} MB.`,
  drawingProjectionUnknown: 'The projection in its .prj file is not known.',
  drawingProjectionMissing:
    'Its coordinates are not degrees, and there is no .prj file that says what they are.',
  drawingPosition: 'A position needs a longitude from -270 to 270 and a latitude from -90 to 90.',
  drawingLineShort: 'A line needs at least 2 points.',
  drawingRingShort: 'A polygon needs at least 3 different points, and each ring ends where it begins.',
  drawingEmpty: 'There is nothing in it to draw.',
  drawingsFull: `Your account holds at most ${DRAWINGS_MAX} drawings, or ${DRAWINGS_KEPT_CHARACTERS_MAX / 1e6} MB of them. Delete some to save others.`,
  drawingsNotKept:
    'Your drawings are too large to be kept. Download them, or the last changes are gone after a reload.',
  drawingRefused: 'One of your drawings could not be saved to your account. It stays in this browser.',
  drawingsUnsaved: 'Some drawings have not been saved to your account. Log out anyway?',
  filterNotKept:
    'This browser has no room for it, or keeps nothing for this site. Copy the link of its results.',
  filtersFull: `${KEPT_FILTERS_MAX} filters are kept already. Delete one first.`,
  drawingPointHasNoVertices: 'direct_select mode does not handle point features',
  mapTokenMissing: 'Mapbox Access Token missing',
  mapContainerMissing: 'Map container element not found',
  mapSetupUnknown: 'Unknown error during map setup',
  locationDenied: 'Geolocation permission denied',
  locationUnknown: 'A location error has occurred',
  whoseLandUnknown: 'Whose land this is could not be looked up.',
} as const;

/** What only the server says: none of it is loaded with the page. */
export const refusals = {
  parcelGone: "This parcel is no longer in the county's records.",
  countyNotLoaded: 'The county of this parcel is no longer loaded.',
  noParcelHere: 'There is no parcel at this place.',
  savedParcelNotFound: 'There is no such saved parcel in your list.',
  savedListFull: `Your saved list is full: it holds at most ${SAVED_PARCELS_MAX} parcels. Delete some of them to save others.`,
  parcelsChanged: 'The parcels have been loaded anew meanwhile. Please begin again.',
  badSetCursor: 'cursor must be the next of an earlier answer for the same filter and sort.',
  tooManyAtOnce: 'Too many of your requests are under way at once. Please try again in a moment.',
  tooManyReads: 'Too many requests come from your network. Please try again in a moment, or sign in.',
  tooManyChanges: 'You have made too many changes in a short time. Please try again in a minute.',
  tooManyExports: 'Two of your exports are still running. Please wait for one of them, or stop it.',
  exportsBusy: 'The server is busy with other exports just now. Please try again in a moment.',
  sheetRunning: 'A map sheet of yours is still being made. Please wait for it, or stop it.',
  sheetsBusy: 'The server is busy with other map sheets just now. Please try again in a moment.',
  sheetParts:
    'A map sheet with a picture is a form of two parts: sheet, the JSON with the bounds of the picture, and then picture.',
  exportTooLong: 'The export took too long and was stopped. Narrow the filter.',
  parcelsChanging: 'The parcels are being replaced just now. Please try again in a moment.',
  queryTooLong: 'This takes too long and was stopped. Ask for fewer parcels, or a shorter distance.',
  queryTooLarge:
    'This takes more memory than one request may have. Ask for fewer parcels, or in a simpler way.',
  tooManyCrossings: `The lines of the drawn shapes cross each other more than ${FILTER_CROSSINGS_MAX.toLocaleString('en-US')} times. Please draw them in a simpler way.`,
  tooManyPasses:
    'The drawn shapes have too many long lines side by side to be made one. Please draw them in a simpler way.',
  serverBusy: 'The server is very busy just now. Please try again in a moment.',
  sessionNotFound: 'There is no such session of yours. It may have ended already.',
  accountNotConfirmed: 'To delete the account, type its address exactly.',
  notFound: 'There is nothing at this address.',
  tileOutside: 'There is no such tile: zoom runs from 10 to 18, x and y from 0 to 2^zoom - 1.',
  mapTileOutside: 'There is no such tile of the map.',
  picturesBusy: 'Too many pictures are being drawn. Please try again in a moment.',
  styleNotFound: 'There is no such map style.',
  bodyNotJson: 'The request body is not valid JSON.',
  bodyTooLarge: 'The request body is too large.',
  bodyType: 'The request body must be sent as application/json.',
  badAddress: 'The address of this request cannot be read.',
  badRequest: 'The request cannot be understood.',
  notHttp: 'The request is not valid HTTP.',
  lengthRequired: 'The request must say how long its body is (Content-Length).',
  requestTooSlow: 'The request took too long to arrive.',
  headersTooLarge: 'The address or the headers of this request are too long.',
  serverFault: 'Something went wrong on the server. Please try again.',
  diskFull:
    'Nothing can be saved at the moment, because the disk of the server is full. Please try again later.',
  tooManyLetters: `These are more than ${LETTERS_MAX.toLocaleString('en-US')} letters, which is the most at once. Please narrow the set.`,
  tooManyOwn: `The owners of at most ${OWN_PARCELS_MAX.toLocaleString('en-US')} parcels can be left out.`,
  noneOwn: 'There is no parcel whose owner could be left out.',
  noLetters: 'Nobody gets a letter about this set, so there is nothing to print.',
  emptySet: 'There is no parcel in this set.',
  metricsClosed: 'Metrics are closed. The setting METRICS_TOKEN opens them to anyone who sends that token.',
  metricsNeedToken: 'Metrics need the header Authorization: Bearer, with the token of METRICS_TOKEN.',
  accountsNotWritable: 'Accounts cannot be written.',
  parcelsNotReadable: 'Parcels cannot be read.',
  placesNotReadable: 'The place index cannot be read.',
  diskHasNoRoom: 'The disk is full.',
  identityUnavailable: 'Whether you are signed in cannot be checked just now. Please try again in a moment.',
  drawingTooLarge: `One of your drawings is larger than ${DRAWING_CHARACTERS_MAX / 1e6} MB, so it is not saved to your account.`,
  drawingNotFound: 'There is no such drawing.',
  drawingStale: 'The drawing has been changed meanwhile.',
} as const;

/** What too many sign-in links were asked for: from one client, or to one address. */
export type LinkLimit = 'client' | 'address';

const linkLimits: Record<LinkLimit, string> = {
  client: 'Too many links were asked for from here.',
  address: 'Too many links were sent to this address.',
};

/** The login page shows it below `signInFailed`. */
export function tooManyLinks(limit: LinkLimit, waitSeconds: number): string {
  const minutes = Math.max(1, Math.ceil(waitSeconds / 60));
  return `${linkLimits[limit]} Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
}

/** After two devices have changed the same drawings. */
export function drawingCopied(count: number): string {
  return count === 1
    ? 'A drawing was changed on another device, too. Both are kept: the one from here as a copy.'
    : `${count} drawings were changed on another device, too. All are kept: those from here as copies.`;
}
