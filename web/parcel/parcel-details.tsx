// The content of the panel once the details are loaded. Its head is what stays when it is folded: owner, place, size and buttons.
import { BookmarkCheck, Building2 } from 'lucide-react';
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { pinLabel } from '../../contract/parcel-pin.ts';
import type { LngLat } from '../../geo/geometry.ts';
import { useSizes } from '../preferences.ts';
import { useFits } from '../use-fits.ts';
import { CountyFields } from './county-fields.tsx';
import { Disclosure } from './disclosure.tsx';
import type { FetchedParcel } from './fetch-parcel.ts';
import { formatOrigin, formatUnitCount, NO_OWNER, NO_SITE_ADDRESS } from './format-parcel.ts';
import { OnThisParcel } from './on-this-parcel.tsx';
import { OwnerHeadline } from './owner-headline.tsx';
import { ParcelActions } from './parcel-actions.tsx';
import { FactGroups } from './parcel-facts.tsx';
import { ParcelSets } from './parcel-sets.tsx';
import { areaInWords, isUnitOfLot, ParcelShape, SidesAndCorners, useFigures } from './parcel-shape.tsx';
import { ParcelUnits } from './parcel-units.tsx';

/** What the panel needs from the saved parcels. Handed in, because features do not import each other. */
export type ParcelSaving = {
  /** Unknown: the list has not come yet. */
  stateOf(pin: string): 'unknown' | 'saved' | 'not saved';
  isSaving: boolean;
  openSaveModal(): void;
  openSheet(): void;
  /** The note of a saved parcel. */
  renderSaved(pin: string): ReactNode;
};

type ParcelDetailsProps = {
  parcel: FetchedParcel;
  saving: ParcelSaving;
  onCenter: (centroid: LngLat) => void;
  /** Opens a unit, or the lot of one. */
  onOpen: (pin: string) => void;
};

export function ParcelDetails({ parcel, saving, onCenter, onOpen }: ParcelDetailsProps) {
  const figures = useFigures();
  const sizes = useSizes();
  // The shape of a unit is that of its lot.
  const areaOfShape = figures && !isUnitOfLot(parcel) ? areaInWords(figures.squareMeters, sizes) : undefined;
  return (
    <>
      <Head parcel={parcel} areaOfShape={areaOfShape} saving={saving} onCenter={onCenter} onOpen={onOpen} />
      <div className="parcel-rest">
        {saving.renderSaved(parcel.pin)}
        <div className="parcel-deed">
          <div className="fact-groups">
            <FactGroups parcel={parcel} areaOfShape={areaOfShape} />
            {figures && <ParcelShape parcel={parcel} figures={figures} />}
            <OnThisParcel pin={parcel.pin} />
          </div>
          <Units parcel={parcel} onOpen={onOpen} />
        </div>
        <ParcelSets parcel={parcel} />
        {figures && <SidesAndCorners parcel={parcel} figures={figures} />}
        {parcel.more.length > 0 && (
          <Disclosure name="more" title="More from the county">
            <CountyFields fields={parcel.more} />
          </Disclosure>
        )}
        {parcel.origin && <p className="parcel-origin">Source: {formatOrigin(parcel.origin)}</p>}
      </div>
    </>
  );
}

type HeadProps = ParcelDetailsProps & { areaOfShape: string | undefined };

function Head({ parcel, areaOfShape, saving, onCenter, onOpen }: HeadProps) {
  const { pin, owner, name, site_address: address, taxacres } = parcel;
  const saved = saving.stateOf(pin);
  const lot = isUnitOfLot(parcel) ? parcel.lot : null;
  const sizes = useSizes();
  const size = taxacres === null ? areaOfShape : sizes.acres(taxacres);
  const { title, line } = headOf({ owner: owner || name, address, pin: pinLabel(pin) });
  const head = useRef<HTMLDivElement>(null);
  useFocusAfterSaving(head, saved);
  return (
    <div ref={head} className="parcel-head">
      <div className="parcel-owner">
        <OwnerHeadline title={title} parcel={parcel} hasOwner={Boolean(owner || name)} />
        <p className="parcel-line">
          {[...line, ...(size ? [{ text: size }] : []), { text: `PIN\u00a0${pinLabel(pin)}` }].map(
            ({ text, isMissing }) => (
              <span key={text} data-is-missing={isMissing}>
                {text}
              </span>
            ),
          )}
        </p>
        {lot !== null && (
          <button type="button" onClick={() => onOpen(lot)} className="panel-link">
            <Building2 size={16} strokeWidth={2} aria-hidden="true" />
            Unit of {pinLabel(lot)}
          </button>
        )}
        {saved === 'saved' && (
          <button type="button" onClick={saving.openSheet} className="panel-link saved-location">
            <BookmarkCheck size={16} strokeWidth={2} aria-hidden="true" />
            Saved Location
          </button>
        )}
      </div>
      <ParcelActions
        centroid={parcel.centroid}
        saved={saved}
        isSaving={saving.isSaving}
        onSave={saving.openSaveModal}
        onCenter={onCenter}
      />
    </div>
  );
}

type HeadWords = { title: string; line: { text: string; isMissing?: boolean }[] };

/**
 * What exists is the headline. Where the land lies is never said by the mailing address, which may be a post office box or in
 * another state.
 */
function headOf({ owner, address, pin }: { owner: string; address: string | null; pin: string }): HeadWords {
  const place = address ? { text: address } : { text: NO_SITE_ADDRESS, isMissing: true };
  if (owner) return { title: owner, line: [place] };
  const nobody = { text: NO_OWNER, isMissing: true };
  return address ? { title: address, line: [nobody] } : { title: `PIN ${pin}`, line: [nobody, place] };
}

/** The pressed button has just been disabled, or has gone, and with it the keyboard focus: it moves on. */
function useFocusAfterSaving(head: RefObject<HTMLElement | null>, saved: string): void {
  const before = useRef(saved);
  useLayoutEffect(() => {
    const hasChanged = before.current !== saved && before.current !== 'unknown' && saved !== 'unknown';
    before.current = saved;
    const focused = document.activeElement;
    const isLost = focused === document.body || focused?.matches('button:disabled');
    const next = saved === 'saved' ? '.saved-location' : '[aria-label="Save parcel"]';
    if (hasChanged && isLost) head.current?.querySelector<HTMLElement>(next)?.focus();
  }, [head, saved]);
}

type UnitsProps = { parcel: FetchedParcel; onOpen: (pin: string) => void };

const WIDE_SCREEN = '(width >= 1024px)';

/** Beside the facts where the panel is wide, else below them and closed at first: never in their place. */
function Units({ parcel: { units, lot, pin }, onOpen }: UnitsProps) {
  const isWide = useFits(WIDE_SCREEN);
  if (units.length === 0) return null;
  const isLot = lot === null || lot === pin;
  return (
    <Disclosure
      name={isLot ? 'units-of-lot' : 'units-beside'}
      title={isLot ? formatUnitCount(units.length) : `All ${formatUnitCount(units.length)}`}
      // On a unit the others are in the background.
      isOpenAtFirst={isLot && isWide}
    >
      <ParcelUnits units={units} shownPin={pin} onChoose={onOpen} />
    </Disclosure>
  );
}
