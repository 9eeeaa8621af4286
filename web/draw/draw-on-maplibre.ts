// The drawing library (made for Mapbox GL) on MapLibre: the adapter, and every patch the library needs.
import MapboxDraw from '@mapbox/mapbox-gl-draw';
import type { GeoJSON } from 'geojson';
import type { IControl, Listener, MapEventType, Map as MapLibreMap, Subscription } from 'maplibre-gl';
import './draw-on-maplibre.css';
import { messages } from '../../contract/messages.ts';
import { putSnapMark, type SnapMark } from '../snap-mark.ts';
import type { DrawEvent, DrawEventData, DrawLibrary, LibraryMode, SelectMode } from './draw-library.ts';
import { drawStyles } from './draw-styles.ts';
import { geometryProblem } from './drawing.ts';
import { snappingModes } from './snapping-modes.ts';

/** The map's element. While the draw tools are open, `draw` is the way in for browser tests and the console. */
type DrawElement = HTMLElement & { draw?: DrawLibrary };

// The library handles keys only on an element with this class.
MapboxDraw.constants.classes.CANVAS = 'maplibregl-canvas';

const { simple_select: librarySelect } = MapboxDraw.modes;

/** Fixes simple_select for MultiPoint: the library shows its points as vertices, and throws when one is dragged. */
const simpleSelect: SelectMode = {
  ...librarySelect,
  clickOnFeature(state, event) {
    const { id } = event.featureTarget.properties;
    const isMultiPoint = this.getFeature(id).type === 'MultiPoint';
    if (isMultiPoint && this.isSelected(id) && !event.originalEvent.shiftKey) return;
    librarySelect.clickOnFeature.call(this, state, event);
  },
  toDisplayFeatures(state, shape, display) {
    const isMultiPoint = shape.geometry.type === 'MultiPoint';
    librarySelect.toDisplayFeatures.call(this, state, shape, (part) => {
      if (!isMultiPoint || part.properties.meta !== 'vertex') display(part);
    });
  },
};

/** Properties of files may hold objects with names on which MapLibre fails, such as `constructor`. No style reads them. */
const displaying = (modes: Record<string, LibraryMode>): Record<string, LibraryMode> =>
  Object.fromEntries(
    Object.entries(modes).map(([name, mode]) => [
      name,
      {
        ...mode,
        toDisplayFeatures(state, shape, display) {
          const flat = Object.entries(shape.properties).filter(([, value]) => typeof value !== 'object');
          const shown = { ...shape, properties: Object.fromEntries(flat) };
          mode.toDisplayFeatures.call(this, state, shown, display);
        },
      },
    ]),
  );

/** Adds the library to the map. Its own buttons stay hidden, but must exist: they switch its keys on. */
export class DrawOnMapLibre implements IControl {
  #mark: SnapMark | undefined;
  readonly draw: DrawLibrary = new MapboxDraw({
    styles: drawStyles,
    // For their colors.
    userProperties: true,
    modes: displaying(snappingModes({ ...MapboxDraw.modes, simple_select: simpleSelect }, () => this.#mark)),
  });
  #element: DrawElement | undefined;
  readonly #onBeforeRemove: () => void;
  #stopListening = () => {};

  /** `onBeforeRemove` is called while the library still works, also if the map itself is removed. */
  constructor(onBeforeRemove: () => void) {
    this.#onBeforeRemove = onBeforeRemove;
    rejectInvalidGeometry(this.draw);
    spellOutPointError(this.draw);
  }

  onAdd(map: MapLibreMap): HTMLElement {
    this.#element = map.getContainer();
    this.#element.draw = this.draw;
    this.#mark = putSnapMark(map);
    this.#stopListening = ignoreForeignEnter(map);
    addWithoutWaitingForTiles(map, () => this.draw.onAdd(map));
    const placeholder = document.createElement('div');
    placeholder.hidden = true;
    return placeholder;
  }

  onRemove(map: MapLibreMap): void {
    this.#onBeforeRemove();
    if (this.#element) delete this.#element.draw;
    this.#stopListening();
    this.draw.onRemove(map);
    this.#mark?.remove();
    this.#mark = undefined;
  }
}

/** Subscribes to an event of the library. MapLibre's types do not know these events, hence the casts. */
export function onDraw(
  map: MapLibreMap,
  event: DrawEvent,
  listener: (data: DrawEventData) => void,
): Subscription {
  return map.on(event as keyof MapEventType, listener as unknown as Listener);
}

/**
 * The library finishes a shape on every keyup of Enter. The Enter that pressed a toolbar button moves the focus to the
 * map before its keyup, which would end the new shape at once: a keyup counts only after a keydown on the map.
 */
function ignoreForeignEnter(map: MapLibreMap): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let isPressedHere = false;
  // Auto-repeat of a key held since the button press does not count.
  const press = ({ key, repeat }: KeyboardEvent) => {
    if (key === 'Enter' && !repeat) isPressedHere = true;
  };
  const release = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    if (!isPressedHere) event.stopPropagation();
    isPressedHere = false;
  };
  map.getCanvas().addEventListener('keydown', press, { signal });
  map.getContainer().addEventListener('keyup', release, { signal, capture: true });
  return () => listening.abort();
}

/** The library waits for `map.loaded()`, which means all tiles. It only needs a style for its layers. */
function addWithoutWaitingForTiles(map: MapLibreMap, add: () => void): void {
  if (map.getStyle()) map.loaded = () => true;
  add();
  // Uncovers the map's own method again.
  Reflect.deleteProperty(map, 'loaded');
}

/** The library checks types but not coordinates: an open ring would silently lose its last vertex. */
function rejectInvalidGeometry(draw: DrawLibrary): void {
  const { add } = draw;
  draw.add = (geojson: GeoJSON) => {
    const problem = geometriesOf(geojson).map(geometryProblem).find(Boolean);
    if (problem) throw new Error(problem);
    return add(geojson);
  };
}

/** The library's own message lacks the mode's name, which the specification demands. */
function spellOutPointError(draw: DrawLibrary): void {
  const { changeMode } = draw;
  draw.changeMode = (mode, options) => {
    try {
      return changeMode.call(draw, mode, options);
    } catch (error) {
      if (!(error instanceof Error) || !error.message.includes('handle point features')) throw error;
      throw new Error(messages.drawingPointHasNoVertices, { cause: error });
    }
  };
}

function geometriesOf(geojson: GeoJSON): unknown[] {
  if (geojson.type === 'FeatureCollection') return geojson.features.map(({ geometry }) => geometry);
  return [geojson.type === 'Feature' ? geojson.geometry : geojson];
}
