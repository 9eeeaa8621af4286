// A GeoJSON file dropped on the page opens the draw tools and is added to what is drawn. Anywhere, since the browser
// would leave the page for a file that is dropped beside the map.
import { useEffect } from 'react';
import { useMapStore } from '../map-store.ts';
import { addDrawingsFrom } from './drawings-store.ts';

export function useDroppedFile(): void {
  useEffect(() => {
    const allow = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    const take = (event: DragEvent) => {
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      // What is open over the map comes first.
      if (useMapStore.getState().panel !== 'none') return;
      useMapStore.setState({ tool: 'draw' });
      addDrawingsFrom(file);
    };
    window.addEventListener('dragover', allow);
    window.addEventListener('drop', take);
    return () => {
      window.removeEventListener('dragover', allow);
      window.removeEventListener('drop', take);
    };
  }, []);
}
