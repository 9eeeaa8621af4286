// A grid index of addresses that finds the nearest one to a point, and with it the town the point belongs to.

import type { LngLat } from '../../geo/geometry.ts';
import { addToGroup } from '../../geo/groups.ts';
import { kilometersBetween } from '../../geo/kilometers-between.ts';
import type { StreetAddress } from '../county/county.ts';

/** About half a kilometer. */
const CELL_DEGREES = 0.005;

export class AddressGrid {
  readonly #cells = new Map<string, StreetAddress[]>();

  constructor(addresses: readonly StreetAddress[]) {
    for (const address of addresses) {
      const key = keyOf(columnAndRow(address.at));
      addToGroup(this.#cells, key, address);
    }
  }

  /** Searches ever wider squares, so it would never end without any address. */
  nearest(at: LngLat): StreetAddress {
    for (let reach = 1; ; reach *= 2) {
      const found = this.#within(at, reach);
      if (found.length > 0) {
        return found.reduce((best, other) =>
          kilometersBetween(at, other.at) < kilometersBetween(at, best.at) ? other : best,
        );
      }
    }
  }

  #within(at: LngLat, reach: number): StreetAddress[] {
    const [column, row] = columnAndRow(at);
    const found: StreetAddress[] = [];
    for (let x = column - reach; x <= column + reach; x++) {
      for (let y = row - reach; y <= row + reach; y++) found.push(...(this.#cells.get(keyOf([x, y])) ?? []));
    }
    return found;
  }
}

function columnAndRow({ lng, lat }: LngLat): [column: number, row: number] {
  return [Math.floor(lng / CELL_DEGREES), Math.floor(lat / CELL_DEGREES)];
}

function keyOf([column, row]: readonly [number, number]): string {
  return `${column} ${row}`;
}
