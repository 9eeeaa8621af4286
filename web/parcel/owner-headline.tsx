// The panel's headline, which is the owner where there is one: at most three lines, with a button for the rest. The name leads
// to all that the owner has.
import { useLayoutEffect, useRef, useState } from 'react';
import { useMapStore } from '../map-store.ts';
import { openSet } from '../open-set.ts';
import { useSizes } from '../preferences.ts';
import { totalsInWords } from '../set-words.ts';
import type { FetchedParcel } from './fetch-parcel.ts';
import { useHoldings } from './holdings.ts';

type OwnerHeadlineProps = {
  /** The owner, or what stands in where there is none. */
  title: string;
  parcel: Pick<FetchedParcel, 'pin' | 'name'>;
  hasOwner: boolean;
};

export function OwnerHeadline({ title, parcel, hasOwner }: OwnerHeadlineProps) {
  // Without parcels on the server there is nothing to count.
  const version = useMapStore(({ parcelVersion }) => parcelVersion);
  const headline = useRef<HTMLHeadingElement>(null);
  const [isWhole, setIsWhole] = useState(false);
  const [isLong, setIsLong] = useState(false);
  useLayoutEffect(() => {
    const element = headline.current;
    // A whole name keeps its button: it could not be measured now, and it leads back to three lines.
    if (!element || isWhole) return;
    // A fourth line is a third more. Letters that reach a pixel below their line are not a reason for a button.
    const measure = () => setIsLong(element.scrollHeight > element.clientHeight * 1.2);
    const resizes = new ResizeObserver(measure);
    resizes.observe(element);
    return () => resizes.disconnect();
  }, [isWhole]);
  return (
    <>
      <h2
        ref={headline}
        title={isLong && !isWhole ? title : undefined}
        className={`text-lg leading-tight font-semibold wrap-anywhere ${isWhole ? '' : 'line-clamp-3'}`}
      >
        {hasOwner && version !== undefined ? (
          <OwnerName name={title} parcel={parcel} version={version} />
        ) : (
          title
        )}
      </h2>
      {isLong && (
        <button
          type="button"
          // The text of a clamped headline is complete for screen readers, so this serves the eye alone.
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
          className="panel-link owner-whole"
        >
          {isWhole ? 'Show less' : 'Show full name'}
        </button>
      )}
    </>
  );
}

type OwnerNameProps = { name: string; parcel: OwnerHeadlineProps['parcel']; version: string };

/** Plain text where the owner has nothing else. */
function OwnerName({ name, parcel, version }: OwnerNameProps) {
  const holdings = useHoldings({ pin: parcel.pin, version });
  const sizes = useSizes();
  if (!holdings || holdings.count < 2) return name;
  const { count, acres, filter } = holdings;
  return (
    <button
      type="button"
      className="owner-link"
      title="Show all parcels of this owner"
      onClick={() => openSet({ filter, title: `Owned by ${parcel.name}` })}
    >
      <span className="owner-name">{name}</span>{' '}
      <span className="owner-totals">
        {totalsInWords({ count, acres }, sizes)}
        <span className="sr-only"> of this owner</span>
      </span>
    </button>
  );
}
