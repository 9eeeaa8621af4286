// The part of the drawing library's interface that is used here. Its published types belong to another map library.
import type { FeatureCollection, GeoJSON } from 'geojson';
import type { DistributiveOmit, IControl, LayerSpecification } from 'maplibre-gl';
import type { Drawing } from './drawing.ts';

export type DrawMode = 'simple_select' | 'direct_select' | 'draw_point' | 'draw_line_string' | 'draw_polygon';

type DrawnCollection = { type: 'FeatureCollection'; features: Drawing[] };

export interface DrawLibrary extends IControl {
  add(geojson: GeoJSON): string[];
  set(collection: FeatureCollection): string[];
  getAll(): DrawnCollection;
  getSelected(): DrawnCollection;
  getSelectedPoints(): FeatureCollection;
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

export interface DrawLibraryClass {
  new (options: { styles: readonly DrawStyle[] }): DrawLibrary;
  constants: { classes: Record<string, string> };
}

/** What the library fires on the map. */
export type DrawEvent =
  | 'draw.create'
  | 'draw.update'
  | 'draw.delete'
  | 'draw.combine'
  | 'draw.uncombine'
  | 'draw.render';
