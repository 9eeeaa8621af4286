// How far a count may be off: counties edit their layers while they are read.

/** As a share of the layer, and at least. */
const MARGIN_SHARE = 0.005;
const MARGIN_ROWS = 10;

export const toleratedChange = (count: number): number =>
  Math.max(MARGIN_ROWS, Math.ceil(count * MARGIN_SHARE));
