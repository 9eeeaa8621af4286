// The state of the map screen, shared by its features. Only web/map/ writes the style, it and
// web/follow-address.ts the notice, only the map
// screen what the server has, and only web/parcel/ writes the hovered and the selected parcel and its labels. Every feature
// with a button may open or close a panel or a tool, and a set of parcels (web/open-set.ts).
import { create } from 'zustand';
import type { LoadedCounty, MapLayer } from '../contract/client-config.ts';
import { type ColorScheme, DEFAULT_STYLE_ID, type MapStyleId } from '../contract/map-styles.ts';
import type { CountyOutlines, ParcelMatch } from '../contract/parcel.ts';
import type { Bounds, Position } from '../geo/geometry.ts';
import type { SalesBounds } from './comparable-sales.ts';
import type { HoverParcel } from './parcel/hover-parcel.ts';
import type { Selection } from './parcel/selection.ts';
import type { Picked } from './picked-parcels.ts';
import type { Shading, ZoningValues } from './shading-classes.ts';

/** The length of a side of the selected parcel, written along it. */
export type SideLabel = {
  /** With the parcel on the right: the text stands on the left. */
  points: readonly Position[];
  text: string;
};

/** The tool that owns clicks on the map. With 'none' and 'whose-land' a click selects a parcel; with 'pick' it adds one to those picked. */
export type MapTool = 'none' | 'measure' | 'draw' | 'pick' | 'whose-land';

export type Panel =
  | 'none'
  | 'menu'
  | 'overlays'
  | 'saved-parcels'
  | 'account'
  | 'preferences'
  | 'find'
  | 'which-county';

/** A set of parcels, as the results panel shows it. */
export type OpenedSet = {
  /** CQL2 text, as the server reads it. */
  filter: string;
  /** In a person's words: `Within 300 ft of 12 OAK ST`. */
  title: string;
  /** The PIN of the parcel that the set is about, if there is one. */
  subject?: string | undefined;
  /** Comparable sales of the subject within these bounds: the panel shows their prices, too. */
  sales?: SalesBounds | undefined;
  /** A link that has a view of its own decides what the map shows. Otherwise all of the set is brought into view. */
  keepsView?: boolean | undefined;
};

/** Land that somebody wants on paper. */
export type SheetSubject = {
  /** CQL2 text, as the server reads it. */
  filter: string;
  title: string;
  /** Where it lies. */
  bounds: Bounds;
  /** Of parcels. */
  count: number;
};

export type MapState = {
  styleId: MapStyleId;
  styleIsLoading: boolean;
  /** What the style on the map is drawn for: dark only where a dark one has loaded. */
  basemapScheme: ColorScheme;
  /** Undefined where the server has no parcels. */
  parcelVersion: string | undefined;
  /** Of Platbook, as the server tells it. */
  version: string | undefined;
  /** Whether this browser has a connection, and the server answers. */
  connection: 'fine' | 'offline' | 'server-away';
  /** What the map has changed by itself, in words, until somebody closes the message. */
  mapNotice: string | undefined;
  /** Whose parcels the server has. */
  counties: readonly LoadedCounty[];
  /** Empty until they are seen. */
  countyOutlines: CountyOutlines['counties'];
  /** What the maps have for the parcels' land. */
  layers: readonly MapLayer[];
  /** The layers that somebody has switched on or off, by the ids in web/layer-table.ts. */
  shownLayers: Readonly<Record<string, boolean>>;
  /** In percent, of overlays whose opacity somebody has changed, by the same ids. */
  overlayOpacity: Readonly<Record<string, number>>;
  /** The ids of overlays as somebody has put them, the top first. The others follow as the server lists them. */
  overlayOrder: readonly string[];
  /** The field that parcels are shaded by: web/shading.ts. */
  shading: Shading | undefined;
  zoningValues: ZoningValues;
  /** The ids of overlays whose last tile could not be loaded. */
  failingOverlays: readonly string[];
  tool: MapTool;
  panel: Panel;
  /** Written by web/pick-parcels.ts alone. */
  picked: Picked;
  /** While the map is used with the keyboard. */
  showsCrosshair: boolean;
  hovered: HoverParcel | undefined;
  selection: Selection;
  /** Empty where they are switched off. */
  sideLabels: readonly SideLabel[];
  /** The parcels of several counties that have the PIN of a link. */
  sharedPin: readonly ParcelMatch[];
  /**
   * The selected parcel was opened by a link, which decides the view; the panel must not change it. `unless hidden`: a link from
   * another screen's size may have its parcel under the panel, or beside this screen.
   */
  viewIsLinked: boolean | 'unless hidden';
  /** The set of parcels in the results panel. */
  set: OpenedSet | undefined;
  /** The land of the map sheet whose dialog is open. */
  mapSheet: SheetSubject | undefined;
};

export const useMapStore = create<MapState>()(() => ({
  styleId: DEFAULT_STYLE_ID,
  styleIsLoading: false,
  basemapScheme: 'light',
  parcelVersion: undefined,
  version: undefined,
  connection: 'fine',
  mapNotice: undefined,
  counties: [],
  countyOutlines: [],
  layers: [],
  shownLayers: {},
  overlayOpacity: {},
  overlayOrder: [],
  shading: undefined,
  zoningValues: undefined,
  failingOverlays: [],
  tool: 'none',
  panel: 'none',
  picked: [],
  showsCrosshair: false,
  hovered: undefined,
  selection: { status: 'none' },
  sideLabels: [],
  sharedPin: [],
  viewIsLinked: false,
  set: undefined,
  mapSheet: undefined,
}));
