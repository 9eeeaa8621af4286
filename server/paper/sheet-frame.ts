// The frame of a map on paper: from places on the ground to points of the page, at a true scale.
import { landInFrame, layoutOf, type MapSheetRequest, type SheetLayout } from '../../contract/map-sheet.ts';
import type { Bounds, LngLat, Position } from '../../geo/geometry.ts';
import { localPlane, METERS_PER_FOOT } from '../../geo/local-plane.ts';

export const POINTS_PER_INCH = 72;

/** In points from the top left corner of the page. */
export type PageBox = { x: number; y: number; width: number; height: number };

export type SheetFrame = {
  layout: SheetLayout;
  map: PageBox;
  /** The land in it. */
  land: Bounds;
  toPage(position: Position): [x: number, y: number];
  pointsPerFoot: number;
};

type Place = Pick<MapSheetRequest, 'paper' | 'isAcross' | 'center' | 'feetPerInch'>;

/**
 * Not in Web Mercator, whose scale depends on the latitude and, on the ellipsoid, on the direction: the plane that touches the ground at the
 * center keeps lengths right to 0.01%. The basemap's picture is stretched to it.
 */
export function frameOf({ paper, isAcross, center, feetPerInch }: Place): SheetFrame {
  const layout = layoutOf({ paper, isAcross });
  const map = inPoints(layout.map);
  const toPlane = localPlane(center);
  const pointsPerFoot = POINTS_PER_INCH / feetPerInch;
  const pointsPerMeter = pointsPerFoot / METERS_PER_FOOT;
  const middle = { x: map.x + map.width / 2, y: map.y + map.height / 2 };
  return {
    layout,
    map,
    land: landInFrame({ center, feetPerInch, frame: layout.map }),
    pointsPerFoot,
    toPage: ([lng, lat]) => {
      const { east, north } = toPlane(lng, lat);
      return [middle.x + east * pointsPerMeter, middle.y - north * pointsPerMeter];
    },
  };
}

export function inPoints({ x, y, width, height }: PageBox): PageBox {
  return {
    x: x * POINTS_PER_INCH,
    y: y * POINTS_PER_INCH,
    width: width * POINTS_PER_INCH,
    height: height * POINTS_PER_INCH,
  };
}

/** Where a picture of the land lies on the page: its edges are measured through the center, where the scale is true. */
export function pictureBox(
  frame: SheetFrame,
  { bounds, center }: { bounds: Bounds; center: LngLat },
): PageBox {
  const [left] = frame.toPage([bounds.west, center.lat]);
  const [right] = frame.toPage([bounds.east, center.lat]);
  const [, top] = frame.toPage([center.lng, bounds.north]);
  const [, bottom] = frame.toPage([center.lng, bounds.south]);
  return { x: left, y: top, width: right - left, height: bottom - top };
}
