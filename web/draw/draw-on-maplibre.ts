// The drawing library on MapLibre: everything it needs to be told because it was made for another map library.
import MapboxDraw from '@mapbox/mapbox-gl-draw';
import type { GeoJSON } from 'geojson';
import type { IControl, Listener, MapEventType, Map as MapLibreMap, Subscription } from 'maplibre-gl';
import './draw-on-maplibre.css';
import { messages } from '../../contract/messages.ts';
import type { DrawEvent, DrawLibrary, ToldByDraw } from './draw-library.ts';
import { drawModes } from './draw-modes.ts';
import { drawStyles } from './draw-styles.ts';
import { geometryProblem } from './drawing.ts';

/** The map's element while the draw tools are open: the way in for browser tests and for the console. */
type DrawElement = HTMLElement & { draw?: DrawLibrary };

// It answers keys only where the element that has them carries this class.
MapboxDraw.constants.classes.CANVAS = 'maplibregl-canvas';

/** The library as a control whose own buttons stay out of sight: they are what switches its keys on. */
export class DrawOnMapLibre implements IControl {
  readonly draw: DrawLibrary = new MapboxDraw({ styles: drawStyles, modes: drawModes });
  #element: DrawElement | undefined;
  readonly #onLeave: () => void;
  #stopListening = () => {};

  /** `onLeave` is called while the library can still be asked, also where it goes together with the map. */
  constructor(onLeave: () => void) {
    this.#onLeave = onLeave;
    refuseBadGeometry(this.draw);
    refusePointsInFullWords(this.draw);
  }

  onAdd(map: MapLibreMap): HTMLElement {
    this.#element = map.getContainer();
    this.#element.draw = this.draw;
    this.#stopListening = withoutStrayEnter(map);
    withoutWaitingForTiles(map, () => this.draw.onAdd(map));
    const nothing = document.createElement('div');
    nothing.hidden = true;
    return nothing;
  }

  onRemove(map: MapLibreMap): void {
    this.#onLeave();
    if (this.#element) delete this.#element.draw;
    this.#stopListening();
    this.draw.onRemove(map);
  }
}

/** The library's events are none of MapLibre's, and so unknown to its types. */
export function onDraw(
  map: MapLibreMap,
  event: DrawEvent,
  listener: (told: ToldByDraw) => void,
): Subscription {
  return map.on(event as keyof MapEventType, listener as unknown as Listener);
}

/** The library takes every release of Enter for its own: also that of a press on the button which began a shape. */
function withoutStrayEnter(map: MapLibreMap): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let isPressedHere = false;
  // A key that has been down since the button was pressed repeats here, which is no press.
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

/** The library would wait for every tile of the basemap, where all it needs is a style to put its layers on. */
function withoutWaitingForTiles(map: MapLibreMap, add: () => void): void {
  if (map.getStyle()) map.loaded = () => true;
  add();
  // The map's own, which was only covered.
  Reflect.deleteProperty(map, 'loaded');
}

/** The library checks types but no coordinates: an open ring would silently lose its last corner. */
function refuseBadGeometry(draw: DrawLibrary): void {
  const { add } = draw;
  draw.add = (geojson: GeoJSON) => {
    const problem = geometriesOf(geojson).map(geometryProblem).find(Boolean);
    if (problem) throw new Error(problem);
    return add(geojson);
  };
}

/** The one refusal of the library whose words are not the ones people are promised. */
function refusePointsInFullWords(draw: DrawLibrary): void {
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
