// The drawing library's modes, mended where one of them fails.
import MapboxDraw from '@mapbox/mapbox-gl-draw';
import type { SelectMode } from './draw-library.ts';

const { simple_select: select } = MapboxDraw.modes;

/** Points that were combined are points still: the library would offer their corners, and fail when one is pressed. */
const simpleSelect: SelectMode = {
  ...select,
  clickOnFeature(state, event) {
    const { id } = event.featureTarget.properties;
    const isOnlyPoints = this.getFeature(id).type === 'MultiPoint';
    if (isOnlyPoints && this.isSelected(id) && !event.originalEvent.shiftKey) return;
    select.clickOnFeature.call(this, state, event);
  },
  toDisplayFeatures(state, shape, display) {
    const isOnlyPoints = shape.geometry.type === 'MultiPoint';
    select.toDisplayFeatures.call(this, state, shape, (part) => {
      if (!isOnlyPoints || part.properties.meta !== 'vertex') display(part);
    });
  },
};

export const drawModes = { ...MapboxDraw.modes, simple_select: simpleSelect };
