// A GeoJSON source with its layers over the basemap, added again after every change of style.
import type { FeatureCollection } from 'geojson';
import type { DistributiveOmit, GeoJSONSource, LayerSpecification, Map as MapLibreMap } from 'maplibre-gl';
import { addInOrder, onEachStyle, type Place } from './map/layers-on-map.ts';

export type ShapeLayer = DistributiveOmit<
  Extract<LayerSpecification, { type: 'fill' | 'line' | 'circle' | 'symbol' }>,
  'source'
>;

export type ShapesOnMap = { show: (shapes: FeatureCollection) => void; remove: () => void };

type ShapesOptions = { map: MapLibreMap; source: string; place: Place; layers: readonly ShapeLayer[] };

export function putShapesOnMap({ map, source, place, layers }: ShapesOptions): ShapesOnMap {
  let shown: FeatureCollection = { type: 'FeatureCollection', features: [] };
  const stopAdding = onEachStyle(map, () => {
    map.addSource(source, { type: 'geojson', data: shown });
    for (const layer of layers) addInOrder(map, place, { ...layer, source });
  });
  // A removed map has no style, and getSource would throw.
  const present = () => (map.style ? map.getSource<GeoJSONSource>(source) : undefined);
  return {
    show: (shapes) => {
      shown = shapes;
      present()?.setData(shapes);
    },
    remove: () => {
      stopAdding();
      if (!present()) return;
      for (const { id } of layers) if (map.getLayer(id)) map.removeLayer(id);
      map.removeSource(source);
    },
  };
}
