// Where a parcel leads to: its neighbors, picking several, comparable sales, paper, what else its owner has, and what else goes to
// the same mailing address.
import { useQuery } from '@tanstack/react-query';
import { CopyPlus, FileText, Footprints, Mailbox, UserRound } from 'lucide-react';
import { useId, useState } from 'react';
import { pinLabel } from '../../contract/parcel-pin.ts';
import { holdingsAnswer } from '../../contract/parcel-set.ts';
import { boundsOf } from '../../geo/bounds-of.ts';
import { callServer } from '../call-server.ts';
import { useMapStore } from '../map-store.ts';
import { NeighborsForm } from '../neighbors-form.tsx';
import { openMapSheet } from '../open-map-sheet.ts';
import { openSet } from '../open-set.ts';
import { startPicking } from '../pick-parcels.ts';
import { useSizes } from '../preferences.ts';
import { filterOfPin, filterOfPins } from '../set-filters.ts';
import { totalsInWords } from '../set-words.ts';
import type { FetchedParcel } from './fetch-parcel.ts';
import { SalesButton } from './sales-button.tsx';

const icon = { size: 16, strokeWidth: 2, 'aria-hidden': true } as const;

type ListedParcel = Pick<FetchedParcel, 'pin' | 'name' | 'site_address'>;

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
      {version !== undefined && <Holdings parcel={parcel} version={version} />}
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

async function fetchHoldings(pin: string, signal: AbortSignal) {
  const path = `/api/parcels/${encodeURIComponent(pin)}/holdings?limit=0`;
  return holdingsAnswer.parse(await callServer({ kind: 'set', path, signal }));
}

type HoldingsProps = { parcel: ListedParcel; version: string };

function Holdings({ parcel: { pin, name }, version }: HoldingsProps) {
  // Where it fails, there is no such button: the details themselves are worth showing.
  const { data } = useQuery({
    queryKey: ['holdings', version, pin],
    queryFn: ({ signal }) => fetchHoldings(pin, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const sizes = useSizes();
  if (!data) return null;
  const { count, acres, matched, filter, mailing } = data;
  const others = matched.filter((spelling) => spelling !== name);
  return (
    <>
      {count > 1 && (
        <button
          type="button"
          className="parcel-set"
          onClick={() => openSet({ filter, title: `Owned by ${name}` })}
        >
          <UserRound {...icon} />
          {totalsInWords({ count, acres }, sizes)} of this owner
        </button>
      )}
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
