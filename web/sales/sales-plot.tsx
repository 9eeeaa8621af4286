// One plot of sales: uPlot draws the axes, this file the dots. Dots are picked by pointer, finger or keys.
import 'uplot/dist/uPlot.min.css';
import { type KeyboardEvent, type MouseEvent, useEffect, useEffectEvent, useRef } from 'react';
import uPlot from 'uplot';
import type { SetParcel } from '../../contract/parcel-set.ts';
import { onColorSchemeChange } from '../color-scheme.ts';
import { useSizes } from '../preferences.ts';
import type { PlotAxis } from './sales-axes.ts';
import { type Dot, nearestTo, rangeOf } from './sales-dots.ts';
import { dollarsOnAxis, plotInWords, saleInWords } from './sales-words.ts';

type SalesPlotProps = {
  title: string;
  /** From left to right. */
  dots: readonly Dot[];
  axis: PlotAxis;
  medianPrice: number | undefined;
  /** Where the parcel itself stands. */
  subjectX: number | undefined;
  /** Under the pointer or the keys, in any of the plots. */
  markedPin: string | undefined;
  selectedPin: string | undefined;
  onMark: (parcel: SetParcel | undefined) => void;
  onOpen: (parcel: SetParcel) => void;
};

const HEIGHT_REM = 13;

export function SalesPlot(props: SalesPlotProps) {
  const { title, dots, axis, markedPin, selectedPin, onMark, onOpen } = props;
  const { boxRef, dotAt } = usePlot(props);
  const sizes = useSizes();
  const at = Math.max(
    0,
    dots.findIndex(({ parcel }) => parcel.pin === (markedPin ?? selectedPin)),
  );
  const current = dots[at];
  const pointed = (event: MouseEvent) => dotAt(event)?.parcel;
  const onKeyDown = (event: KeyboardEvent) => {
    const target = keyTargets[event.key]?.(at, dots.length);
    const isPick = event.key === 'Enter' || event.key === ' ';
    if (target === undefined && !isPick) return;
    event.preventDefault();
    if (isPick) current && onOpen(current.parcel);
    else onMark(dots[Math.min(dots.length - 1, Math.max(0, target!))]?.parcel);
  };
  const isOver = markedPin !== undefined && current?.parcel.pin === markedPin;
  return (
    <figure className="sales-plot">
      <h3>{title}</h3>
      <div className="sales-plot-box">
        <div
          ref={boxRef}
          role="img"
          aria-label={plotInWords({ title, dots, xInWords: axis.inWords })}
          style={{ height: `${HEIGHT_REM}rem` }}
        />
        {/* Over the picture. A slider: arrow keys go from sale to sale, and each is read out. */}
        <div
          role="slider"
          tabIndex={0}
          className="sales-picker"
          aria-label={`Sales: ${title.toLowerCase()}`}
          aria-valuemin={1}
          aria-valuemax={Math.max(1, dots.length)}
          aria-valuenow={at + 1}
          aria-valuetext={current ? saleInWords(current.parcel, sizes) : 'None'}
          data-over={isOver || undefined}
          onKeyDown={onKeyDown}
          onFocus={({ currentTarget }) => {
            if (currentTarget.matches(':focus-visible')) onMark(current?.parcel);
          }}
          onBlur={() => onMark(undefined)}
          onPointerMove={(event) => {
            const parcel = pointed(event);
            if (parcel?.pin !== markedPin) onMark(parcel);
          }}
          onPointerLeave={() => onMark(undefined)}
          onClick={(event) => {
            const parcel = pointed(event);
            if (parcel) onOpen(parcel);
          }}
        />
      </div>
    </figure>
  );
}

const keyTargets: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at) => at + 1,
  ArrowUp: (at) => at + 1,
  ArrowLeft: (at) => at - 1,
  ArrowDown: (at) => at - 1,
  PageUp: (at) => at + 10,
  PageDown: (at) => at - 10,
  Home: () => 0,
  End: (_, count) => count - 1,
};

function usePlot(props: SalesPlotProps) {
  const { dots, axis, markedPin, selectedPin, subjectX, medianPrice } = props;
  const boxRef = useRef<HTMLDivElement>(null);
  const plotRef = useRef<uPlot>(undefined);
  const draw = useEffectEvent((plot: uPlot) => drawSales(plot, props));

  useEffect(() => {
    const box = boxRef.current!;
    const sizeOf = () => ({ width: box.clientWidth, height: box.clientHeight });
    const xs = dots.map(({ x }) => x);
    const options = plotOptions({
      axis,
      xs: subjectX === undefined ? xs : [...xs, subjectX],
      prices: dots.map(({ price }) => price),
      draw: (drawn) => draw(drawn),
    });
    const plot = new uPlot({ ...options, ...sizeOf() }, [xs, dots.map(({ price }) => price)], box);
    plotRef.current = plot;
    const resizing = new ResizeObserver(() => plot.setSize(sizeOf()));
    resizing.observe(box);
    // A canvas keeps the colors that it was drawn with.
    const stopFollowing = onColorSchemeChange(() => plot.redraw(false, true));
    return () => {
      stopFollowing();
      resizing.disconnect();
      plot.destroy();
    };
  }, [dots, axis, subjectX]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are what is drawn besides the dots
  useEffect(() => plotRef.current?.redraw(false, false), [markedPin, selectedPin, medianPrice]);

  /** The nearest within reach. */
  const dotAt = ({ clientX, clientY }: MouseEvent): Dot | undefined => {
    const plot = plotRef.current;
    if (!plot) return undefined;
    const { left, top } = plot.over.getBoundingClientRect();
    const places = dots.map(({ x, price }) => ({
      x: plot.valToPos(x, 'x'),
      y: plot.valToPos(price, 'y'),
    }));
    const index = nearestTo({ x: clientX - left, y: clientY - top }, places);
    return index === undefined ? undefined : dots[index];
  };
  return { boxRef, dotAt };
}

const remPx = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
const colorOf = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const font = () => `${0.75 * remPx()}px ${getComputedStyle(document.body).fontFamily}`;

type Drawing = {
  axis: PlotAxis;
  xs: readonly number[];
  prices: readonly number[];
  draw: (plot: uPlot) => void;
};

function plotOptions({ axis, xs, prices, draw }: Drawing): Omit<uPlot.Options, 'width' | 'height'> {
  const looks: uPlot.Axis = {
    // Functions, so that each drawing has the colors of its time.
    stroke: () => colorOf('--ink-soft'),
    grid: { stroke: () => colorOf('--hairline'), width: 1 },
    ticks: { stroke: () => colorOf('--hairline'), width: 1, size: 4 },
    font: font(),
    labelFont: font(),
    labelGap: 0,
    labelSize: 1.25 * remPx(),
  };
  const { onAxis } = axis;
  return {
    legend: { show: false },
    cursor: { show: false },
    // Room for what the two lines are called: inside, it would cover dots.
    padding: [1.25 * remPx(), 3 * remPx(), 0, 0],
    // A day of the county's records has no time zone.
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    scales: {
      x: { time: axis.isTime, range: () => rangeOf({ values: xs, least: axis.least }) },
      y: { range: () => rangeOf({ values: prices, least: 10_000 }) },
    },
    series: [{}, { paths: () => null, points: { show: false } }],
    axes: [
      {
        ...looks,
        label: axis.name,
        size: 2.25 * remPx(),
        space: 3.25 * remPx(),
        ...(onAxis && { values: (_, splits) => splits.map(onAxis) }),
      },
      {
        ...looks,
        size: 3.75 * remPx(),
        values: (_, splits) => splits.map(dollarsOnAxis),
      },
    ],
    hooks: { draw: [draw] },
  };
}

const DOT_PX = 4;
const MARK_PX = 6.5;

/** In the pixels of the canvas. */
function drawSales(plot: uPlot, { dots, subjectX, medianPrice, markedPin, selectedPin }: SalesPlotProps) {
  const { ctx, bbox } = plot;
  const ratio = uPlot.pxRatio;
  const [ink, soft, surface, accent] = ['--ink', '--ink-soft', '--surface', '--accent'].map(colorOf);
  const placeOf = ({ x, price }: Dot) =>
    [plot.valToPos(x, 'x', true), plot.valToPos(price, 'y', true)] as const;
  const circle = (dot: Dot, radiusPx: number) => {
    ctx.beginPath();
    ctx.arc(...placeOf(dot), radiusPx * ratio, 0, 2 * Math.PI);
  };
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  ctx.lineWidth = ratio;
  ctx.strokeStyle = soft!;
  ctx.setLineDash([4 * ratio, 4 * ratio]);
  const line = (from: [number, number], to: [number, number]) => {
    ctx.beginPath();
    ctx.moveTo(...from);
    ctx.lineTo(...to);
    ctx.stroke();
  };
  if (medianPrice !== undefined) {
    const y = plot.valToPos(medianPrice, 'y', true);
    line([bbox.left, y], [bbox.left + bbox.width, y]);
  }
  if (subjectX !== undefined) {
    const x = plot.valToPos(subjectX, 'x', true);
    line([x, bbox.top], [x, bbox.top + bbox.height]);
  }
  ctx.setLineDash([]);
  // Where many lie upon each other it is darker.
  ctx.fillStyle = accent!;
  ctx.globalAlpha = 0.55;
  for (const dot of dots) {
    circle(dot, DOT_PX);
    ctx.fill();
  }
  ctx.globalAlpha = 1;
  for (const dot of dots) {
    const { pin } = dot.parcel;
    if (pin !== selectedPin && pin !== markedPin) continue;
    circle(dot, MARK_PX);
    ctx.fillStyle = pin === selectedPin ? ink! : accent!;
    ctx.fill();
    ctx.lineWidth = 2 * ratio;
    ctx.strokeStyle = pin === markedPin ? ink! : surface!;
    ctx.stroke();
  }
  ctx.restore();
  ctx.save();
  ctx.font = font().replace(/^[\d.]+/, (px) => `${Number(px) * 0.92 * ratio}`);
  ctx.fillStyle = soft!;
  if (medianPrice !== undefined) {
    ctx.textAlign = 'left';
    ctx.textBaseline = 'middle';
    ctx.fillText('Median', bbox.left + bbox.width + 4 * ratio, plot.valToPos(medianPrice, 'y', true));
  }
  if (subjectX !== undefined) {
    ctx.textAlign = 'center';
    ctx.textBaseline = 'bottom';
    ctx.fillText('This parcel', plot.valToPos(subjectX, 'x', true), bbox.top - 3 * ratio);
  }
  ctx.restore();
}
