// The fill of parcels: green under the pointer and where selected, else invisible and only there for hit-testing.
//
// By feature state, not by a filter: docs/decisions/0006-highlights-by-feature-state.md.
import type { ExpressionSpecification, FillLayerSpecification } from 'maplibre-gl';
import { PARCEL_OUTLINE_ZOOM_MIN } from '../../contract/limits.ts';
import { PARCEL_TILE_LAYER } from '../../geo/parcel-tile.ts';
import { PARCEL_SOURCE } from './layers-on-map.ts';

/** With their opacity of 0.6. As a property of its own it would be one more value by feature state for every corner. */
const HOVER_COLOR = '#8fd6a399';
const SELECTED_COLOR = '#1f7a4a99';

const has = (state: 'hover' | 'selected'): ExpressionSpecification => [
  'boolean',
  ['feature-state', state],
  false,
];

/** One layer for all three: the library draws every parcel of such a layer in every frame, whether it is seen or not. */
export const parcelAreas: FillLayerSpecification = {
  id: 'parcel-areas',
  type: 'fill',
  source: PARCEL_SOURCE,
  'source-layer': PARCEL_TILE_LAYER,
  // Parcels without outlines must not be clickable.
  minzoom: PARCEL_OUTLINE_ZOOM_MIN,
  paint: {
    'fill-color': ['case', has('selected'), SELECTED_COLOR, has('hover'), HOVER_COLOR, 'transparent'],
    // The outline layer above draws the edges.
    'fill-antialias': false,
  },
};
