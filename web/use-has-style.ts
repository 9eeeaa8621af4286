// Whether the map has shown a style yet: before that it cannot be asked about layers.
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect, useState } from 'react';
import { keepOnMap } from './map/layers-on-map.ts';

export function useHasStyle(map: MapLibreMap | undefined): boolean {
  const [styled, setStyled] = useState<MapLibreMap>();
  useEffect(() => map && keepOnMap(map, () => setStyled(map)), [map]);
  return map !== undefined && styled === map;
}
