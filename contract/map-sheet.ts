// A map sheet: its papers, its layout in inches, and what a true scale means for the land it shows. The page needs the
// layout to take the picture of the basemap, the server to draw the rest over it.
import { z } from 'zod';
import type { Bounds, LngLat } from '../geo/geometry.ts';
import { localPlane, METERS_PER_FOOT } from '../geo/local-plane.ts';
import { SET_BODY_BYTES_MAX } from './limits.ts';

/** Width and height in inches, upright. */
export const papers = {
  letter: { label: 'Letter', width: 8.5, height: 11 },
  legal: { label: 'Legal', width: 8.5, height: 14 },
  tabloid: { label: 'Tabloid', width: 11, height: 17 },
  a4: { label: 'A4', width: 210 / 25.4, height: 297 / 25.4 },
  a3: { label: 'A3', width: 297 / 25.4, height: 420 / 25.4 },
} as const;
export type Paper = keyof typeof papers;

/** Feet of ground to an inch of paper, as engineers' scales have them. */
export const sheetScales = [50, 60, 100, 200, 300, 400, 500, 600, 1000, 2000] as const;
/** What "fit" goes on with, for a set that is spread over a county. */
const WIDER_SCALES = [3000, 4000, 5000, 8000, 10_000, 20_000, 40_000, 80_000, 200_000, 500_000];
const SHEET_FEET_PER_INCH = { min: 10, max: 500_000 } as const;

/** Of the basemap, at least. */
export const SHEET_PICTURE_DPI = 200;
/** At 300 dots an inch, the largest map (upright on A3, 10.7 by 12.3 inches) has 11.8 million. A small file may unpack to gigabytes. */
export const SHEET_PICTURE_PIXELS_MAX = 12_000_000;
/** A byte a pixel: as a JPEG of quality 90, mere noise takes 0.8 of it, and imagery less than half. */
export const SHEET_PICTURE_BYTES_MAX = SHEET_PICTURE_PIXELS_MAX;
export const SHEET_TITLE_MAX = 120;
export const SHEET_DRAWINGS_MAX = 500;
/** Of all drawings together: more than a browser keeps. */
export const SHEET_POINTS_MAX = 100_000;
/** All but the picture: a filter, and points of 40 characters each. */
export const SHEET_JSON_BYTES_MAX = SET_BODY_BYTES_MAX + 40 * SHEET_POINTS_MAX;

/** In inches from the top left corner. */
export type Box = { x: number; y: number; width: number; height: number };
export type SheetLayout = { width: number; height: number; head: Box; map: Box; side: Box; foot: Box };

const MARGIN = 0.5;
const HEAD_HEIGHT = 0.62;
const FOOT_HEIGHT = 0.5;
const GAP = 0.14;
/** Facts and legend stand under an upright map and beside one that lies across. */
const SIDE_HEIGHT = 1.75;
const SIDE_WIDTH = 2.5;

export function layoutOf({ paper, isAcross }: { paper: Paper; isAcross: boolean }): SheetLayout {
  const { width: short, height: long } = papers[paper];
  const [width, height] = isAcross ? [long, short] : [short, long];
  const inner = width - 2 * MARGIN;
  const top = MARGIN + HEAD_HEIGHT + GAP;
  const bottom = height - MARGIN - FOOT_HEIGHT - GAP;
  const head = { x: MARGIN, y: MARGIN, width: inner, height: HEAD_HEIGHT };
  const foot = { x: MARGIN, y: height - MARGIN - FOOT_HEIGHT, width: inner, height: FOOT_HEIGHT };
  const map = isAcross
    ? { x: MARGIN, y: top, width: inner - SIDE_WIDTH - GAP, height: bottom - top }
    : { x: MARGIN, y: top, width: inner, height: bottom - top - SIDE_HEIGHT - GAP };
  const side = isAcross
    ? { x: map.x + map.width + GAP, y: top, width: SIDE_WIDTH, height: map.height }
    : { x: MARGIN, y: map.y + map.height + GAP, width: inner, height: SIDE_HEIGHT };
  return { width, height, head, map, side, foot };
}

/** Of the frame that a set is fitted into: something of its surroundings stays in sight. */
const FIT_SHARE = 0.86;

/** The largest scale at which the land fits into the frame. */
export function fittingScale(land: Bounds, { width, height }: Pick<Box, 'width' | 'height'>): number {
  const size = sizeInFeet(land);
  const needed = Math.max(size.width / (width * FIT_SHARE), size.height / (height * FIT_SHARE));
  const scales = [...sheetScales, ...WIDER_SCALES];
  return scales.find((scale) => scale >= needed) ?? SHEET_FEET_PER_INCH.max;
}

/** From west to east and from south to north. */
export function sizeInFeet(land: Bounds): { width: number; height: number } {
  const toPlane = localPlane(centerOf(land));
  const corners = [
    toPlane(land.west, land.south),
    toPlane(land.east, land.south),
    toPlane(land.west, land.north),
    toPlane(land.east, land.north),
  ];
  const span = (values: number[]) => (Math.max(...values) - Math.min(...values)) / METERS_PER_FOOT;
  return { width: span(corners.map(({ east }) => east)), height: span(corners.map(({ north }) => north)) };
}

export const centerOf = ({ west, south, east, north }: Bounds): LngLat => ({
  lng: (west + east) / 2,
  lat: (south + north) / 2,
});

/** The land in a frame around a center, at a scale. */
export function landInFrame({
  center,
  feetPerInch,
  frame,
}: {
  center: LngLat;
  feetPerInch: number;
  frame: Pick<Box, 'width' | 'height'>;
}): Bounds {
  // A degree of longitude and of latitude, measured at the center.
  const STEP = 1e-3;
  const toPlane = localPlane(center);
  const perLng = toPlane(center.lng + STEP, center.lat).east / STEP;
  const perLat =
    (toPlane(center.lng, center.lat + STEP).north - toPlane(center.lng, center.lat - STEP).north) /
    (2 * STEP);
  const meters = (inches: number) => (inches * feetPerInch * METERS_PER_FOOT) / 2;
  return {
    west: center.lng - meters(frame.width) / perLng,
    east: center.lng + meters(frame.width) / perLng,
    south: center.lat - meters(frame.height) / perLat,
    north: center.lat + meters(frame.height) / perLat,
  };
}

const bounds = z.object({ west: z.number(), south: z.number(), east: z.number(), north: z.number() });
const position = z.tuple([z.number().min(-360).max(360), z.number().min(-90).max(90)]);
const drawing = z.object({
  name: z.string().max(SHEET_TITLE_MAX).optional(),
  geometry: z.discriminatedUnion('type', [
    z.object({ type: z.literal('Point'), coordinates: position }),
    z.object({ type: z.literal('LineString'), coordinates: z.array(position).max(10_000) }),
    z.object({ type: z.literal('Polygon'), coordinates: z.array(z.array(position).max(10_000)).max(100) }),
  ]),
});
export type SheetDrawing = z.infer<typeof drawing>;

/**
 * `POST /api/map-sheet`, answered by a PDF. As JSON, or with a picture as multipart/form-data: this JSON as the part `sheet`, and behind it
 * the bytes of a JPEG or PNG as the part `picture`.
 */
export const mapSheetRequest = z.strictObject({
  /** The set, as CQL2 text. */
  filter: z.string().min(1, 'filter must not be empty.'),
  title: z
    .string()
    .trim()
    .min(1, 'title must not be empty.')
    .max(SHEET_TITLE_MAX, `title may have at most ${SHEET_TITLE_MAX} characters.`),
  /** The day on the sheet: of whoever prints it, who may be hours from UTC. */
  date: z.iso.date('date must be a day, such as 2026-11-18.').optional(),
  paper: z.enum(
    Object.keys(papers) as [Paper, ...Paper[]],
    'paper must be letter, legal, tabloid, a4 or a3.',
  ),
  isAcross: z.boolean().default(false),
  feetPerInch: z
    .number()
    .min(
      SHEET_FEET_PER_INCH.min,
      `feetPerInch must lie between ${SHEET_FEET_PER_INCH.min} and ${SHEET_FEET_PER_INCH.max}.`,
    )
    .max(
      SHEET_FEET_PER_INCH.max,
      `feetPerInch must lie between ${SHEET_FEET_PER_INCH.min} and ${SHEET_FEET_PER_INCH.max}.`,
    ),
  center: z.object({ lng: z.number().min(-180).max(180), lat: z.number().min(-85).max(85) }),
  /** Of the picture under the parcels: the land it shows, in Web Mercator. */
  picture: z.strictObject({ bounds }).optional(),
  /** Credits of what the picture shows. */
  credits: z.string().max(1000).default(''),
  drawings: z.array(drawing).max(SHEET_DRAWINGS_MAX).default([]),
  withNames: z.boolean().default(true),
  withSideLengths: z.boolean().default(true),
  withTable: z.boolean().default(true),
});
export type MapSheetRequest = z.infer<typeof mapSheetRequest>;
