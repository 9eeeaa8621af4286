// The sheet in small: the paper, the frame of its map, and how large the land is in it.
import { sizeInFeet } from '../../contract/map-sheet.ts';
import type { Bounds } from '../../geo/geometry.ts';
import type { SheetPlan } from './plan-sheet.ts';

type SheetPreviewProps = { plan: SheetPlan; bounds: Bounds };

/** For the eye only: the same stands below it in words. */
export function SheetPreview({ plan: { layout, feetPerInch, isCut }, bounds }: SheetPreviewProps) {
  const { width, height, map } = layout;
  const feet = sizeInFeet(bounds);
  const land = { width: feet.width / feetPerInch, height: feet.height / feetPerInch };
  const shown = { width: Math.min(land.width, map.width), height: Math.min(land.height, map.height) };
  return (
    <svg className="sheet-preview" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <rect className="sheet-paper" width={width} height={height} />
      <rect className="sheet-frame" x={map.x} y={map.y} width={map.width} height={map.height} />
      <rect
        className="sheet-land"
        data-cut={isCut || undefined}
        x={map.x + (map.width - shown.width) / 2}
        y={map.y + (map.height - shown.height) / 2}
        width={shown.width}
        height={shown.height}
      />
    </svg>
  );
}
