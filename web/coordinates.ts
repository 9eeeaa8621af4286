// Places in the coordinates that somebody has chosen, where those are not degrees.
import { useEffect } from 'react';
import { create } from 'zustand';
import type { LngLat } from '../geo/geometry.ts';
import { usePreferences } from './preferences.ts';

type Projections = typeof import('./projections.ts');

const useLoaded = create<{ projections?: Projections }>()(() => ({}));

export type Projected = ((at: LngLat) => string) | undefined;

/** Undefined for degrees, which each place writes in its own way, and until the library has loaded. */
export function useProjected(): Projected {
  const coordinates = usePreferences((state) => state.coordinates);
  const { projections } = useLoaded();
  useEffect(() => {
    if (coordinates === 'degrees') return;
    import('./projections.ts').then(
      (loaded) => useLoaded.setState({ projections: loaded }),
      // Degrees meanwhile.
      () => {},
    );
  }, [coordinates]);
  return writerFor(coordinates, projections);
}

function writerFor(coordinates: string, projections: Projections | undefined): Projected {
  if (coordinates === 'utm') return projections?.utmInWords;
  return coordinates === 'state-plane' ? projections?.statePlaneInWords : undefined;
}
