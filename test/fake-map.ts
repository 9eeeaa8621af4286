// A fake MapLibre map for tests without WebGL, in Node and in the browser. It has a style with sources, layers and
// images, fires events, and records the calls that move it.
import type { Map as MapLibreMap, StyleSpecification } from 'maplibre-gl';
import { vi } from 'vitest';

type Listener = (event: object) => void;
type FakeStyle = { name?: string; sources?: Record<string, object>; layers?: FakeLayer[] };
type Properties = Record<string, unknown>;
type FakeLayer = { id: string; type: string; layout?: Properties; paint?: Properties };
type FakeSource = { specification: object; data?: unknown; setData: (data: unknown) => void };

type FakeMapOptions = {
  /** The style that is loaded from the start. Undefined: none has loaded yet. */
  style?: FakeStyle | undefined;
  /** As the option of the library: what becomes of every style that is loaded. */
  transformStyle?: (style: StyleSpecification) => StyleSpecification;
  /** The size of the map's container. */
  widthPx?: number;
  heightPx?: number;
};

/** One pixel is one degree. */
function project(place: [number, number] | { lng: number; lat: number }) {
  const [lng, lat] = Array.isArray(place) ? place : [place.lng, place.lat];
  return { x: lng, y: -lat };
}

const NO_PADDING = { top: 0, right: 0, bottom: 0, left: 0 };

export function fakeMap(options: FakeMapOptions = {}) {
  const { widthPx = 800, heightPx = 600 } = options;
  const initialStyle = 'style' in options ? options.style : {};
  const listeners = new Map<string, Set<Listener>>();
  const listenersOf = (type: string) => {
    const present = listeners.get(type) ?? new Set();
    listeners.set(type, present);
    return present;
  };
  const fire = (type: string, event: object = {}) => {
    for (const listener of [...listenersOf(type)]) listener(event);
  };
  const on = (type: string, listener: Listener) => {
    listenersOf(type).add(listener);
    return { unsubscribe: () => void listenersOf(type).delete(listener) };
  };

  let style: FakeStyle | undefined;
  let layers: FakeLayer[] = [];
  const sources = new Map<string, FakeSource>();
  const images = new Map<string, unknown>();
  const addSource = (id: string, specification: { data?: unknown }) => {
    const source: FakeSource = {
      specification,
      data: specification.data,
      setData: (next) => {
        source.data = next;
      },
    };
    sources.set(id, source);
  };
  /** Like `setStyle` with `diff: false`: removes everything of the last style. */
  const replaceStyle = (next: FakeStyle | undefined) => {
    style = next;
    layers = [...(next?.layers ?? [])];
    sources.clear();
    images.clear();
    for (const [id, source] of Object.entries(next?.sources ?? {})) addSource(id, source);
  };
  replaceStyle(initialStyle);

  const canvasContainer = new EventTarget();
  const canvas = {
    style: { cursor: '' },
    getBoundingClientRect: () => ({ left: 0, top: 0 }),
    focus: () => {},
  };
  const camera = { isMoving: false, padding: NO_PADDING, center: { lng: 0, lat: 0 }, zoom: 13 };
  const recorded = {
    setStyle: vi.fn((next: FakeStyle, _options?: object) => loadStyle(next)),
    setFeatureState: vi.fn(),
    removeFeatureState: vi.fn(),
    flyTo: vi.fn(),
    easeTo: vi.fn(),
    jumpTo: vi.fn(),
    panBy: vi.fn(),
    queryRenderedFeatures: vi.fn((_point: [number, number], _options?: object): object[] => []),
  };
  const loadStyle = (next: FakeStyle = {}) => {
    const document = { version: 8, sources: {}, layers: [], ...next } as StyleSpecification;
    replaceStyle(options.transformStyle ? (options.transformStyle(document) as FakeStyle) : next);
    fire('style.load');
  };

  const map = {
    get style() {
      return style;
    },
    getStyle: () => style && { ...style, layers },
    getLayer: (id: string) => layers.find((layer) => layer.id === id),
    getLayersOrder: () => layers.map(({ id }) => id),
    addLayer: (layer: FakeLayer, beforeId?: string) => {
      const index = layers.findIndex(({ id }) => id === beforeId);
      layers.splice(index < 0 ? layers.length : index, 0, layer);
    },
    moveLayer: (moved: string, beforeId?: string) => {
      const [layer] = layers.splice(
        layers.findIndex(({ id }) => id === moved),
        1,
      );
      map.addLayer(layer!, beforeId);
    },
    setLayoutProperty: (id: string, name: string, value: unknown) => {
      layers = layers.map((layer) =>
        layer.id === id ? { ...layer, layout: { ...layer.layout, [name]: value } } : layer,
      );
    },
    setPaintProperty: (id: string, name: string, value: unknown) => {
      layers = layers.map((layer) =>
        layer.id === id ? { ...layer, paint: { ...layer.paint, [name]: value } } : layer,
      );
    },
    removeLayer: (removed: string) => {
      layers = layers.filter(({ id }) => id !== removed);
    },
    getSource: (id: string) => sources.get(id),
    addSource,
    removeSource: (id: string) => sources.delete(id),
    addImage: (id: string, image: unknown) => images.set(id, image),
    removeImage: (id: string) => images.delete(id),
    getCanvas: () => canvas,
    getCanvasContainer: () => canvasContainer,
    getContainer: () => ({ clientWidth: widthPx, clientHeight: heightPx }),
    getPadding: () => camera.padding,
    isMoving: () => camera.isMoving,
    getCenter: () => camera.center,
    getZoom: () => camera.zoom,
    project,
    unproject: (point: unknown) => point,
    on,
    triggerRepaint: vi.fn(),
    once: (type: string, listener: Listener) => {
      const { unsubscribe } = on(type, (event) => {
        unsubscribe();
        listener(event);
      });
    },
    off: (type: string, listener: Listener) => listenersOf(type).delete(listener),
    ...recorded,
  };

  return {
    map: map as unknown as MapLibreMap,
    ...recorded,
    fire,
    loadStyle,
    /** The state after `map.remove()`: no style, and so no layers, sources or images. */
    removeMap: () => replaceStyle(undefined),
    canvas,
    canvasContainer,
    camera,
    layerIds: () => layers.map(({ id }) => id),
    paintOf: (wanted: string) => layers.find(({ id }) => id === wanted)?.paint ?? {},
    layoutOf: (wanted: string) => layers.find(({ id }) => id === wanted)?.layout ?? {},
    sourceOf: (id: string) => sources.get(id)?.specification,
    sourceData: (id: string) => sources.get(id)?.data,
    listenerCount: () => [...listeners.values()].reduce((sum, { size }) => sum + size, 0),
    /** How many layers, sources and images are on the map, to check that a feature removes its own. */
    leftoverCount: () => layers.length + sources.size + images.size,
  };
}
