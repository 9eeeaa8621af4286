// Types of the drawing library, as far as used here. Its published types depend on mapbox-gl.
import type { FeatureCollection, GeoJSON } from 'geojson';
import type { DistributiveOmit, IControl, LayerSpecification } from 'maplibre-gl';
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

type DisplayedPart = { properties: { meta?: string }; geometry: { type: string } };
type ShapeClick = { featureTarget: { properties: { id: string } }; originalEvent: { shiftKey: boolean } };

/** The `this` of a mode's methods. */
type ModeTools = { getFeature(id: string): { type: string }; isSelected(id: string): boolean };

/** The methods of the mode that are patched here. */
export interface SelectMode {
  clickOnFeature(this: ModeTools, state: object, event: ShapeClick): void;
  toDisplayFeatures(
    this: ModeTools,
    state: object,
    shape: DisplayedPart,
    display: (part: DisplayedPart) => void,
  ): void;
}

export interface DrawLibraryClass {
  new (options: { styles: readonly DrawStyle[]; modes: object }): DrawLibrary;
  modes: { simple_select: SelectMode };
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
