// The values of fields that follow from others.

import { isMarketPrice } from '../../contract/market-price.ts';
import type { ParcelFields } from '../../contract/parcel-columns.ts';
import { flatAreaSquareMeters, SQUARE_METERS_PER_ACRE } from '../../geo/area.ts';
import { FlatArea } from '../../geo/flat-area.ts';
import { decodeInto } from '../../geo/geometry-code.ts';

const area = new FlatArea();

/** To the size of a hand. */
export function shapeAcres(shape: Uint8Array): number {
  decodeInto(area, shape);
  return Math.round((flatAreaSquareMeters(area) / SQUARE_METERS_PER_ACRE) * 1e6) / 1e6;
}

/** In whole cents. */
export function pricePerAcre({ sales_price, taxacres }: ParcelFields, acresOfShape: number): number | null {
  if (!isMarketPrice(sales_price)) return null;
  const acres = taxacres || acresOfShape;
  return acres > 0 ? Math.round((sales_price / acres) * 100) / 100 : null;
}
