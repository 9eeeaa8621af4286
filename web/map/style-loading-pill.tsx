// Quiet words over the map while a style is on its way.
import { useMapStore } from '../map-store.ts';

export function StyleLoadingPill() {
  const isLoading = useMapStore((state) => state.styleIsLoading);
  return (
    <div role="status" className="style-loading">
      {isLoading && <span className="panel style-loading-words">Loading map style...</span>}
    </div>
  );
}
