// Shows what the pointer has snapped to: a mark on the map with a word, and for screen readers the point that was placed.
import { type Map as MapLibreMap, Marker } from 'maplibre-gl';
import { create } from 'zustand';
import './snap-mark.css';
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
  return {
    show,
    place: (snap) => {
      show(snap);
      useSnapped.setState(({ placedCount }) => ({ placed: snap, placedCount: placedCount + 1 }));
    },
    remove: () => {
      marker.remove();
      useSnapped.setState(NOTHING);
    },
  };
}
