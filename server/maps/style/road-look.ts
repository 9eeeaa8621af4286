// Road widths: symbolic at small zooms, true to scale at zooms that show parcels.
import type { ExpressionSpecification, LayerSpecification } from '@maplibre/maplibre-gl-style-spec';
import type { Palette } from './look.ts';

/** Pixels by zoom. From 15 on they double with every zoom, as the ground does: a street there is 7 m wide. */
const widthsPx = {
  highway: { 5: 0.6, 8: 1.4, 10: 2.2, 12: 3.2, 13: 4, 14: 5, 15: 7, 16: 13, 17: 26, 19: 104 },
  major: { 7: 0.4, 9: 1, 11: 1.6, 12: 2, 13: 2.8, 14: 3.8, 15: 5.4, 16: 10, 17: 20, 19: 80 },
  link: { 11: 0.6, 13: 1.8, 14: 2.4, 15: 3.4, 16: 6.4, 17: 13, 19: 52 },
  minor: { 11: 0.2, 12: 0.7, 13: 1.4, 14: 2.4, 15: 3.8, 16: 7.4, 17: 15, 19: 60 },
  minor_service: { 13: 0.4, 14: 1, 15: 1.8, 16: 3.6, 17: 7, 19: 28 },
} as const;

/** As a share of the width of a through route. */
const TERTIARY_SHARE = 0.75;

type RoadKind = keyof typeof widthsPx;
type Width = number | ExpressionSpecification;

/** Protomaps names its road layers roads_minor, roads_bridges_minor_casing, roads_highway_casing_late, … */
const roadLayerId =
  /^roads_(?:tunnels_|bridges_)?(highway|major|link|minor_service|minor)(_casing(?:_early|_late)?)?$/;

function byZoom(stops: Readonly<Record<number, number>>, output: (px: number) => Width) {
  const flat = Object.entries(stops).flatMap(([zoom, px]) => [Number(zoom), output(px)]);
  return ['interpolate', ['exponential', 1.6], ['zoom'], ...flat] as ExpressionSpecification;
}

function byRank<Value extends number | string>(tertiary: Value, others: Value): ExpressionSpecification {
  return ['match', ['get', 'kind_detail'], ['tertiary', 'tertiary_link'], tertiary, others];
}

type RoadLook = { roads: Palette['roads']; scale: number; edgePx: number };

/** Sets our widths, and a color of their own for country roads. Leaves other layers unchanged. */
export function withRoadLook(
  layer: LayerSpecification,
  { roads, scale, edgePx }: RoadLook,
): LayerSpecification {
  const [, kind, casing] = roadLayerId.exec(layer.id) ?? [];
  if (kind === undefined || layer.type !== 'line') return layer;
  const stops = widthsPx[kind as RoadKind];
  const scaled = (px: number) => Number((px * scale).toFixed(2));
  const width = byZoom(stops, (px) =>
    kind === 'major' ? byRank(scaled(px * TERTIARY_SHARE), scaled(px)) : scaled(px),
  );
  const firstZoom = Math.min(...Object.keys(stops).map(Number));
  const edge = byZoom({ [firstZoom + 1]: 0, [firstZoom + 2]: 0.6, 16: 1, 19: 1.6 }, (px) => px * edgePx);
  const majorColor = casing
    ? byRank(roads.tertiaryEdge, roads.majorEdge)
    : byRank(roads.tertiary, roads.major);
  return {
    ...layer,
    layout: { ...layer.layout, 'line-cap': casing ? 'butt' : 'round', 'line-join': 'round' },
    paint: {
      ...layer.paint,
      ...(kind === 'major' && !layer.id.includes('tunnels') && { 'line-color': majorColor }),
      ...(casing ? { 'line-gap-width': width, 'line-width': edge } : { 'line-width': width }),
    },
  };
}
