// Where the owner's name and the house number stand in a lot: in lines and at a size at which they stay within it, or not at all.
import { areaContains } from './area-contains.ts';
import { boundsOf } from './bounds-of.ts';
import { type AreaGeometry, polygonsOf } from './geometry.ts';
import { latOfWorldY, lngOfWorldX, worldX, worldY } from './mercator.ts';
import { LABEL_LINE_HEIGHT } from './parcel-tile-layers.ts';
import { textWidthEm } from './text-width.ts';

type Lot = {
  geometry: AreaGeometry;
  /** Inside of it: the first place to be tried. */
  lng: number;
  lat: number;
  name: string;
  houseNumber: string;
};

/** Positions are those of the middle, on the unit square of Web Mercator. */
type Placed = { x: number; y: number };
export type LotLabel = {
  name?: Placed & { lines: string[]; sizePx: number };
  houseNumber?: Placed;
};

export type LabelLook = {
  /** Of the world at the zoom that the label is drawn for: deeper, there is only more room. */
  worldPx: number;
  sizesPx: { min: number; max: number };
  houseNumberPx: number;
};

/** Of the halo, and of what fonts differ in. */
const MARGIN_PX = 2;
const GAP_PX = 2;
const LINES_MAX = 4;
/** The widths at which lines are broken, those that look best first. */
const LINE_EMS = [7, 5, 10, 14, 22];
/** From the inside point, as shares of the lot's box: a lot may be wider elsewhere. */
const SHIFTS = [0, -0.1, 0.1, -0.2, 0.2];

type Box = { width: number; height: number };

export function labelLot(lot: Lot, { worldPx, sizesPx, houseNumberPx }: LabelLook): LotLabel {
  const room = roomOf(lot, worldPx);
  const number = lot.houseNumber === '' ? undefined : lineBox([lot.houseNumber], houseNumberPx);
  const layouts = lot.name === '' ? [] : linesOf(lot.name);
  // With the number below the name; a number alone tells less than a name.
  for (const below of number ? [number, undefined] : [undefined]) {
    for (let sizePx = sizesPx.max; sizePx >= sizesPx.min; sizePx--) {
      for (const lines of layouts) {
        const box = lineBox(lines, sizePx);
        const at = room(below ? stacked(box, below) : box);
        if (!at) continue;
        if (!below) return { name: { ...at, lines, sizePx } };
        const { height } = stacked(box, below);
        return {
          name: { x: at.x, y: at.y - (height - box.height) / 2 / worldPx, lines, sizePx },
          houseNumber: { x: at.x, y: at.y + (height - below.height) / 2 / worldPx },
        };
      }
    }
  }
  const at = number && room(number);
  return at ? { houseNumber: at } : {};
}

function lineBox(lines: readonly string[], sizePx: number): Box {
  const ems = Math.max(...lines.map(textWidthEm));
  return { width: ems * sizePx, height: lines.length * LABEL_LINE_HEIGHT * sizePx };
}

function stacked(one: Box, other: Box): Box {
  return { width: Math.max(one.width, other.width), height: one.height + GAP_PX + other.height };
}

/** The ways to break a name into lines. */
function linesOf(name: string): string[][] {
  // No line ends with `&`.
  const words = name.split(/(?<!&)\s+/).filter(Boolean);
  const layouts = new Map<string, string[]>();
  for (const ems of LINE_EMS) {
    const lines: string[] = [];
    for (const word of words) {
      const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
      if (lines.length > 0 && textWidthEm(longer) <= ems) lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    if (lines.length > 0 && lines.length <= LINES_MAX) layouts.set(lines.join('\n'), lines);
  }
  return [...layouts.values()];
}

/** Finds the place in a lot that has room for a box. Undefined where there is none. */
function roomOf({ geometry, lng, lat }: Lot, worldPx: number): (box: Box) => Placed | undefined {
  const { west, south, east, north } = boundsOf(geometry);
  const size = { x: worldX(east) - worldX(west), y: worldY(south) - worldY(north) };
  const edges = edgesOf(geometry);
  const places = SHIFTS.flatMap((down) =>
    SHIFTS.map((right) => ({ x: worldX(lng) + right * size.x, y: worldY(lat) + down * size.y })),
  )
    .sort((one, other) => distanceTo(one) - distanceTo(other))
    .filter(({ x, y }) => areaContains(geometry, { lng: lngOfWorldX(x), lat: latOfWorldY(y) }));
  function distanceTo({ x, y }: Placed): number {
    return Math.hypot(x - worldX(lng), y - worldY(lat));
  }
  return ({ width, height }) => {
    const half = { x: (width / 2 + MARGIN_PX) / worldPx, y: (height / 2 + MARGIN_PX) / worldPx };
    if (2 * half.x > size.x || 2 * half.y > size.y) return undefined;
    return places.find((at) => !crosses(edges, at, half));
  };
}

/** x and y of both ends, one edge after the other. */
function edgesOf(geometry: AreaGeometry): Float64Array {
  const edges: number[] = [];
  for (const polygon of polygonsOf(geometry)) {
    for (const ring of polygon) {
      for (let i = 1; i < ring.length; i++) {
        const [from, to] = [ring[i - 1]!, ring[i]!];
        edges.push(worldX(from[0]), worldY(from[1]), worldX(to[0]), worldY(to[1]));
      }
    }
  }
  return Float64Array.from(edges);
}

/** Whether an edge reaches into the box around a place. */
function crosses(edges: Float64Array, at: Placed, half: Placed): boolean {
  for (let i = 0; i < edges.length; i += 4) {
    const x1 = edges[i]! - at.x;
    const y1 = edges[i + 1]! - at.y;
    const x2 = edges[i + 2]! - at.x;
    const y2 = edges[i + 3]! - at.y;
    if (Math.min(x1, x2) >= half.x || Math.max(x1, x2) <= -half.x) continue;
    if (Math.min(y1, y2) >= half.y || Math.max(y1, y2) <= -half.y) continue;
    // Both overlap along the axes; they are apart only where the edge's own line has the whole box on one side.
    const [dx, dy] = [x2 - x1, y2 - y1];
    if (Math.abs(x1 * dy - y1 * dx) < half.x * Math.abs(dy) + half.y * Math.abs(dx)) return true;
  }
  return false;
}
