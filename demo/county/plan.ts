// The fixed plan of the county, in meters: its outline, river, towns and main roads. The seed decides the rest.
import type { Point } from './plane/point.ts';

const at = (x: number, y: number): Point => ({ x, y });

/** The county line, counter-clockwise: straight edges, not quite square. */
export const COUNTY_OUTLINE: readonly Point[] = [
  at(-9900, -9350),
  at(-4200, -9800),
  at(3900, -9650),
  at(9650, -9900),
  at(10050, -3600),
  at(9700, 2500),
  at(10000, 9500),
  at(3100, 9900),
  at(-2700, 9600),
  at(-9500, 10000),
  at(-10050, 2400),
];

/** The valley that the lake fills, from north to south. */
export const RIVER: readonly Point[] = [
  at(-4300, 10800),
  at(-5200, 8600),
  at(-4700, 6700),
  at(-6000, 4900),
  at(-5700, 3100),
  at(-4300, 1900),
  at(-4100, 500),
  at(-5300, -900),
  at(-5900, -2600),
  at(-5000, -4300),
  at(-5300, -5900),
  at(-5100, -6600),
  at(-5900, -8000),
  at(-5500, -9400),
  at(-5900, -10800),
];

/** A ridge across the valley, from bank to bank, with the dam in its gap. */
export const DAM: readonly Point[] = [at(-7000, -6200), at(-3100, -6350)];

/** Where the river comes out below the dam. */
export const DAM_FOOT: Point = at(-5220, -6420);

/** Islands in the lake. */
export const ISLANDS: readonly { at: Point; radius: number }[] = [
  { at: at(-4150, 1650), radius: 120 },
  { at: at(-5150, 7050), radius: 170 },
  { at: at(-5600, 5200), radius: 95 },
  { at: at(-5450, -2150), radius: 110 },
  { at: at(-4650, -380), radius: 80 },
  { at: at(-5050, 8250), radius: 75 },
  { at: at(-5250, -4950), radius: 130 },
];

export type TownPlan = {
  name: string;
  /** 0 is the county seat. */
  rank: 0 | 1 | 2;
  at: Point;
  population: number;
  /** How far the street grid reaches from the middle, in meters. */
  gridRadius: number;
  /** The direction of its street grid, in radians from east. */
  turn: number;
  blockLength: number;
  blockDepth: number;
  /** How far the suburbs reach, in meters. */
  suburbRadius: number;
};

export const TOWNS: readonly TownPlan[] = [
  {
    name: 'Alderbrook',
    rank: 0,
    at: at(2350, -1350),
    population: 41_800,
    gridRadius: 1180,
    turn: 0.33,
    blockLength: 132,
    blockDepth: 106,
    suburbRadius: 4300,
  },
  {
    name: 'Penhallow',
    rank: 1,
    at: at(4150, 6000),
    population: 14_600,
    gridRadius: 760,
    turn: -0.2,
    blockLength: 124,
    blockDepth: 100,
    suburbRadius: 2350,
  },
  {
    name: 'Tarrow Mills',
    rank: 2,
    at: at(-2150, -7350),
    population: 5_200,
    gridRadius: 520,
    turn: 0.72,
    blockLength: 112,
    blockDepth: 92,
    suburbRadius: 1450,
  },
];

export type HamletPlan = { name: string; at: Point; population: number };

export const HAMLETS: readonly HamletPlan[] = [
  { name: 'Quillan', at: at(7600, 1750), population: 640 },
  { name: 'Sorrel Gap', at: at(6700, -5200), population: 480 },
  { name: 'Maddry Crossroads', at: at(8100, 7400), population: 310 },
  { name: 'Ewing Landing', at: at(-7900, 6100), population: 720 },
  { name: 'Wexcombe', at: at(-8200, -900), population: 560 },
  { name: 'Harrow Chapel', at: at(3300, -7700), population: 390 },
  { name: 'Cane Fork', at: at(-7700, -7600), population: 270 },
];

/** The motorway's way through the county, from north to south. */
export const MOTORWAY: readonly Point[] = [
  at(1700, 10900),
  at(800, 7600),
  at(-100, 4600),
  at(-950, 1600),
  at(-900, -1000),
  at(0, -4200),
  at(700, -7400),
  at(400, -10900),
];
export const MOTORWAY_REF = 'I-79';

/** Interchanges lie at the points of the motorway nearest to these. */
export const INTERCHANGES: readonly Point[] = [at(-920, -520), at(60, 5150)];

export const TOWNSHIP_NAMES = [
  'Alder',
  'Penhallow',
  'Tarrow',
  'Lakeside',
  'Stony Ridge',
  'Maddry',
  'Westbank',
] as const;
/** Townships are the Voronoi cells of these points. */
export const TOWNSHIP_SEATS: readonly Point[] = [
  at(2600, -1500),
  at(3600, 6200),
  at(-1800, -7000),
  at(-2600, 3600),
  at(6800, -6000),
  at(7900, 2800),
  at(-8000, -500),
];

export const COUNTY_NAME = 'Alder County';
export const COUNTY_STATE = 'NC';
export const LAKE_NAME = 'Lake Tarrow';
export const RIVER_NAME = 'Tarrow River';
/** How much of the county the lake covers. */
export const LAKE_SHARE = 0.065;
/** The golf course is the suitable tract nearest to this point. */
export const GOLF: Point = at(-1750, -1500);
/** The radius of the business district around an interchange. */
export const BUSINESS_METERS = 760;
