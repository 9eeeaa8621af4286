// Where the sun stands: a summer morning, so that shadows fall to the north-west.

/** Toward the sun, on the ground. Exactly diagonal: a shadow moves from pixel to pixel without blurring. */
export const SUN = { east: Math.SQRT1_2, south: Math.SQRT1_2 };

/** How many meters of shadow a meter of height casts. */
export const SHADOW_PER_METER = 0.68;
