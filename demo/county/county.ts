// The types of the demo county: its layers, its lots and its parcels.
import type { ParcelFields } from '../../contract/parcel-columns.ts';
import type { AreaGeometry, Bounds, LngLat, PolygonGeometry, Position } from '../../geo/geometry.ts';

type Elevation = {
  bounds: Bounds;
  columns: number;
  rows: number;
  /** Row by row from the north-west corner. */
  meters: Float32Array;
};

export type RoadClass = 'motorway' | 'ramp' | 'arterial' | 'collector' | 'local' | 'country' | 'trail';

export type Road = {
  id: number;
  class: RoadClass;
  /** Null for ramps and nameless lanes. */
  name: string | null;
  /** A route number, as on a shield: 'I-79', 'NC 214'. */
  ref: string | null;
  /** From the end where house numbers begin. */
  line: readonly Position[];
  bridge: boolean;
  oneway: boolean;
};

export type WaterArea = { kind: 'lake' | 'pond'; name: string | null; geometry: AreaGeometry };

/** Runs downhill: from its source to where it joins another or the lake. */
export type Stream = { name: string | null; kind: 'creek' | 'river'; line: readonly Position[] };

export type LanduseKind =
  | 'park'
  | 'wood'
  | 'field'
  | 'residential'
  | 'commercial'
  | 'industrial'
  | 'school'
  | 'cemetery'
  | 'golf';
export type Landuse = { kind: LanduseKind; name: string | null; geometry: AreaGeometry };

export type BuildingKind =
  | 'house'
  | 'garage'
  | 'barn'
  | 'shop'
  | 'office'
  | 'church'
  | 'school'
  | 'warehouse';
export type Building = { kind: BuildingKind; heightMeters: number; geometry: PolygonGeometry };

export type Place = {
  name: string;
  kind: 'town' | 'hamlet' | 'neighbourhood';
  population: number;
  at: LngLat;
};

export type Boundary = { kind: 'county' | 'town' | 'township'; name: string; geometry: AreaGeometry };

/** What the land is used for; zoning, owners and prices follow from it. */
export type LotUse =
  | 'house'
  | 'lakefront'
  | 'townhouse'
  | 'apartments'
  | 'shop'
  | 'office'
  | 'industry'
  | 'farm'
  | 'woodland'
  | 'vacant'
  | 'church'
  | 'school'
  | 'park'
  | 'cemetery'
  | 'public'
  | 'utility'
  | 'golf';

/** A piece of land before anybody owns it. */
export type Lot = {
  geometry: AreaGeometry;
  /** Inside the geometry. */
  inside: LngLat;
  areaSquareMeters: number;
  use: LotUse;
  /** Its street and house number; null for land without frontage. */
  frontage: { roadId: number; houseNumber: number } | null;
  /** The place whose post office serves it. */
  postPlace: string;
  township: string;
  /** The town in whose limits it lies, else null. */
  town: string | null;
  hasBuilding: boolean;
  /** Lots of one subdivision share it; null elsewhere. */
  subdivision: string | null;
};

/** The land without its people. */
export type Land = {
  elevation: Elevation;
  roads: Road[];
  water: WaterArea[];
  streams: Stream[];
  landuse: Landuse[];
  buildings: Building[];
  places: Place[];
  boundaries: Boundary[];
  lots: Lot[];
};

/** The record of a lot in the tax roll: all fields of a parcel. */
export type Deed = ParcelFields;

/** A deed with the geometry of its lot, ready to be stored. */
type CountyParcel = Deed & { centroid: LngLat; geometry: AreaGeometry };

/** A house number on a street, for the place search. */
export type StreetAddress = {
  houseNumber: number;
  street: string;
  city: string;
  zip: string;
  at: LngLat;
  pin: string;
};

export type County = Omit<Land, 'lots'> & {
  name: string;
  state: string;
  bounds: Bounds;
  parcels: CountyParcel[];
  addresses: StreetAddress[];
};

/** `fraction` runs from 0 to 1 over all stages together. */
export type CountyProgress = { stage: string; fraction: number };
