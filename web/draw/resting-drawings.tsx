// Drawings to look at while nobody is drawing: they take no clicks, and need no library.
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect } from 'react';
import { putShapesOnMap } from '../shapes-on-map.ts';
import { restingLayers } from './draw-styles.ts';
import { useDrawings } from './drawings-store.ts';

const RESTING_SOURCE = 'drawings';

export function RestingDrawings({ map }: { map: MapLibreMap }) {
  const isEmpty = useDrawings(({ history }) => history.present.length === 0);
  useEffect(() => {
    if (isEmpty) return;
    const shapes = putShapesOnMap({ map, source: RESTING_SOURCE, layers: restingLayers });
    const show = () =>
      shapes.show({ type: 'FeatureCollection', features: [...useDrawings.getState().history.present] });
    show();
    const stopFollowing = useDrawings.subscribe(show);
    return () => {
      stopFollowing();
      shapes.remove();
    };
  }, [map, isEmpty]);
  return null;
}
