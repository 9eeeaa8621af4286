// Tests the order of a search's hits by words. What the stores find is tested in parcel-contract.store.test.ts.
import { expect, test } from 'vitest';
import { type MatchedParcel, type SearchSource, searchParcels } from './search-parcels.ts';

const nothing = async () => [];

/** A store that finds these parcels by the words of owner and addresses, and nothing else. */
function findingByWords(parcels: MatchedParcel[]): SearchSource {
  return {
    pinBeginsWith: nothing,
    ownerBeginsWith: nothing,
    siteBeginsWith: nothing,
    hasWords: () => ({ inOwner: nothing, inAny: async () => parcels }),
    wordsLike: nothing,
  };
}

const parcel = (pin: string, site_address: string, add1: string): MatchedParcel => ({
  pin,
  name: 'Smith',
  add1,
  city: null,
  site_address,
  taxacres: null,
  centroid: { lng: 0, lat: 0 },
});

test('[P2] the address of the land comes before a mailing address, and that before words of both', async () => {
  const source = findingByWords([
    parcel('both', '239 Oak Rd', 'PO Box 12'),
    parcel('mail', '12 Elm St', 'PO Box 239'),
    parcel('land', 'Box Po 239 Ln', 'Elsewhere'),
  ]);
  const found = await searchParcels(source, { text: 'po box 239', limit: 20 });
  expect(found.map(({ pin, match }) => [pin, match])).toEqual([
    ['land', 'address'],
    ['mail', 'mailing'],
    ['both', 'mailing'],
  ]);
});
