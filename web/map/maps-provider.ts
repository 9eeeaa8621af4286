// Who draws the ground under the parcels, and all that the map must know of it, whichever of the two it is.
import type { RequestParameters, StyleSpecification, VectorSourceSpecification } from 'maplibre-gl';
import type { StyleEntry } from './style-entries.ts';

export type MapsProvider = {
  styles: readonly StyleEntry[];
  /** A style document that MapLibre accepts. */
  fetchStyle(url: string, signal: AbortSignal): Promise<StyleSpecification>;
  /** Undefined leaves the address as it is. */
  transformRequest(url: string): RequestParameters | undefined;
  /** Has the source layer `contour`, with `ele` in meters and `index`. */
  contours: VectorSourceSpecification;
  /** A font stack that all of its styles can draw with. */
  labelFont: string[];
  /** Its name must stand on the map, as its terms ask. */
  wordmark: { name: string; url: string } | undefined;
};
