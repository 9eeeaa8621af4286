// The part of the drawing library's interface that is used here. Its published types belong to another map library.
import type { FeatureCollection, GeoJSON } from 'geojson';
import type { DistributiveOmit, IControl, LayerSpecification } from 'maplibre-gl';
import type { Drawing } from './drawing.ts';

export type DrawMode = 'simple_select' | 'direct_select' | 'draw_point' | 'draw_line_string' | 'draw_polygon';

type DrawnCollection = { type: 'FeatureCollection'; features: Drawing[] };

export interface DrawLibrary extends IControl {
  add(geojson: GeoJSON): string[];
  delete(ids: string[]): this;
  set(collection: FeatureCollection): string[];
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

/** The library adds the source itself, once for what is being edited and once for the rest. */
export type DrawStyle = DistributiveOmit<LayerSpecification, 'source'>;

type DisplayedPart = { properties: { meta?: string }; geometry: { type: string } };
type ShapeClick = { featureTarget: { properties: { id: string } }; originalEvent: { shiftKey: boolean } };

/** What a mode finds in `this`. */
type ModeTools = { getFeature(id: string): { type: string }; isSelected(id: string): boolean };

/** As much of the mode as is mended here. */
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

/** What the library fires on the map. */
export type DrawEvent =
  | 'draw.create'
  | 'draw.update'
  | 'draw.delete'
  | 'draw.combine'
  | 'draw.uncombine'
  | 'draw.actionable'
  | 'draw.render';

export type ToldByDraw = {
  /** With draw.actionable: what can be done now. */
  actions: { trash: boolean };
};
