// The panel at the foot of the map with the selected parcel: loading, loaded, or failed.
import '../ui/bottom-panel.css';
import './parcel-panel.css';
import './parcel-extras.css';
import { ChevronDown, ChevronUp } from 'lucide-react';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { pinLabel } from '../../contract/parcel-pin.ts';
import { useMapStore } from '../map-store.ts';
import { CloseButton, ControlButton } from '../ui/control-button.tsx';
import { RefreshPage } from '../ui/refresh-page.tsx';
import { useDragToClose } from '../ui/use-drag-to-close.ts';
import type { FetchedParcel } from './fetch-parcel.ts';
import { NO_SITE_ADDRESS, ownerOf } from './format-parcel.ts';
import {
  bringIntoSight,
  centerOnParcel,
  coveredHeightPx,
  resetPadding,
  revealParcel,
  useHasMoved,
  useKeptInView,
  usePublishedHeight,
} from './panel-clearance.ts';
import { usePanelFocus } from './panel-focus.ts';
import { foldPanel, usePanelFold } from './panel-fold.ts';
import { ParcelDetails, type ParcelSaving } from './parcel-details.tsx';
import { dispatchSelection, openParcel, reloadSelected } from './select-parcel.ts';
import { type Selection, selectedPin } from './selection.ts';

const close = () => dispatchSelection({ type: 'panel-closed' });

export function ParcelPanel({ map, saving }: { map: MapLibreMap; saving: ParcelSaving }) {
  const selection = useMapStore((state) => state.selection);
  const isOpen = selection.status !== 'none';
  const fold = usePanelFold();
  // What went wrong is always seen whole.
  const isFolded = fold.isFolded && selection.status !== 'error';
  const isFolding = fold.isSmallScreen && !isFolded;
  const { panelRef, handleProps } = useDragToClose({
    onClose: isFolding ? () => foldPanel(true) : close,
    onPull: isFolded ? () => foldPanel(false) : undefined,
    isFolding,
  });
  const shown = useDelayedUnmount(selection, panelRef);
  usePublishedHeight(panelRef, isOpen);
  usePanelFocus({ map, panelRef, isOpen, onClose: close });

  const geometry = selection.status === 'loaded' ? selection.geometry : null;
  const hasMoved = useHasMoved(map);
  const reveal = useEffectEvent(() => {
    // The geometry may arrive late: a map that was moved since must not jump back.
    if (!geometry || !panelRef.current || hasMoved()) return;
    const { viewIsLinked } = useMapStore.getState();
    if (viewIsLinked === true) return;
    const reveal = viewIsLinked ? bringIntoSight : revealParcel;
    reveal({ map, geometry, coveredPx: coveredHeightPx(panelRef.current) });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each geometry that arrives
  useEffect(() => reveal(), [geometry]);
  useKeptInView({ map, panelRef, geometry });
  useEffect(() => {
    if (isOpen) return () => resetPadding(map);
  }, [map, isOpen]);

  const announcement = (
    // A live region must be in the DOM before its text, or screen readers stay silent.
    <p aria-live="polite" className="sr-only">
      {selection.status === 'loaded' &&
        `${ownerOf(selection.parcel)}, ${selection.parcel.site_address || NO_SITE_ADDRESS}`}
    </p>
  );
  if (shown.status === 'none') return announcement;
  return (
    <>
      {announcement}
      <section
        ref={panelRef}
        aria-label="Parcel details"
        inert={!isOpen}
        data-state={isOpen ? 'open' : 'closed'}
        data-folded={isFolded || undefined}
        tabIndex={-1}
        className="panel bottom-panel parcel-panel"
      >
        <div {...handleProps} className="grab-handle shrink-0" />
        {/* Opaque and on top: the content scrolls under it. */}
        <div className="panel-corner">
          <CloseButton onPress={close} />
          {shown.status !== 'error' && (
            <ControlButton
              name="All details"
              tooltip={isFolded ? 'All details' : 'All details: fold them'}
              aria-expanded={!isFolded}
              onPress={() => foldPanel(!isFolded)}
            >
              {isFolded ? <ChevronUp {...icon} /> : <ChevronDown {...icon} />}
            </ControlButton>
          )}
        </div>
        {/* Remounts for another parcel, which resets the copy button and scrolls back to the top. */}
        <div
          key={selectedPin(shown)}
          className="parcel-panel-content"
          data-status={shown.status}
          {...(isFolded && handleProps)}
        >
          {shown.status === 'loading' && <Loading pin={shown.pin} />}
          {shown.status === 'error' && <LoadFailure message={shown.message} />}
          {shown.status === 'loaded' && (
            <ParcelDetails
              parcel={shown.parcel}
              saving={saving}
              onCenter={(center) =>
                centerOnParcel({ map, center, coveredPx: coveredHeightPx(panelRef.current!) })
              }
              onOpen={(pin) => {
                // The pressed button is about to go, and the keyboard focus with it: keep it in the panel.
                panelRef.current!.focus({ preventScroll: true });
                void openParcel(pin, { lot: lotOf(shown.parcel) });
              }}
            />
          )}
        </div>
      </section>
    </>
  );
}

const icon = { size: 20, strokeWidth: 2, 'aria-hidden': true } as const;

/** The lot that a parcel's units stand on, which may be the parcel itself. */
const lotOf = ({ lot, pin }: FetchedParcel) => lot ?? pin;

const NOTHING: Selection = { status: 'none' };

/** Delayed unmount: the last selection stays rendered until the slide-out animation has ended. */
function useDelayedUnmount(selection: Selection, panelRef: RefObject<HTMLElement | null>): Selection {
  const [shown, setShown] = useState(selection);
  const isOpen = selection.status !== 'none';
  if (isOpen && shown !== selection) setShown(selection);

  useEffect(() => {
    if (isOpen) return;
    let isStillClosed = true;
    // Empty with prefers-reduced-motion: then the panel unmounts at once.
    const animations = panelRef.current?.getAnimations() ?? [];
    Promise.allSettled(animations.map(({ finished }) => finished)).then(() => {
      if (isStillClosed) setShown(NOTHING);
    });
    return () => {
      isStillClosed = false;
    };
  }, [isOpen, panelRef]);
  return shown;
}

function LoadFailure({ message }: { message: string }) {
  return (
    <div role="alert" className="parcel-owner grid justify-items-start gap-2">
      <h2 className="text-lg leading-tight font-semibold text-danger">Error Loading PIN</h2>
      <p className="text-sm leading-relaxed text-ink-soft wrap-anywhere">{message}</p>
      <RefreshPage awaited={{ what: 'the parcel', load: reloadSelected }} />
    </div>
  );
}

/** A skeleton with the layout of the details, so that nothing shifts when they arrive. */
function Loading({ pin }: { pin: string }) {
  return (
    <>
      <div className="parcel-head">
        <div className="parcel-owner">
          <p role="status" className="flex items-center gap-3">
            <span className="spinner small shrink-0" />
            <span className="text-lg leading-tight font-semibold whitespace-nowrap">Loading PIN...</span>
            <span className="text-xs text-ink-soft tabular-nums wrap-anywhere">{pinLabel(pin)}</span>
          </p>
          <div className="parcel-line py-1" aria-hidden="true">
            <div className="skeleton h-3 w-48 max-w-full" />
          </div>
        </div>
        <div className="parcel-actions" aria-hidden="true">
          {['center', 'link', 'maps', 'save'].map((action) => (
            <div key={action} className="skeleton parcel-action-skeleton" />
          ))}
        </div>
      </div>
      <div className="parcel-rest" aria-hidden="true">
        <div className="fact-groups">
          {SKELETON_GROUPS.map((widths) => (
            <div key={widths.join()} className="fact-group">
              <div className="skeleton mb-1 h-3 w-16" />
              {widths.map((width) => (
                <div key={width} className={`skeleton my-1.5 h-3 ${width}`} />
              ))}
            </div>
          ))}
        </div>
      </div>
    </>
  );
}

const SKELETON_GROUPS = [
  ['w-44', 'w-32', 'w-36'],
  ['w-40', 'w-28', 'w-48'],
  ['w-36', 'w-44', 'w-24'],
  ['w-32', 'w-40'],
];
