// Comparable sales as the results panel shows them beside their table: bounds to change, figures in words, two plots.
import './sales.css';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { SalesAnswer, SetParcel } from '../../contract/parcel-set.ts';
import { type SalesBounds, salesQuery } from '../comparable-sales.ts';
import { type OpenedSet, useMapStore } from '../map-store.ts';
import { openSet } from '../open-set.ts';
import { useSizes } from '../preferences.ts';
import { fetchSet } from '../set-call.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { BoundsForm, type BoundsText, boundsAsText, readBounds } from './bounds-form.tsx';
import { DAYS, landAxis } from './sales-axes.ts';
import { dotsOverLand, dotsOverTime } from './sales-dots.ts';
import { figuresInWords, leftOutInWords, saleInWords, salesInWords } from './sales-words.ts';

/** The figures are there before the plots: uPlot is loaded with those. */
const SalesPlot = lazy(async () => ({ default: (await import('./sales-plot.tsx')).SalesPlot }));

const DEBOUNCE_MS = 400;

export type SalesViewProps = {
  set: OpenedSet;
  subject: string;
  bounds: SalesBounds;
  selectedPin: string | undefined;
  onOpen: (parcel: SetParcel) => void;
  onHover: (parcel: SetParcel | undefined) => void;
};

export function SalesView({ set, subject, bounds, ...plots }: SalesViewProps) {
  const { text, setText, asked } = useAskedBounds(bounds);
  const sizes = useSizes();
  const version = useMapStore(({ parcelVersion }) => parcelVersion);
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    ...salesQuery({ pin: subject, bounds: asked, version }),
    placeholderData: keepPreviousData,
  });
  const answer = isPlaceholderData ? undefined : data;
  // The set follows: its marks on the map, its table, its downloads.
  const follow = useEffectEvent((filter: string) => {
    if (filter !== set.filter || asked !== set.sales)
      openSet({ ...set, filter, sales: asked, keepsView: false });
  });
  useEffect(() => {
    if (answer) follow(answer.filter);
  }, [answer]);
  return (
    <div className="sales-view">
      <BoundsForm text={text} onChange={setText} isSizeUnknown={data?.acres === null} />
      {/* A live region: the figures are announced when they arrive. */}
      <div role="status" className="sales-figures" aria-busy={isFetching}>
        {answer ? (
          figuresInWords(answer, sizes).map((sentence) => <p key={sentence}>{sentence}</p>)
        ) : error ? null : (
          <p>Looking for sales…</p>
        )}
        {answer?.count === 0 && <NoSales answer={answer} version={version} />}
      </div>
      {error && (
        <div role="alert" className="grid justify-items-start gap-2.5">
          <p className="text-danger wrap-anywhere">{error.message}</p>
          <button
            type="button"
            className="button-accent"
            onClick={() => void refetch()}
            disabled={isFetching}
          >
            Try again
          </button>
        </div>
      )}
      {answer && <LeftOut answer={answer} />}
      {data && data.count > 0 && !error && <Plots answer={data} isStale={isPlaceholderData} {...plots} />}
    </div>
  );
}

/** What is typed, and after a pause what is asked for. Back may lead to other bounds: then those are shown. */
function useAskedBounds(bounds: SalesBounds) {
  const [text, setText] = useState<BoundsText>(() => boundsAsText(bounds));
  const [asked, setAsked] = useState(bounds);
  const [shown, setShown] = useState(bounds);
  if (bounds !== shown) {
    setShown(bounds);
    if (bounds !== asked) {
      setText(boundsAsText(bounds));
      setAsked(bounds);
    }
  }
  useEffect(() => {
    const wanted = readBounds(text);
    if (!wanted) return;
    const timer = setTimeout(() => setAsked((before) => sameOr(before, wanted)), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return { text, setText, asked };
}

/** The object that is known already, where it says the same. */
const sameOr = (known: SalesBounds, { miles, months, acres }: SalesBounds) =>
  known.miles === miles && known.months === months && known.acres === acres
    ? known
    : { miles, months, acres };

type NoSalesProps = { answer: SalesAnswer; version: string | undefined };

/** Some counties publish no prices, or no sales: wider bounds would find none either. */
function NoSales({ answer: { acres, left_out: leftOut }, version }: NoSalesProps) {
  const { totalAcres } = useSizes();
  const { data: recorded, isPending } = useQuery({
    queryKey: ['recorded-sales', version],
    queryFn: ({ signal }) => fetchSet({ filter: 'sale_date IS NOT NULL', limit: '0' }, signal),
    enabled: leftOut.length === 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (leftOut.length === 0 && isPending) return null;
  if (recorded?.count === 0) return <p>No sale of any parcel is recorded in these data.</p>;
  if (leftOut.length > 0) return <p>No sale within these bounds has a market price.</p>;
  return (
    <p>
      No parcel was sold at a market price within these bounds. Try more miles, more months
      {acres === null ? '' : `, or a larger difference from the ${totalAcres(acres)} of this parcel`}.
    </p>
  );
}

function LeftOut({ answer: { left_out: leftOut } }: { answer: SalesAnswer }) {
  if (leftOut.length === 0) return null;
  return (
    <div className="sales-left-out">
      <h3>Left out</h3>
      <ul>
        {leftOut.map((part) => (
          <li key={part.reason}>{leftOutInWords(part)}</li>
        ))}
      </ul>
    </div>
  );
}

type PlotsProps = Pick<SalesViewProps, 'selectedPin' | 'onOpen' | 'onHover'> & {
  answer: SalesAnswer;
  isStale: boolean;
};

function Plots({ answer, isStale, onHover, ...picking }: PlotsProps) {
  const { count, parcels, acres, quartiles } = answer;
  const [markedPin, setMarkedPin] = useState<string>();
  const sizes = useSizes();
  const overLand = useMemo(() => dotsOverLand(parcels, sizes.land.acres), [parcels, sizes]);
  const axis = useMemo(() => landAxis(sizes), [sizes]);
  const overTime = useMemo(() => dotsOverTime(parcels), [parcels]);
  const picked = parcels.find(({ pin }) => pin === (markedPin ?? picking.selectedPin));
  const shared = {
    ...picking,
    markedPin,
    medianPrice: quartiles?.median,
    onMark: (parcel: SetParcel | undefined) => {
      setMarkedPin(parcel?.pin);
      onHover(parcel);
    },
  };
  return (
    <ErrorBoundary>
      <Suspense fallback={<p>Drawing…</p>}>
        <p className="sales-picked">
          {picked ? saleInWords(picked, sizes) : 'Each dot is a sale: pick one to open its parcel.'}
        </p>
        <div className="sales-plots" data-stale={isStale || undefined}>
          <SalesPlot
            {...shared}
            title={`Price over ${sizes.land.unit}`}
            dots={overLand}
            subjectX={acres === null ? undefined : acres / sizes.land.acres}
            axis={axis}
          />
          <SalesPlot {...shared} title="Price over time" dots={overTime} subjectX={undefined} axis={DAYS} />
        </div>
        {count > parcels.length && (
          <p className="text-ink-soft">
            The plots show the nearest {salesInWords(parcels.length)}. The figures and the table have all.
          </p>
        )}
      </Suspense>
    </ErrorBoundary>
  );
}
