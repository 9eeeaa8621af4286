// The content of the panel once the details are loaded: owner, site address, buttons, facts, what lies on it, units,
// the county's own fields.
import { BookmarkCheck, Building2 } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { pinLabel } from '../../contract/parcel-pin.ts';
import type { LngLat } from '../../geo/geometry.ts';
import { CountyFields } from './county-fields.tsx';
import { Disclosure } from './disclosure.tsx';
import type { FetchedParcel } from './fetch-parcel.ts';
import { formatOrigin, formatUnitCount, NO_SITE_ADDRESS, ownerOf } from './format-parcel.ts';
import { OnThisParcel } from './on-this-parcel.tsx';
import { OwnerHeadline } from './owner-headline.tsx';
import { ParcelActions } from './parcel-actions.tsx';
import { FactGroups, FirstFacts } from './parcel-facts.tsx';
import { ParcelSets } from './parcel-sets.tsx';
import { ParcelShape } from './parcel-shape.tsx';
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
        <OwnerHeadline name={ownerOf(parcel)} />
        <SiteAddress address={parcel.site_address} />
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
      <FirstFacts parcel={parcel} />
      <ParcelSets parcel={parcel} />
      <FactGroups parcel={parcel} />
      <ParcelShape parcel={parcel} />
      <OnThisParcel pin={parcel.pin} />
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

/** Where the land lies. Never the mailing address, which may be a post office box or in another state. */
function SiteAddress({ address }: { address: string | null }) {
  return (
    <p className={`mt-0.5 text-base leading-snug wrap-anywhere ${address ? '' : 'text-ink-soft'}`}>
      {address || NO_SITE_ADDRESS}
    </p>
  );
}
