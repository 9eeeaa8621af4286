// The names of the files in the folder of maps.

export const MANIFEST_FILE = 'maps.json';
export const WORLD_FILE = 'world.pmtiles';
export const COUNTY_FILE = 'county.pmtiles';
export const CONTOURS_FILE = 'contours.pmtiles';
export const ELEVATION_FILE = 'elevation.bin';

/** Those that are there only with a county to draw. */
export const COUNTY_FILES = [COUNTY_FILE, CONTOURS_FILE, ELEVATION_FILE];
