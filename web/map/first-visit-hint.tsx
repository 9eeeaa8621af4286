// One short hint on the first visit. It goes for good once a parcel was selected, a search was typed, or it was closed.
import { X } from 'lucide-react';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { PARCEL_OUTLINE_ZOOM_MIN } from '../../contract/limits.ts';
import { keepText, keptText } from '../kept-in-browser.ts';
import { useMapStore } from '../map-store.ts';
import { ControlButton } from '../ui/control-button.tsx';
import { capitalized, usePressWord } from '../ui/press-word.ts';

/** In local storage: the hint is for the person at this browser, under any account. Where nothing can be kept, it returns with the next visit. */
const STORAGE_KEY = 'firstVisitHint';

export function FirstVisitHint({ map }: { map: MapLibreMap }) {
  const [isNeeded, setIsNeeded] = useState(() => keptText(STORAGE_KEY) === null);
  const finish = useCallback(() => {
    keepText(STORAGE_KEY, 'used');
    setIsNeeded(false);
  }, []);
  useEffect(() => {
    if (isNeeded) return onUse(finish);
  }, [isNeeded, finish]);
  return isNeeded ? <Hint map={map} onClose={finish} /> : null;
}

function Hint({ map, onClose }: { map: MapLibreMap; onClose: () => void }) {
  const text = `${capitalized(usePressWord())} a parcel to see who owns it, or search for an owner.`;
  // A tool owns the clicks; who looks at results has found the way, and a sheet of them leaves no room.
  const isBusy = useMapStore(({ tool, set }) => tool !== 'none' || set !== undefined);
  const subscribe = useCallback((onChange: () => void) => map.on('zoom', onChange).unsubscribe, [map]);
  const hasParcels = useSyncExternalStore(subscribe, () => map.getZoom() >= PARCEL_OUTLINE_ZOOM_MIN);
  const isShown = hasParcels && !isBusy;
  const [wasShown, setWasShown] = useState(false);
  useEffect(() => {
    if (isShown) setWasShown(true);
  }, [isShown]);
  return (
    <>
      {/* A live region of its own, in the DOM before its text: the hint is said once, however often it comes and goes. */}
      <p role="status" className="sr-only">
        {wasShown && text}
      </p>
      {isShown && (
        <div className="panel first-visit-hint">
          <p>{text}</p>
          <ControlButton name="Dismiss hint" onPress={onClose}>
            <X size={18} strokeWidth={2} aria-hidden="true" />
          </ControlButton>
        </div>
      )}
    </>
  );
}

function onUse(run: () => void): () => void {
  const stop = new AbortController();
  document.addEventListener(
    'input',
    ({ target }) => {
      if (target instanceof Element && target.closest('search')) run();
    },
    { signal: stop.signal },
  );
  const unsubscribe = useMapStore.subscribe(({ selection }) => {
    if (selection.status !== 'none') run();
  });
  return () => {
    stop.abort();
    unsubscribe();
  };
}
