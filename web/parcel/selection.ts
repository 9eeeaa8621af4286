// Which parcel is selected, and how far its details have come.
import type { Parcel } from '../../contract/parcel.ts';
import type { AreaGeometry } from '../../geo/geometry.ts';

export type Selection =
  | { status: 'none' }
  | { status: 'loading'; pin: string }
  | { status: 'loaded'; pin: string; parcel: Parcel; geometry: AreaGeometry | null }
  | { status: 'error'; pin: string; message: string };
