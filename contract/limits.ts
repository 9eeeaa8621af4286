// The constants that server and browser share, each defined once.

export const PRODUCT_NAME = 'Platbook';

export const MAP_CENTER = { lng: -80.86, lat: 35.62 } as const;
export const MAP_ZOOM = 13;
export const MAP_ZOOM_MIN = 3;
export const MAP_ZOOM_MAX = 19;
/** The map is never drawn beyond these latitudes. */
export const MAP_LAT_MAX = 85;

export const PARCEL_TILE_ZOOM_MIN = 10;
export const PARCEL_TILE_ZOOM_MAX = 18;
export const PARCEL_TILE_SIZE_PX = 512;
export const PARCEL_TILE_BYTES_MAX = 500_000;
export const PARCEL_OUTLINE_ZOOM_MIN = 13;
export const PARCEL_LABEL_ZOOM_MIN = 14;
export const HOUSE_NUMBER_ZOOM_MIN = 17;
export const PARCEL_LABEL_SIZE_PX = { min: 8, max: 11 } as const;
export const HOUSE_NUMBER_SIZE_PX = 10;

export const CONTOUR_LINE_ZOOM_MIN = 12;
/**
 * `index` is a property of each contour line, in Mapbox's tiles as in ours. Lines from this index on are drawn, and
 * along lines of CONTOUR_LABEL_INDEX the height is written. Ours: basemap/contours/contour-tiles.ts.
 */
export const CONTOUR_LINE_INDEX_MIN = 6;
export const CONTOUR_LABEL_ZOOM_MIN = 13;
export const CONTOUR_LABEL_INDEX = 5;
/** From one line to the next in this server's own tiles. Mapbox's interval changes with the zoom. */
export const CONTOUR_STEP_FEET = 20;
export const FEET_PER_METER = 3.28084;

export const CENTER_ON_PARCEL = { zoom: 15.25, padding: 100, speed: 1.5 } as const;
export const SAVED_PARCEL_ZOOM = 16;
export const MY_LOCATION_ZOOM = 15;
/** Closer, so that the lines of a lot are seen. */
export const WHOSE_LAND_ZOOM = 17;

export const STYLE_LOAD_TIMEOUT_MS = 10_000;
/** How long the loading message stays after the style has loaded. */
export const STYLE_LOADING_HOLD_MS = 300;
export const HOVER_REATTACH_MS = 50;
export const COPY_FEEDBACK_MS = 2000;
/** From closing the menu to opening the sheet. */
export const SAVED_SHEET_DELAY_MS = 150;

/** How often an open page looks for other parcels. The server itself takes up to 5 s to notice an import. */
export const PARCEL_CHECK_MS = 5000;
export const PARCEL_CALL_TIMEOUT_MS = 60_000;
export const PARCEL_CACHE_TTL_MS = 600_000;
export const PARCEL_CACHE_MAX = 1000;

export const PIN_LENGTH_MAX = 64;
export const NOTES_MAX = 256;
/** Length of the owner name and the address of a saved parcel. */
export const SAVED_TEXT_MAX = 300;
/** Per person. */
export const SAVED_PARCELS_MAX = 5000;
/** Longer lists are answered in pages of this length. */
export const SAVED_PARCELS_PAGE = 500;
/** Of saved parcels and drawings. */
export const FOLDER_NAME_MAX = 60;

/** The search library's own debounce. */
export const SEARCH_DEBOUNCE_MS = 200;
export const SEARCH_QUERY_MIN = 2;
export const SEARCH_QUERY_MAX = 200;
export const SEARCH_RESULTS_MAX = 20;

/** The rows of the list under the search box: places and parcels together. */
export const SUGGESTIONS_MAX = 5;
export const PLACE_ZOOM = 16;

export const REQUEST_BODY_BYTES_MAX = 16 * 1024;

/** Characters of a filter's text (contract/cql2/): enough for FILTER_POINTS_MAX corners, however exact. */
export const FILTER_LENGTH_MAX = 500_000;
/** A longer one is parsed where it is evaluated, and in its turn: half a megabyte takes a tenth of a second. */
export const FILTER_PARSED_AT_ONCE_MAX = 4000;
/** Parentheses, NOT and NEAR within each other. */
export const FILTER_DEPTH_MAX = 100;
/** Conditions, and values in lists. */
export const FILTER_TERMS_MAX = 20_000;
/** Characters of a pattern after LIKE: as long as the longest texts of counties, legal descriptions. */
export const LIKE_PATTERN_MAX = 4000;
/** Points of all shapes in a filter. */
export const FILTER_POINTS_MAX = 10_000;
/** Places where lines of overlapping shapes cross, before they are made one: hundreds by hand, millions by malice. */
export const FILTER_CROSSINGS_MAX = 5000;
/** Sum over their lines of the corners at whose heights each passes: what making them one takes. */
export const FILTER_PASSES_MAX = 2_000_000;
/** NEAR within NEAR, and NEAR at all: each looks at every parcel. */
export const FILTER_NEAR_DEPTH_MAX = 4;
export const FILTER_NEAR_MAX = 8;
/** 50 miles. */
export const FILTER_FEET_MAX = 264_000;
export const SORT_KEYS_MAX = 8;
/** Of comparable sales. Acres may differ by so many percent. */
export const SALES_MILES_MAX = 50;
export const SALES_MONTHS_MAX = 1200;
export const SALES_ACRES_PERCENT_MAX = 1000;
/** Of a request that names a set of parcels: a filter with a long list or a drawn shape does not fit into an address. */
export const SET_BODY_BYTES_MAX = 1024 * 1024;
export const SET_PAGE_DEFAULT = 100;
export const SET_OFFSET_MAX = 100_000_000;
export const SET_PAGE_MAX = 1000;
/** From the last key to the count of the filter that is being built. */
export const COUNT_DEBOUNCE_MS = 250;
/** Filters that one person keeps in a browser. */
export const KEPT_FILTERS_MAX = 100;
export const KEPT_FILTER_NAME_MAX = 80;
/** Of all of them together: browsers store about five million per site. */
export const KEPT_FILTERS_CHARACTERS_MAX = 1_000_000;
/** Of one request for labels or notices: a thousand sheets of 30. */
export const LETTERS_MAX = 30_000;
/** Parcels whose owners get no letter. */
export const OWN_PARCELS_MAX = 30_000;

export const LAT_MAX = 90;
export const LNG_MAX = 180;
/** Drawings may cross the antimeridian by 90 degrees. */
export const DRAWING_LNG_MAX = 270;
export const DRAWING_FILE_BYTES_MAX = 2_000_000;
/** Usual ones take milliseconds. */
export const DRAWING_FILE_MS_MAX = 10_000;
export const DRAWING_ZIP_FILES_MAX = 1000;
/** Of what is read of a zip: a file of the size above may grow a thousandfold. */
export const DRAWING_UNZIPPED_BYTES_MAX = 20_000_000;
/**
 * Of all drawings of a person, on the account and in the browser. Browsers store about five million characters per site; the
 * parcel cache needs some of them.
 */
export const DRAWINGS_KEPT_CHARACTERS_MAX = 2_000_000;
/** Per person. */
export const DRAWINGS_MAX = 5000;
/** Of one drawing, as JSON. */
export const DRAWING_CHARACTERS_MAX = 1_000_000;
export const DRAWING_ID_LENGTH_MAX = 64;
/** The end of the year 9999 in milliseconds. Versions go up from it: they must remain exact numbers on both databases. */
export const DRAWING_VERSION_MAX = 253_402_300_799_999;
/** Objects and lists within each other. */
export const DRAWING_PROPERTIES_DEPTH_MAX = 10;
/** Changes of drawings in one request, and its size: a character takes up to three bytes. */
export const DRAWING_CHANGES_MAX = 200;
export const DRAWING_CHANGES_BYTES_MAX = 3_000_000;
export const DRAWING_UNDO_MAX = 100;
export const DRAWING_NAME_MAX = 80;
export const DRAWING_NOTES_MAX = 2000;

/** A session lasts 30 days. No client may ask for more. */
export const SESSION_MINUTES = 43_200;
export const SESSION_DAYS_MAX = SESSION_MINUTES / (24 * 60);
/** However often it is extended. */
export const SESSION_AGE_DAYS_MAX = 90;
