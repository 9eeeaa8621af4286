// Types of the drawing library, as far as used here. Its published types depend on mapbox-gl.
import type { FeatureCollection, GeoJSON } from 'geojson';
import type { DistributiveOmit, IControl, LayerSpecification, Map as MapLibreMap } from 'maplibre-gl';
import type { LngLat, Position } from '../../geo/geometry.ts';
import type { Drawing } from './drawing.ts';

export type DrawMode = 'simple_select' | 'direct_select' | 'draw_point' | 'draw_line_string' | 'draw_polygon';

type DrawnCollection = { type: 'FeatureCollection'; features: Drawing[] };

export interface DrawLibrary extends IControl {
  add(geojson: GeoJSON): string[];
  delete(ids: string[]): this;
  set(collection: FeatureCollection): string[];
  get(id: string): Drawing | undefined;
  getAll(): DrawnCollection;
  getSelected(): DrawnCollection;
  getSelectedIds(): string[];
  getFeatureIdsAt(point: { x: number; y: number }): string[];
  getMode(): DrawMode;
  changeMode(mode: DrawMode, options?: object): this;
  trash(): this;
  combineFeatures(): this;
  uncombineFeatures(): this;
  options: { clickBuffer: number; touchBuffer: number; boxSelect: boolean };
}

/** Without a source: the library adds each layer twice, for the features being edited and for the others. */
export type DrawStyle = DistributiveOmit<LayerSpecification, 'source'>;

type DisplayedPart = { properties: Record<string, unknown>; geometry: { type: string } };
type ShapeClick = { featureTarget: { properties: { id: string } }; originalEvent: { shiftKey: boolean } };

/** The `this` of a mode's methods. */
export type ModeTools = {
  map: MapLibreMap;
  getFeature(id: string): { type: string };
  isSelected(id: string): boolean;
  changeMode(mode: DrawMode, options?: object): void;
};

export type ModeEvent = {
  lngLat: LngLat;
  point: { x: number; y: number };
  /** A finger has no Alt. */
  originalEvent: { altKey?: boolean };
};

type DrawnFeature = {
  id: string;
  coordinates: readonly (readonly Position[])[];
  getCoordinate(path: string): Position;
};

/** What a mode keeps: the shape being drawn, or in direct_select the one whose vertices are dragged. */
export type ModeState = {
  polygon?: DrawnFeature;
  line?: DrawnFeature;
  point?: DrawnFeature;
  currentVertexPosition?: number;
  featureId?: string;
  feature?: DrawnFeature;
  selectedCoordPaths?: readonly string[];
  canDragMove?: boolean;
  dragMoveLocation?: LngLat | null;
};

/** True: nothing has to be drawn anew. */
export type ModeHandler = (this: ModeTools, state: ModeState, event: ModeEvent) => unknown;

/** The methods that are patched here. */
export interface LibraryMode {
  onMouseMove?: ModeHandler;
  onMouseOut?: ModeHandler;
  onMouseUp?: ModeHandler;
  onTouchEnd?: ModeHandler;
  onClick?: ModeHandler;
  onTap?: ModeHandler;
  onDrag?: ModeHandler;
  onStop?(this: ModeTools, state: ModeState): void;
  toDisplayFeatures(
    this: ModeTools,
    state: object,
    shape: DisplayedPart,
    display: (part: DisplayedPart) => void,
  ): void;
}

export interface SelectMode extends LibraryMode {
  clickOnFeature(this: ModeTools, state: object, event: ShapeClick): void;
}

export interface DrawLibraryClass {
  new (options: { styles: readonly DrawStyle[]; userProperties: boolean; modes: object }): DrawLibrary;
  modes: Record<DrawMode, LibraryMode> & { simple_select: SelectMode };
  constants: { classes: Record<string, string> };
}

/** Events that the library fires on the map. */
export type DrawEvent =
  | 'draw.create'
  | 'draw.update'
  | 'draw.delete'
  | 'draw.combine'
  | 'draw.uncombine'
  | 'draw.actionable'
  | 'draw.render';

export type DrawEventData = {
  /** Only with draw.actionable: what can be done now. */
  actions: { trash: boolean };
};
