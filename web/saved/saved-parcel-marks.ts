// Marks for the saved parcels on the map, shown while their overlay is on.
import type { FeatureCollection, Point } from 'geojson';
import type { GeoJSONSource, Map as MapLibreMap } from 'maplibre-gl';
import { useEffect, useState } from 'react';
import { addInOrder, onEachStyle } from '../map/layers-on-map.ts';
import { useMapStore } from '../map-store.ts';
import { colorOf, PARCEL_COLOR } from '../notebook-colors.ts';
import { useSavedList } from './saved-list.ts';
import type { SavedParcelForm } from './saved-parcel-calls.ts';

const SOURCE = 'saved-parcels';
const LAYER = 'saved-parcel-marks';
/** One for each color. */
const imageOf = (color: string) => `saved-parcel-mark-${color.slice(1)}`;

export type Marks = FeatureCollection<Point, { pin: string; color: string; image: string }>;

/** Parcels without a centroid have no mark. */
export function marksOf(list: readonly SavedParcelForm[]): Marks {
  return {
    type: 'FeatureCollection',
    features: list.flatMap(({ pin, color: own, centroid_lat, centroid_lon }) => {
      if (centroid_lat === null || centroid_lon === null) return [];
      const color = colorOf(own) ?? PARCEL_COLOR;
      const properties = { pin, color, image: imageOf(color) };
      const geometry = { type: 'Point' as const, coordinates: [centroid_lon, centroid_lat] };
      return { type: 'Feature' as const, properties, geometry };
    }),
  };
}

export type ShownMarks = { change: (marks: Marks) => void; remove: () => void };

/** The marks survive changes of style, until they are removed. */
export function showMarks(map: MapLibreMap): ShownMarks {
  let current = marksOf([]);
  const images = new Set<string>();
  const addImages = () => {
    for (const { properties } of current.features) {
      const { color, image } = properties;
      if (images.has(image)) continue;
      images.add(image);
      map.addImage(image, drawMark(color), { pixelRatio: MARK_PIXEL_RATIO });
    }
  };
  const stopAdding = onEachStyle(map, () => {
    images.clear();
    addImages();
    map.addSource(SOURCE, { type: 'geojson', data: current });
    addInOrder(map, 'saved-parcels', {
      id: LAYER,
      type: 'symbol',
      source: SOURCE,
      layout: {
        'icon-image': ['get', 'image'],
        'icon-anchor': 'bottom',
        'icon-size': ['interpolate', ['linear'], ['zoom'], 9, 0.5, 14, 1],
        // Marks may overlap each other, and never displace an owner's name.
        'icon-allow-overlap': true,
        'icon-ignore-placement': true,
      },
    });
  });
  return {
    change: (next) => {
      current = next;
      if (map.getStyle() && map.getLayer(LAYER)) addImages();
      map.getSource<GeoJSONSource>(SOURCE)?.setData(next);
    },
    remove: () => {
      stopAdding();
      // No style: the map itself was removed.
      if (!map.getStyle() || !map.getLayer(LAYER)) return;
      map.removeLayer(LAYER);
      map.removeSource(SOURCE);
      for (const image of images) map.removeImage(image);
    },
  };
}

export function useSavedParcelMarks(map: MapLibreMap): void {
  const isShown = useMapStore(({ shownLayers }) => shownLayers['saved-parcels'] === true);
  const { list } = useSavedList();
  const [marks, setMarks] = useState<ShownMarks>();

  useEffect(() => {
    if (!isShown) return;
    const shown = showMarks(map);
    setMarks(shown);
    return () => {
      setMarks(undefined);
      shown.remove();
    };
  }, [map, isShown]);

  useEffect(() => {
    if (list) marks?.change(marksOf(list));
  }, [list, marks]);
}

const WIDTH_PX = 26;
const HEIGHT_PX = 34;
/** Drawn at three times the shown size, so that it stays sharp on dense screens. */
const MARK_PIXEL_RATIO = 3;

/** A circle of radius 11 with a point at the foot. */
const PIN = 'M13 33C10 27 2 21.5 2 13a11 11 0 1 1 22 0c0 8.5-8 14-11 20Z';
const BOOKMARK = 'M9.5 8h7v10l-3.5-3-3.5 3Z';

/** A pin with a light edge, which stands out from every basemap and from a style's own icons. */
function drawMark(color: string): ImageData {
  const canvas = new OffscreenCanvas(WIDTH_PX * MARK_PIXEL_RATIO, HEIGHT_PX * MARK_PIXEL_RATIO);
  const pen = canvas.getContext('2d')!;
  pen.scale(MARK_PIXEL_RATIO, MARK_PIXEL_RATIO);
  const pin = new Path2D(PIN);
  pen.fillStyle = color;
  pen.fill(pin);
  pen.lineWidth = 2;
  pen.lineJoin = 'round';
  pen.strokeStyle = '#fdfbf6';
  pen.stroke(pin);
  pen.fillStyle = '#fdfbf6';
  pen.fill(new Path2D(BOOKMARK));
  return pen.getImageData(0, 0, canvas.width, canvas.height);
}
