// The values of fields that follow from others.

import { isMarketPrice } from '../../contract/market-price.ts';
import type { ParcelFields } from '../../contract/parcel-columns.ts';
import { flatAreaSquareMeters, SQUARE_METERS_PER_ACRE } from '../../geo/area.ts';
import { FlatArea } from '../../geo/flat-area.ts';
import { decodeInto } from '../../geo/geometry-code.ts';
import { livesElsewhere, mailingKey } from '../mailing-key.ts';

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

/** What follows from mailing addresses. Many parcels have one, so that it is worked out once for those of a segment. */
export class MailFacts {
  readonly #mailing = new Map<string, string | null>();
  readonly #elsewhere = new Map<string, boolean | null>();

  of(fields: ParcelFields): { mailing: string | null; elsewhere: boolean | null } {
    const { add1, add2, city, state, zip, site_address } = fields;
    if (add1 === null && add2 === null)
      return { mailing: mailingKey(fields), elsewhere: livesElsewhere(fields) };
    const address = `${add1}\n${add2}\n${city}\n${state}\n${zip}`;
    return {
      mailing: remembered(this.#mailing, address, () => mailingKey(fields)),
      elsewhere: remembered(this.#elsewhere, `${address}\n${site_address}`, () => livesElsewhere(fields)),
    };
  }
}

function remembered<Value>(known: Map<string, Value>, key: string, make: () => Value): Value {
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = make();
  known.set(key, made);
  return made;
}
