// The content of the panel once the details are loaded: owner, address, buttons, facts, units, the county's own fields.
import { BookmarkCheck, Building2 } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { pinLabel } from '../../contract/parcel-pin.ts';
import type { LngLat } from '../../geo/geometry.ts';
import { CountyFields } from './county-fields.tsx';
import { Disclosure } from './disclosure.tsx';
import type { FetchedParcel } from './fetch-parcel.ts';
import {
  formatAcres,
  formatOrigin,
  formatPrice,
  formatSaleDate,
  formatUnitCount,
  NO_OWNER,
  NOT_AVAILABLE,
} from './format-parcel.ts';
import { ParcelActions } from './parcel-actions.tsx';
import { ParcelUnits } from './parcel-units.tsx';

/** What the panel needs from the saved parcels. Handed in, because features do not import each other. */
export type ParcelSaving = {
  isSaved(pin: string): boolean;
  isSaving: boolean;
  openSaveModal(): void;
  openSheet(): void;
};

type ParcelDetailsProps = {
  parcel: FetchedParcel;
  saving: ParcelSaving;
  onCenter: (centroid: LngLat) => void;
  /** Opens a unit, or the lot of one. */
  onOpen: (pin: string) => void;
};

export function ParcelDetails({ parcel, saving, onCenter, onOpen }: ParcelDetailsProps) {
  const isSaved = saving.isSaved(parcel.pin);
  const lot = parcel.lot === parcel.pin ? null : parcel.lot;
  const savedLocation = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    // The save button has just been disabled, which drops the keyboard focus: move it on.
    if (isSaved && document.activeElement?.matches('button:disabled')) savedLocation.current?.focus();
  }, [isSaved]);
  return (
    <>
      <div className="parcel-owner">
        <h2 className="text-lg leading-tight font-semibold wrap-anywhere">{ownerOf(parcel)}</h2>
        <address className="mt-1 text-sm leading-snug text-ink-soft not-italic wrap-anywhere">
          {addressLines(parcel).map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </address>
        {lot !== null && (
          <button type="button" onClick={() => onOpen(lot)} className="panel-link">
            <Building2 size={16} strokeWidth={2} aria-hidden="true" />
            Unit of {pinLabel(lot)}
          </button>
        )}
        {isSaved && (
          <button ref={savedLocation} type="button" onClick={saving.openSheet} className="panel-link">
            <BookmarkCheck size={16} strokeWidth={2} aria-hidden="true" />
            Saved Location
          </button>
        )}
      </div>
      <ParcelActions
        centroid={parcel.centroid}
        canSave={!isSaved && !saving.isSaving}
        isSaving={saving.isSaving}
        onSave={saving.openSaveModal}
        onCenter={onCenter}
      />
      <dl className="parcel-facts">
        {factsOf(parcel).map(([term, fact]) => (
          <div key={term}>
            <dt className="text-xs text-ink-soft">{term}</dt>
            <dd className="text-sm leading-snug tabular-nums wrap-anywhere">{fact}</dd>
          </div>
        ))}
      </dl>
      {parcel.units.length > 0 && (
        // On a lot the units are what was asked for. On a unit the others are in the background.
        <Disclosure
          name={lot === null ? 'units-of-lot' : 'units-beside'}
          title={
            lot === null
              ? formatUnitCount(parcel.units.length)
              : `All ${formatUnitCount(parcel.units.length)}`
          }
          isOpenAtFirst={lot === null}
        >
          <ParcelUnits units={parcel.units} shownPin={parcel.pin} onChoose={onOpen} />
        </Disclosure>
      )}
      {parcel.more.length > 0 && (
        <Disclosure name="more" title="More from the county">
          <CountyFields fields={parcel.more} />
        </Disclosure>
      )}
      {parcel.origin && <p className="parcel-origin">Source: {formatOrigin(parcel.origin)}</p>}
    </>
  );
}

export const ownerOf = ({ owner, name }: FetchedParcel) => owner || name || NO_OWNER;

/** As on an envelope: street, second line, town. Lines that a county repeats are shown once. */
export function addressLines({ add1, add2, city, state, zip }: FetchedParcel): string[] {
  const town = [city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  const lines = [add1, add2, town].filter((line): line is string => Boolean(line));
  return [...new Set(lines)];
}

function factsOf(parcel: FetchedParcel): [term: string, fact: string][] {
  return [
    ['Tax acres', formatAcres(parcel.taxacres)],
    ['Township', parcel.township || NOT_AVAILABLE],
    ['Zoning', parcel.zoning || NOT_AVAILABLE],
    ['Sale date', formatSaleDate(parcel.sale_date)],
    ['Sales price', formatPrice(parcel.sales_price)],
    ['PIN', pinLabel(parcel.pin)],
    ['Site address', parcel.site_address || NOT_AVAILABLE],
  ];
}
