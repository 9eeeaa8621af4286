// What the map screen shows now. Each field has one writer: the map its style, the selection its parcel, the page its
// panels and tools.
import { create } from 'zustand';
import { DEFAULT_STYLE_ID, type MapStyleId } from '../contract/map-styles.ts';
import type { HoverParcel } from './parcel/hover-parcel.ts';
import type { Selection } from './parcel/selection.ts';

/** Who owns the pointer on the map: only with 'none' does a click mean a parcel. */
export type MapTool = 'none' | 'measure' | 'draw';

export type Panel = 'none' | 'menu' | 'overlays' | 'saved-parcels';

export type MapState = {
  styleId: MapStyleId;
  styleIsLoading: boolean;
  showsContours: boolean;
  showsOwnerNames: boolean;
  showsSavedParcels: boolean;
  tool: MapTool;
  panel: Panel;
  hovered: HoverParcel | undefined;
  selection: Selection;
};

export const useMapStore = create<MapState>()(() => ({
  styleId: DEFAULT_STYLE_ID,
  styleIsLoading: false,
  showsContours: false,
  showsOwnerNames: true,
  showsSavedParcels: false,
  tool: 'none',
  panel: 'none',
  hovered: undefined,
  selection: { status: 'none' },
}));
