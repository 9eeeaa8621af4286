// What lies on the parcel: overlays with their share, length or number, and how high and steep the ground is.
import { useQuery } from '@tanstack/react-query';
import { PARCEL_CACHE_TTL_MS } from '../../contract/limits.ts';
import type { OverlaysOnParcel } from '../../contract/overlays.ts';
import { useMapStore } from '../map-store.ts';
import { useSizes } from '../preferences.ts';
import { fetchOverlays } from './fetch-parcel.ts';
import { formatGround, formatNearest, formatPart, partSize } from './format-overlays.ts';

export function OnThisParcel({ pin }: { pin: string }) {
  const layers = useMapStore((state) => state.layers);
  // Mapbox’s hills have no source here: nothing can be read off them.
  const read = layers.filter(({ kind, source }) => kind === 'overlay' || (kind === 'terrain' && source));
  // Their sources name their versions.
  return read.length > 0 && <Answer pin={pin} layersKey={JSON.stringify(read)} />;
}

function Answer({ pin, layersKey }: { pin: string; layersKey: string }) {
  const parcelVersion = useMapStore((state) => state.parcelVersion);
  const { data, isFetching, refetch } = useQuery({
    queryKey: ['overlays-on-parcel', pin, parcelVersion, layersKey],
    queryFn: ({ signal }) => fetchOverlays(pin, signal),
    staleTime: PARCEL_CACHE_TTL_MS,
    gcTime: PARCEL_CACHE_TTL_MS,
  });
  if (data) return <Found {...data} />;
  return (
    <p role="status" className="on-parcel on-parcel-waiting">
      {isFetching ? (
        <>
          <span className="sr-only">Loading what lies on this parcel...</span>
          <span className="skeleton my-1 block h-3 w-48 max-w-full" />
        </>
      ) : (
        <>
          What lies on this parcel could not be loaded.{' '}
          <button type="button" onClick={() => refetch()} className="panel-link">
            Try again
          </button>
        </>
      )}
    </p>
  );
}

function Found({ overlays, ground }: OverlaysOnParcel) {
  const sizes = useSizes();
  const listed = overlays.filter(({ parts, nearest }) => parts.length > 0 || nearest);
  if (listed.length === 0 && !ground) return null;
  return (
    <section className="fact-group on-parcel">
      <h3>On this parcel</h3>
      <dl>
        {listed.map((overlay) => (
          <OverlayLines key={overlay.name} {...overlay} />
        ))}
        {ground && <OneLine term="Ground:" text={formatGround(ground, sizes)} />}
      </dl>
    </section>
  );
}

function OverlayLines({ title, parts, nearest }: OverlaysOnParcel['overlays'][number]) {
  const sizes = useSizes();
  const [first, ...others] = parts;
  if (first && others.length === 0) {
    return first.value === '' ? (
      <OneLine term={`${title}:`} text={partSize(first, sizes)} />
    ) : (
      <OneLine term={title} text={formatPart(first, sizes)} />
    );
  }
  return (
    <div>
      <dt>{title}</dt>
      {parts.map((part) => (
        // A value may come as areas, lines and points.
        <dd key={Object.keys(part).join() + part.value}>{formatPart(part, sizes)}</dd>
      ))}
      {nearest && <dd>{formatNearest(nearest, sizes)}</dd>}
    </div>
  );
}

function OneLine({ term, text }: { term: string; text: string }) {
  return (
    <div className="one-line">
      <dt>{term}</dt> <dd>{text}</dd>
    </div>
  );
}
