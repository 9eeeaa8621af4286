// A parcel as the stores take it in: what the county knows of it, and its shape.
import type { AreaGeometry, LngLat } from '../geo/geometry.ts';

export type ParcelRecord = {
  pin: string;
  /** The owner; empty where unknown. */
  name: string;
  add1: string | null;
  add2: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  siteAddress: string | null;
  taxAcres: number | null;
  township: string | null;
  zoning: string | null;
  /** ISO date, YYYY-MM-DD. */
  saleDate: string | null;
  salesPrice: number | null;
  /** A point inside the geometry. */
  centroid: LngLat;
  /** On the grid of GRID_PER_DEGREE; outer rings counter-clockwise, holes clockwise (RFC 7946). */
  geometry: AreaGeometry;
};
