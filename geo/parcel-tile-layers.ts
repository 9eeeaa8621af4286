// What the page has to know of parcel tiles. Apart from the code that makes them, which the page does not need.

export const PARCEL_TILE_LAYER = 'parcels';
/** In tiles drawn on demand: points with what is written there (store/draw-deep-tile.ts). */
export const LOT_LABEL_LAYER = 'labels';

export const LABEL_LINE_HEIGHT = 1.15;
