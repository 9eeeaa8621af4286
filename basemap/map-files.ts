// The names of the files in the maps folder: basemap/ writes them, server/maps/ reads them.

export const WORLD_FILE = 'world.pmtiles';
export const COUNTY_FILE = 'county.pmtiles';
/** What the parcels of a real county say of its ground: land, names of streets, towns. */
export const GROUND_FILE = 'ground.pmtiles';
export const CONTOURS_FILE = 'contours.pmtiles';
export const ELEVATION_FILE = 'elevation.bin';
/** Says which of the others are complete. */
export const MANIFEST_FILE = 'maps.json';
