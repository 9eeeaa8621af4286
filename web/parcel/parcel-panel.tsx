// The panel at the foot of the map: the details of the selected parcel, on their way, there, or failed.
import '../ui/bottom-panel.css';
import './parcel-panel.css';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect, useEffectEvent } from 'react';
import { useMapStore } from '../map-store.ts';
import { CloseButton } from '../ui/control-button.tsx';
import { useDragToClose } from '../ui/use-drag-to-close.ts';
import { useToolKeys } from '../use-tool-keys.ts';
import { addressLines, ownerOf, ParcelDetails } from './parcel-details.tsx';
import { ParcelFailure } from './parcel-failure.tsx';
import { ParcelLoading } from './parcel-loading.tsx';
import { centerOnParcel, forgetPadding, revealParcel } from './reveal-parcel.ts';
import type { SaveDoor } from './save-door.ts';
import { tellSelection } from './select-parcel.ts';
import { selectedPin } from './selection.ts';
import { coveredHeightPx, useDetailHeight } from './use-detail-height.ts';
import { useHasMoved } from './use-has-moved.ts';
import { useUntilGone } from './use-until-gone.ts';

const close = () => tellSelection({ type: 'panel-closed' });

export function ParcelPanel({ map, saving }: { map: MapLibreMap; saving: SaveDoor }) {
  const selection = useMapStore((state) => state.selection);
  const isOpen = selection.status !== 'none';
  const { panelRef, handleProps } = useDragToClose({ onClose: close });
  const shown = useUntilGone(selection, panelRef);
  useDetailHeight(panelRef, isOpen);
  useToolKeys(({ key }) => {
    if (key === 'Escape' && useMapStore.getState().tool === 'none') close();
  });

  const geometry = selection.status === 'loaded' ? selection.geometry : null;
  const hasMoved = useHasMoved(map, selectedPin(selection));
  const reveal = useEffectEvent(() => {
    // A shape may come late, and somebody who has moved on must not be fetched back.
    if (!geometry || !panelRef.current || hasMoved()) return;
    revealParcel({ map, geometry, coveredPx: coveredHeightPx(panelRef.current) });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each shape that arrives, and at no other time
  useEffect(() => reveal(), [geometry]);
  useEffect(() => {
    if (isOpen) return () => forgetPadding(map);
  }, [map, isOpen]);

  const said = (
    // There before its words are: what comes together with them is not said aloud.
    <p aria-live="polite" className="sr-only">
      {selection.status === 'loaded' &&
        [ownerOf(selection.parcel), ...addressLines(selection.parcel)].join(', ')}
    </p>
  );
  if (shown.status === 'none') return said;
  return (
    <>
      {said}
      <section
        ref={panelRef}
        aria-label="Parcel details"
        inert={!isOpen}
        data-state={isOpen ? 'open' : 'closed'}
        className="panel bottom-panel parcel-panel"
      >
        <div {...handleProps} className="grab-handle shrink-0" />
        <div className="absolute top-2 right-2">
          <CloseButton onPress={close} />
        </div>
        <div className="parcel-panel-content">
          {shown.status === 'loading' && <ParcelLoading pin={shown.pin} />}
          {shown.status === 'error' && <ParcelFailure message={shown.message} />}
          {shown.status === 'loaded' && (
            <ParcelDetails
              // Another parcel is another panel: nothing said of the first one may linger.
              key={shown.pin}
              parcel={shown.parcel}
              saving={saving}
              onCenter={() =>
                centerOnParcel({
                  map,
                  center: shown.parcel.centroid,
                  coveredPx: coveredHeightPx(panelRef.current!),
                })
              }
            />
          )}
        </div>
      </section>
    </>
  );
}
