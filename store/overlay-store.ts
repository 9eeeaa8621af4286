// The interface of the overlays: zoning, flood zones, easements, hydrants and whatever else lies over parcels. Each overlay is
// one file, written once and then only read.
import type { OverlayOnParcel } from '../contract/overlays.ts';
import type { AreaGeometry, MapGeometry } from '../geo/geometry.ts';

/** The geometry is valid: areas do not cross or overlap themselves. */
export type OverlayShape = { value: string | null; geometry: MapGeometry };

export type OverlayFile = { name: string; title: string; path: string };

export interface OverlayStore {
  /**
   * What lies on a parcel, overlay by overlay in the order of the files. Areas of one value that overlap count once; lines
   * and points count as often as they are there. Edges belong to the parcel. `warn` gets a sentence for each overlay that
   * is left out because its file is damaged.
   */
  on(geometry: AreaGeometry, warn?: (sentence: string) => void): Promise<OverlayOnParcel[]>;
  /** Questions asked before are answered first. */
  close(): Promise<void>;
}
