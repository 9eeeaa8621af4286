// Saved parcels as marks on the map.
import type { FeatureCollection, Point } from 'geojson';
import type { GeoJSONSource, Map as MapLibreMap } from 'maplibre-gl';
import { addInOrder, keepOnMap } from '../map/layers-on-map.ts';
import { drawMark, MARK_PIXEL_RATIO } from './mark-image.ts';
import type { SavedParcelForm } from './saved-parcel-form.ts';

const SOURCE = 'saved-parcels';
const LAYER = 'saved-parcel-marks';
const IMAGE = 'saved-parcel-mark';

export type Marks = FeatureCollection<Point, { pin: string }>;

/** One for each parcel whose place is known. */
export function marksOf(list: readonly SavedParcelForm[]): Marks {
  return {
    type: 'FeatureCollection',
    features: list.flatMap(({ pin, centroid_lat, centroid_lon }) =>
      centroid_lat === null || centroid_lon === null
        ? []
        : {
            type: 'Feature',
            properties: { pin },
            geometry: { type: 'Point', coordinates: [centroid_lon, centroid_lat] },
          },
    ),
  };
}

export type ShownMarks = { change: (marks: Marks) => void; remove: () => void };

/** On the map from now on, through every change of style, until they are removed. */
export function showMarks(map: MapLibreMap): ShownMarks {
  let current = marksOf([]);
  const stopKeeping = keepOnMap(map, () => {
    map.addImage(IMAGE, drawMark(), { pixelRatio: MARK_PIXEL_RATIO });
    map.addSource(SOURCE, { type: 'geojson', data: current });
    addInOrder(map, {
      id: LAYER,
      type: 'symbol',
      source: SOURCE,
      layout: {
        'icon-image': IMAGE,
        'icon-anchor': 'bottom',
        'icon-size': ['interpolate', ['linear'], ['zoom'], 9, 0.5, 14, 1],
        // Each one counts, also where they stand close together, and none pushes an owner's name away.
        'icon-allow-overlap': true,
        'icon-ignore-placement': true,
      },
    });
  });
  return {
    change: (next) => {
      current = next;
      map.getSource<GeoJSONSource>(SOURCE)?.setData(next);
    },
    remove: () => {
      stopKeeping();
      // A map that was removed has taken everything with it.
      if (!map.getStyle() || !map.getLayer(LAYER)) return;
      map.removeLayer(LAYER);
      map.removeSource(SOURCE);
      map.removeImage(IMAGE);
    },
  };
}
