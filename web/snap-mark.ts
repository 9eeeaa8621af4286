// Shows what the pointer snaps to, before the click: a mark on the map with a word, and for screen readers the point that was
// placed.
import { type Map as MapLibreMap, Marker } from 'maplibre-gl';
import { create } from 'zustand';
import './snap-mark.css';
import { useMapStore } from './map-store.ts';
import type { Snap } from './snap-to-parcels.ts';

const WORDS = {
  parcel: { corner: 'Parcel corner', edge: 'Parcel edge' },
  drawing: { corner: 'Drawn corner', edge: 'Drawn edge' },
};
export const snapWords = ({ of, kind }: Snap): string => WORDS[of][kind];

type Snapped = {
  /** What the last point was snapped to, and how many were placed: each is announced, also where it says the same. */
  placed: Snap | undefined;
  placedCount: number;
};

const NOTHING: Snapped = { placed: undefined, placedCount: 0 };

export const useSnapped = create<Snapped>()(() => NOTHING);

export type SnapMark = {
  show: (snap: Snap | undefined) => void;
  /** When a point is placed. */
  place: (snap: Snap | undefined) => void;
  remove: () => void;
};

export function putSnapMark(map: MapLibreMap): SnapMark {
  const element = document.createElement('div');
  element.className = 'snap-mark';
  element.ariaHidden = 'true';
  const word = document.createElement('span');
  element.append(word);
  const marker = new Marker({ element });
  const show = (snap: Snap | undefined) => {
    if (!snap) return void marker.remove();
    element.dataset.kind = snap.kind;
    word.textContent = snapWords(snap);
    marker.setLngLat([snap.at[0], snap.at[1]]).addTo(map);
  };
  const stopFollowing = repeatMoves(map);
  return {
    show,
    place: (snap) => {
      show(snap);
      useSnapped.setState(({ placedCount }) => ({ placed: snap, placedCount: placedCount + 1 }));
    },
    remove: () => {
      stopFollowing();
      marker.remove();
      useSnapped.setState(NOTHING);
    },
  };
}

/** A pointer at rest snaps to something else once Alt is pressed, or the map has moved under it: then it counts as moved. */
function repeatMoves(map: MapLibreMap): () => void {
  let last: MouseEvent | undefined;
  const repeat = ({ altKey }: { altKey: boolean }) => {
    if (!last || useMapStore.getState().showsCrosshair) return;
    const { clientX, clientY, buttons } = last;
    const again = { bubbles: true, clientX, clientY, buttons, altKey };
    map.getCanvas().dispatchEvent(new MouseEvent('mousemove', again));
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Alt' && !event.repeat) repeat(event);
  };
  const remember = ({ originalEvent }: { originalEvent: MouseEvent }) => {
    last = originalEvent;
  };
  const following = [
    map.on('mousemove', remember),
    map.on('mouseup', remember),
    map.on('mouseout', () => {
      last = undefined;
    }),
    map.on('moveend', () => last?.buttons === 0 && repeat(last)),
  ];
  addEventListener('keydown', onKey);
  addEventListener('keyup', onKey);
  return () => {
    for (const { unsubscribe } of following) unsubscribe();
    removeEventListener('keydown', onKey);
    removeEventListener('keyup', onKey);
  };
}
