// The tax roll: one deed for every lot, and the list of street addresses.
import { emptyParcelFields } from '../../../contract/parcel-columns.ts';
import { SQUARE_METERS_PER_ACRE } from '../../../geo/area.ts';
import type { Deed, Land, Lot, StreetAddress } from '../county.ts';
import { type Random, randomStream } from '../random.ts';
import { assessLots } from './books/assessment.ts';
import { findNeighborhoods } from './books/neighborhoods.ts';
import { assignPins } from './books/pin.ts';
import { recordSales } from './books/sales.ts';
import { zoneLot } from './books/zoning.ts';
import { assignOwners } from './owners/assign-owners.ts';
import { isTrickyName } from './owners/tricky-owners.ts';
import { postOffices, surveySites } from './post/sites.ts';
import { listAddresses } from './post/street-addresses.ts';

/** Deeds are in the order of the lots. Only lots with a house number and a building have an address. */
export function writeDeeds({ seed, land }: { seed: number; land: Land }): {
  deeds: Deed[];
  addresses: StreetAddress[];
} {
  const offices = postOffices(land);
  const sites = surveySites({ land, offices });
  const pins = assignPins(land.lots.map(({ inside }) => inside));
  const neighborhoodOf = findNeighborhoods({ seed, lots: land.lots });
  const owners = assignOwners({ seed, land, offices, sites, neighborhoodOf });
  const sales = recordSales({ seed, sites, owners, neighborhoodOf });
  const assessments = assessLots({ seed, sites, sales, neighborhoodOf });
  const acres = randomStream(seed, 'people/acres');
  const zones = randomStream(seed, 'people/zoning');
  const losses = randomStream(seed, 'people/losses');

  const deeds = sites.map(({ lot, address }, i): Deed => {
    const { name, mail } = owners[i]!;
    const deed: Deed = {
      ...emptyParcelFields,
      pin: pins[i]!,
      name,
      add1: mail?.add1 ?? null,
      add2: mail?.add2 ?? null,
      city: mail?.city ?? null,
      state: mail?.state ?? null,
      zip: mail?.zip ?? null,
      site_address: address,
      taxacres: taxAcres({ random: acres, lot }),
      township: lot.township,
      zoning: zoneLot({ random: zones, lot, neighborhood: neighborhoodOf(lot) }),
      ...sales[i]!,
      ...assessments[i]!,
    };
    return isTrickyName(name) ? deed : dropValues({ random: losses, deed });
  });
  return { deeds, addresses: listAddresses({ land, sites, pins }) };
}

const OLD_DEED_SHARE = 0.015;
const OLD_DEED_ERROR_MAX = 0.22;
const SURVEY_ERROR_MAX = 0.03;

/** As the assessor has them: from the survey, to a hundredth, with a larger error where the deed is old. */
function taxAcres({ random, lot }: { random: Random; lot: Lot }): number {
  const acres = lot.areaSquareMeters / SQUARE_METERS_PER_ACRE;
  const oldDeed = random.chance(OLD_DEED_SHARE);
  const errorMax = oldDeed ? OLD_DEED_ERROR_MAX : SURVEY_ERROR_MAX;
  const error = Math.max(-errorMax, Math.min(errorMax, random.normal() * (oldDeed ? 0.12 : 0.008)));
  return Math.max(0.01, Math.round(acres * (1 + error) * 100) / 100);
}

const noOwner = { name: '', add1: null, add2: null, city: null, state: null, zip: null };
const noAddress = { add1: null, add2: null, city: null, state: null, zip: null };

/** Real rolls have fields that nobody filled in: these shares of all deeds lack a value. */
const missingValues: readonly { share: number; blanks: Partial<Deed> }[] = [
  { share: 0.0015, blanks: noOwner },
  { share: 0.003, blanks: noAddress },
  { share: 0.003, blanks: { taxacres: null } },
  { share: 0.002, blanks: { township: null } },
  { share: 0.004, blanks: { sale_date: null, sales_price: null, deed_book: null, deed_page: null } },
  { share: 0.005, blanks: { year_built: null } },
  { share: 0.01, blanks: { legal: null } },
];

function dropValues({ random, deed }: { random: Random; deed: Deed }): Deed {
  const chosen = missingValues.filter(({ share }) => random.chance(share)).map(({ blanks }) => blanks);
  return chosen.length === 0 ? deed : Object.assign({}, deed, ...chosen);
}
