// The borders of countries, states and counties in the Protomaps schema.
import type { LineGeometry, Position } from '../../geo/geometry.ts';
import { keptStretches } from '../kept-stretches.ts';
import type { ZoomedFeature } from '../zoomed-feature.ts';
import type { Atlas } from './read-atlas.ts';

/** `kindDetail` is the level of administration that OpenStreetMap gives such a border. */
type BorderLook = { kind: string; kindDetail: number; minZoom: number };

export function borderFeatures(atlas: Atlas, isShown: (position: Position) => boolean): ZoomedFeature[] {
  const features = ({ kind, kindDetail, minZoom }: BorderLook, borders: LineGeometry) =>
    linesOf(borders)
      .flatMap((line) => keptStretches(line, isShown))
      .map(
        (coordinates): ZoomedFeature => ({
          layer: 'boundaries',
          geometry: { type: 'LineString', coordinates },
          minZoom,
          properties: { kind, kind_detail: kindDetail, min_zoom: minZoom },
        }),
      );
  return [
    ...features({ kind: 'county', kindDetail: 6, minZoom: 6 }, atlas.countyBorders),
    ...features({ kind: 'region', kindDetail: 4, minZoom: 3 }, atlas.stateBorders),
    ...features({ kind: 'country', kindDetail: 2, minZoom: 0 }, atlas.countryBorders),
  ];
}

function linesOf(geometry: LineGeometry): readonly (readonly Position[])[] {
  return geometry.type === 'LineString' ? [geometry.coordinates] : geometry.coordinates;
}
