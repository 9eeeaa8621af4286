// The content of the panel once the details are loaded: owner, address, buttons, facts.
import { BookmarkCheck } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import type { LngLat } from '../../geo/geometry.ts';
import type { FetchedParcel } from './fetch-parcel.ts';
import { formatAcres, formatPrice, formatSaleDate, NOT_AVAILABLE } from './format-parcel.ts';
import { ParcelActions } from './parcel-actions.tsx';

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
};

export function ParcelDetails({ parcel, saving, onCenter }: ParcelDetailsProps) {
  const isSaved = saving.isSaved(parcel.pin);
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
        {isSaved && (
          <button ref={savedLocation} type="button" onClick={saving.openSheet} className="saved-location">
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
    </>
  );
}

export const ownerOf = ({ owner, name }: FetchedParcel) => owner || name || 'No owner on record';

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
    ['PIN', parcel.pin],
    ['Site address', parcel.site_address || NOT_AVAILABLE],
  ];
}
