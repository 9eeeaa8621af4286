// A parcel in two lines, where the panel is too narrow for columns.
import type { SetParcel } from '../../contract/parcel-set.ts';
import type { SetColumn } from './set-columns.ts';

type CardOptions = {
  parcel: SetParcel;
  columns: readonly SetColumn[];
  /** The column that the set is sorted by, whose values must be seen. */
  sorted: string | undefined;
  /** `acres` */
  landUnit: string;
};

export type Card = { title: string; line: string; fact: string; secondFact: string };

/** Beside owner and address: what the set is sorted by, else the distance, else acres and PIN. */
export function cardOf({ parcel, columns, sorted, landUnit }: CardOptions): Card {
  const textOf = (id: string) => columns.find((column) => column.id === id)?.text(parcel) ?? '';
  const owner = textOf('name') || parcel.name;
  const address = textOf('site_address') || parcel.site_address || '';
  const pin = textOf('pin') || parcel.pin;
  const wanted = [sorted, 'feet', 'taxacres', 'sales_price', 'pin'];
  const facts = wanted
    .filter((id) => id !== undefined && id !== 'name' && id !== 'site_address')
    .map((id) => (id === 'feet' && touchOf(parcel)) || textOf(id!))
    .filter(Boolean);
  const land = textOf('taxacres');
  /** A number without its column's header needs one. */
  const withUnit = (fact: string) => (fact !== '' && fact === land ? `${fact} ${landUnit}` : fact);
  const line = owner && address ? address : pin;
  const [fact = '', secondFact = ''] = [...new Set(facts)].filter((text) => text !== line);
  return {
    title: owner || address || pin,
    line,
    fact: withUnit(fact),
    secondFact: withUnit(secondFact),
  };
}

/** Of neighbors that touch, how says more than a distance of zero. */
const touchOf = ({ touches }: SetParcel) =>
  touches === 'side' ? 'Shares a side' : touches === 'corner' ? 'Shares a corner' : '';
