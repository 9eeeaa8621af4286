// Draws figures as SVG, readable on a light and on a dark page, without a library: bars, or dots where the axis is
// logarithmic, because the length of a bar means nothing without a zero.
import { formatNumber } from './format.ts';
import type { Plot } from './result.ts';

const WIDTH = 800;
const LABEL_WIDTH = 310;
const VALUE_WIDTH = 80;
const PADDING = 20;
const ROW = 26;
const BAR = 16;
const HEAD = 58;
const FOOT = 46;
const AXIS_LEFT = PADDING + LABEL_WIDTH;
const AXIS_WIDTH = WIDTH - AXIS_LEFT - VALUE_WIDTH - PADDING;

/** A background of its own, because an image does not know whether the page around it is dark. */
const style = `
  text { font: 13px system-ui, sans-serif; fill: #1f2328 }
  .title { font-size: 15px; font-weight: 600 }
  .quiet { font-size: 11px; fill: #59636e }
  .page { fill: #ffffff; stroke: #d1d9e0 }
  .ours { fill: #1a7f5a; stroke: #1a7f5a } .peer { fill: #8c959f; stroke: #8c959f } .stem { stroke-width: 2; opacity: 0.45 }
  .grid { stroke: #d1d9e0 } .goal { stroke: #bc4c00; stroke-width: 2 }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc } .quiet { fill: #9198a1 } .page { fill: #0d1117; stroke: #3d444d }
    .ours { fill: #3fb984; stroke: #3fb984 } .peer { fill: #6e7681; stroke: #6e7681 } .grid { stroke: #3d444d } .goal { stroke: #f0883e }
  }`;

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

/** 1, 2 or 5 times a power of ten, at least `value`. */
export function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= value * (1 - 1e-9))!;
}

type Scale = { at(value: number): number; marks: number[] };

/** Where a value lies between 0 and 1, and the values to mark. */
export function scaleOf(values: readonly number[], isLogarithmic: boolean): Scale {
  const largest = Math.max(...values, 1e-9);
  if (!isLogarithmic) {
    const step = roundUp(largest / 4);
    const end = step * Math.ceil(largest / step - 1e-9);
    const marks = Array.from({ length: Math.round(end / step) + 1 }, (_, at) => at * step);
    return { at: (value) => value / end, marks };
  }
  const first = Math.floor(Math.log10(Math.min(...values.filter((value) => value > 0), largest)));
  const last = Math.max(first + 1, Math.ceil(Math.log10(largest) - 1e-9));
  const marks = Array.from({ length: last - first + 1 }, (_, at) => 10 ** (first + at));
  return {
    at: (value) => Math.min(1, Math.max(0, (Math.log10(value) - first) / (last - first))),
    marks,
  };
}

export function drawPlot(plot: Plot, footer: string): string {
  const { title, unit, bars, isLogarithmic = false } = plot;
  const values = bars.flatMap(({ value, goal }) => [value, goal]).filter((value) => value !== undefined);
  const scale = scaleOf(values, isLogarithmic);
  const x = (value: number) => round(AXIS_LEFT + scale.at(value) * AXIS_WIDTH);
  const height = HEAD + bars.length * ROW + FOOT;
  const bottom = HEAD + bars.length * ROW;

  const grid = scale.marks.map(
    (mark) =>
      `<path class="grid" d="M${x(mark)} ${HEAD - 6}V${bottom}"/>` +
      `<text class="quiet" x="${x(mark)}" y="${bottom + 14}" text-anchor="middle">${formatNumber(mark)}</text>`,
  );
  const rows = bars.map(({ label, value, missing, isPeer, goal }, row) => {
    const top = HEAD + row * ROW;
    const baseline = top + BAR / 2 + 8;
    const name = `<text x="${AXIS_LEFT - 8}" y="${baseline}" text-anchor="end">${escapeXml(shortened(label))}</text>`;
    if (value === undefined) {
      const reason = escapeXml(shortened(`not available: ${missing ?? ''}`, 60));
      return `${name}<text class="quiet" x="${AXIS_LEFT + 6}" y="${baseline}">${reason}</text>`;
    }
    const end = x(value);
    const goalMark = goal === undefined ? '' : `<path class="goal" d="M${x(goal)} ${top + 1}v${BAR + 6}"/>`;
    const text = end > AXIS_LEFT + AXIS_WIDTH - 4 ? AXIS_LEFT + AXIS_WIDTH : end;
    const behind = goal !== undefined && Math.abs(x(goal) - text) < 60 && x(goal) > text ? x(goal) : text;
    const side = isPeer ? 'peer' : 'ours';
    const mark = isLogarithmic
      ? `<path class="${side} stem" d="M${AXIS_LEFT} ${top + 12}H${end}"/><circle class="${side}" cx="${end}" cy="${top + 12}" r="5"/>`
      : `<rect class="${side}" x="${AXIS_LEFT}" y="${top + 4}" width="${round(Math.max(1, end - AXIS_LEFT))}" height="${BAR}" rx="2"/>`;
    return `${name}${mark}${goalMark}<text x="${round(behind + 9)}" y="${baseline}">${formatNumber(value)}</text>`;
  });
  const hasGoal = bars.some(({ goal }) => goal !== undefined);
  const axis = `${unit}${isLogarithmic ? ', logarithmic' : ''}`;
  const legend = [
    { name: 'Platbook', mark: '<rect class="ours" x="0" y="-9" width="10" height="10" rx="2"/>' },
    ...(bars.some(({ isPeer }) => isPeer)
      ? [{ name: 'peer', mark: '<rect class="peer" x="0" y="-9" width="10" height="10" rx="2"/>' }]
      : []),
    ...(hasGoal ? [{ name: 'goal', mark: '<path class="goal" d="M5 -10V2"/>' }] : []),
  ].map(
    ({ name, mark }, at) =>
      `<g transform="translate(${AXIS_LEFT + at * 80} 44)">${mark}<text class="quiet" x="16">${name}</text></g>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img">
<title>${escapeXml(title)}</title>
<style>${style}
</style>
<rect class="page" x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="8"/>
<text class="title" x="${PADDING}" y="26">${escapeXml(title)}</text>
<text class="quiet" x="${PADDING}" y="44">${escapeXml(axis)}</text>
${[...legend, ...grid, ...rows].join('\n')}
<text class="quiet" x="${PADDING}" y="${height - 10}">${escapeXml(footer)}</text>
</svg>
`;
}

const round = (value: number) => Math.round(value * 10) / 10;
const shortened = (text: string, most = 43) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
