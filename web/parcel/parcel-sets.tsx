// Where a parcel leads to: its neighbors, picking several, comparable sales, paper, what else its owner has, and what else goes to
// the same mailing address.
import { useQuery } from '@tanstack/react-query';
import { CopyPlus, FileText, Footprints, Mailbox, UserRound } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { FILTER_FEET_MAX } from '../../contract/limits.ts';
import { pinLabel } from '../../contract/parcel-pin.ts';
import { holdingsAnswer } from '../../contract/parcel-set.ts';
import { boundsOf } from '../../geo/bounds-of.ts';
import { callServer } from '../call-server.ts';
import { useMapStore } from '../map-store.ts';
import { openMapSheet } from '../open-map-sheet.ts';
import { openSet } from '../open-set.ts';
import { startPicking } from '../pick-parcels.ts';
import { filterOfNeighbors, filterOfPins } from '../set-filters.ts';
import { totalsInWords } from '../set-words.ts';
import type { FetchedParcel } from './fetch-parcel.ts';
import { SalesButton } from './sales-button.tsx';

const icon = { size: 16, strokeWidth: 2, 'aria-hidden': true } as const;
const countFormat = new Intl.NumberFormat('en-US');

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
        {isAsking && <NeighborsForm parcel={parcel} />}
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

const TOUCHING = 0;
const DISTANCES_FEET = [TOUCHING, 100, 300, 500, 1000];

function NeighborsForm({ parcel }: { parcel: ListedParcel }) {
  const [feet, setFeet] = useState('300');
  const [crossesStreets, setCrossesStreets] = useState(true);
  const distance = Number(feet);
  const isValid = feet.trim() !== '' && distance >= 0 && distance <= FILTER_FEET_MAX;
  const show = (event: FormEvent) => {
    event.preventDefault();
    if (!isValid) return;
    const where = parcel.site_address || pinLabel(parcel.pin);
    openSet({
      filter: filterOfNeighbors({ pin: parcel.pin, feet: distance, crossesStreets }),
      title:
        distance === TOUCHING ? `Touching ${where}` : `Within ${countFormat.format(distance)} ft of ${where}`,
      subject: parcel.pin,
    });
  };
  return (
    <form className="neighbors-form" onSubmit={show} noValidate>
      <fieldset>
        <legend className="sr-only">How near</legend>
        {DISTANCES_FEET.map((choice) => (
          <label key={choice} className="neighbors-choice">
            <input
              type="radio"
              name="feet"
              checked={feet === String(choice)}
              onChange={() => setFeet(String(choice))}
            />
            {choice === TOUCHING ? 'Touching' : `${countFormat.format(choice)} ft`}
          </label>
        ))}
        <label className="neighbors-choice">
          or
          <input
            className="text-input neighbors-feet"
            inputMode="decimal"
            value={feet}
            aria-invalid={!isValid}
            aria-label="Feet"
            onChange={({ target }) => setFeet(target.value)}
          />
          ft
        </label>
      </fieldset>
      <label className="neighbors-choice">
        <input
          type="checkbox"
          checked={crossesStreets}
          onChange={({ target }) => setCrossesStreets(target.checked)}
        />
        Across the street counts
      </label>
      {!isValid && (
        <p role="alert" className="basis-full text-sm text-danger">
          A distance from 0 to {countFormat.format(FILTER_FEET_MAX)} ft.
        </p>
      )}
      <button type="submit" className="button-accent">
        Show neighbors
      </button>
    </form>
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
  if (!data) return null;
  const { count, acres, matched, filter, mailing } = data;
  const others = matched.filter((spelling) => spelling !== name);
  return (
    <>
      {count > 1 && (
        <button
          type="button"
          className="parcel-set"
          onClick={() => openSet({ filter, title: `Owned by ${name}`, subject: pin })}
        >
          <UserRound {...icon} />
          {totalsInWords({ count, acres })} of this owner
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
              subject: pin,
            })
          }
        >
          <Mailbox {...icon} />
          Also at this mailing address: {totalsInWords(mailing)}
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
