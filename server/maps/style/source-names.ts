// The names of the sources in our styles.

export const WORLD_SOURCE = 'world';
export const BASEMAP_SOURCE = 'basemap';
export const AERIAL_SOURCE = 'aerial';
export const TERRAIN_SOURCE = 'terrain';
