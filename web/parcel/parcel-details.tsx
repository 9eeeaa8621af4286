// Who owns the parcel, what there is to know of it, and what can be done with it.
import { BookmarkCheck } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import type { Parcel } from '../../contract/parcel.ts';
import { formatAcres, formatPrice, formatSaleDate, NOT_AVAILABLE } from './format-parcel.ts';
import { mapsLink } from './maps-link.ts';
import { ParcelActions } from './parcel-actions.tsx';
import type { SaveDoor } from './save-door.ts';

type ParcelDetailsProps = { parcel: Parcel; saving: SaveDoor; onCenter: () => void };

export function ParcelDetails({ parcel, saving, onCenter }: ParcelDetailsProps) {
  const isSaved = saving.isSaved(parcel.pin);
  const savedLocation = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    // The button that saves is disabled now, and a disabled button loses the focus to nowhere.
    if (isSaved && document.activeElement?.matches('button:disabled')) savedLocation.current?.focus();
  }, [isSaved]);
  return (
    <>
      <div className="parcel-who">
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
        link={mapsLink(parcel.centroid)}
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

export const ownerOf = ({ owner, name }: Parcel) => owner || name || 'No owner on record';

/** As on an envelope: the street, then what is added to it, then the town. Counties repeat lines; we do not. */
export function addressLines({ add1, add2, city, state, zip }: Parcel): string[] {
  const town = [city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  const lines = [add1, add2, town].filter((line): line is string => Boolean(line));
  return [...new Set(lines)];
}

function factsOf(parcel: Parcel): [term: string, fact: string][] {
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
