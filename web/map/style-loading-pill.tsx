// Quiet words over the map while a style is on its way.
import './style-loading.css';
import { useMapStore } from '../map-store.ts';

/** The first style is on its way even before there is a map to ask for it. */
export function StyleLoadingPill({ isStarting }: { isStarting: boolean }) {
  const isLoading = useMapStore((state) => state.styleIsLoading) || isStarting;
  return (
    <div role="status" className="style-loading">
      {isLoading && <span className="panel style-loading-words">Loading map style...</span>}
    </div>
  );
}
