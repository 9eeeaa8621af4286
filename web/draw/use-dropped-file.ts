// A GeoJSON file dropped on the map opens the draw tools and is added to what is drawn.
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect } from 'react';
import { useMapStore } from '../map-store.ts';
import { addDrawingsFrom } from './drawings-store.ts';

export function useDroppedFile(map: MapLibreMap): void {
  useEffect(() => {
    const element = map.getContainer();
    const allow = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    const take = (event: DragEvent) => {
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      useMapStore.setState({ tool: 'draw' });
      addDrawingsFrom(file);
    };
    element.addEventListener('dragover', allow);
    element.addEventListener('drop', take);
    return () => {
      element.removeEventListener('dragover', allow);
      element.removeEventListener('drop', take);
    };
  }, [map]);
}
