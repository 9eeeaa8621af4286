// Notes what parcels can be searched by, while they are loaded: some counties publish no owners, some no addresses.
import type { SearchableBy } from '../contract/client-config.ts';
import type { ParcelFields } from '../contract/parcel-columns.ts';

type Searched = Pick<ParcelFields, 'name' | 'site_address'>;

export class SearchableFields {
  #hasOwner = false;
  #hasAddress = false;

  add(parcel: Searched & { units?: readonly Searched[] }): void {
    if (this.#hasOwner && this.#hasAddress) return;
    for (const { name, site_address } of [parcel, ...(parcel.units ?? [])]) {
      this.#hasOwner ||= name !== '';
      this.#hasAddress ||= (site_address ?? '') !== '';
    }
  }

  list(): SearchableBy[] {
    return [
      ...(this.#hasOwner ? (['owner'] as const) : []),
      ...(this.#hasAddress ? (['address'] as const) : []),
    ];
  }
}
