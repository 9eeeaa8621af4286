// Where a parcel leads to: its neighbors, picking several, comparable sales, paper, what else goes to the same mailing address,
// and a maps service.
import { CopyPlus, FileText, Footprints, Mailbox, Navigation, PersonStanding } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { pinLabel } from '../../contract/parcel-pin.ts';
import { boundsOf } from '../../geo/bounds-of.ts';
import { useMapStore } from '../map-store.ts';
import { NeighborsForm } from '../neighbors-form.tsx';
import { openMapSheet } from '../open-map-sheet.ts';
import { openSet } from '../open-set.ts';
import { startPicking } from '../pick-parcels.ts';
import { useSizes } from '../preferences.ts';
import { filterOfPin, filterOfPins } from '../set-filters.ts';
import { totalsInWords } from '../set-words.ts';
import { directionsLink, streetImageryLink } from './copy-link.ts';
import type { FetchedParcel } from './fetch-parcel.ts';
import { useHoldings } from './holdings.ts';
import { SalesButton } from './sales-button.tsx';

const icon = { size: 16, strokeWidth: 2, 'aria-hidden': true } as const;

type ListedParcel = Pick<FetchedParcel, 'pin' | 'name' | 'site_address' | 'centroid'>;

export function ParcelSets({ parcel }: { parcel: ListedParcel }) {
  // Without parcels on the server there is nothing to count.
  const version = useMapStore(({ parcelVersion }) => parcelVersion);
  const [isAsking, setIsAsking] = useState(false);
  const formId = useId();
  return (
    <div className="parcel-sets">
      <button
        type="button"
        className="parcel-set"
        aria-expanded={isAsking}
        aria-controls={formId}
        onClick={() => setIsAsking(!isAsking)}
      >
        <Footprints {...icon} />
        Neighbors
      </button>
      <button type="button" className="parcel-set" onClick={() => startPicking()}>
        <CopyPlus {...icon} />
        Pick several
      </button>
      {version !== undefined && <SalesButton key={parcel.pin} parcel={parcel} version={version} />}
      <MapSheetButton parcel={parcel} />
      {parcel.centroid && (
        <>
          <OutsideLink href={directionsLink(parcel.centroid)} name="Directions">
            <Navigation {...icon} />
          </OutsideLink>
          <OutsideLink href={streetImageryLink(parcel.centroid)} name="Street imagery">
            <PersonStanding {...icon} />
          </OutsideLink>
        </>
      )}
      {version !== undefined && <Mailing parcel={parcel} version={version} />}
      <div id={formId} className="basis-full empty:hidden">
        {isAsking && (
          <NeighborsForm of={filterOfPin(parcel.pin)} name={parcel.site_address || pinLabel(parcel.pin)} />
        )}
      </div>
    </div>
  );
}

function MapSheetButton({ parcel: { pin, site_address } }: { parcel: ListedParcel }) {
  const shape = useMapStore(({ selection }) => (selection.status === 'loaded' ? selection.geometry : null));
  return (
    <button
      type="button"
      className="parcel-set"
      // Its shape arrives after the details.
      disabled={!shape}
      onClick={() =>
        shape &&
        openMapSheet({
          filter: filterOfPins([pin]),
          title: site_address || `PIN ${pinLabel(pin)}`,
          bounds: boundsOf(shape),
          count: 1,
        })
      }
    >
      <FileText {...icon} />
      Map sheet
    </button>
  );
}

type OutsideLinkProps = { href: string; name: string; children: ReactNode };

/** Nothing is asked of the service before somebody follows the link, and then it learns the place alone. */
function OutsideLink({ href, name, children }: OutsideLinkProps) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      title={`${name} at Google Maps, an outside service, in a new tab`}
      className="parcel-set"
    >
      {children}
      <span>
        {name} <span className="parcel-set-where">Google Maps</span>
      </span>
    </a>
  );
}

type MailingProps = { parcel: ListedParcel; version: string };

function Mailing({ parcel: { pin, name }, version }: MailingProps) {
  const holdings = useHoldings({ pin, version });
  const sizes = useSizes();
  if (!holdings) return null;
  const { count, matched, mailing } = holdings;
  const others = matched.filter((spelling) => spelling !== name);
  return (
    <>
      {mailing && (
        <button
          type="button"
          className="parcel-set"
          onClick={() =>
            openSet({
              filter: mailing.filter,
              title: `At the mailing address of ${name || pinLabel(pin)}`,
            })
          }
        >
          <Mailbox {...icon} />
          Also at this mailing address: {totalsInWords(mailing, sizes)}
        </button>
      )}
      {count > 1 && others.length > 0 && (
        <p className="basis-full text-xs text-ink-soft wrap-anywhere">
          Also written {others.slice(0, 5).join('; ')}
        </p>
      )}
    </>
  );
}
