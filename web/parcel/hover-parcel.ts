// What a tile says of the parcel under the pointer.

export type HoverParcel = {
  id: string;
  pin: string;
  name: string;
  owner: string;
  add1: string | null;
  city: string | null;
  taxacres?: number;
};
