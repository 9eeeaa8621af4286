// Mutual exclusion for clicks on the map: parcels, measuring and drawing never handle the same click.
import type { MapTool } from './map-store.ts';

export type OpenTool = Exclude<MapTool, 'none'>;
export type PointerUser = OpenTool | 'parcels';

export function ownsPointer(user: PointerUser, tool: MapTool): boolean {
  return user === (tool === 'none' ? 'parcels' : tool);
}

/** A tool's button opens the tool in place of the open one, or closes it, which gives clicks back to the parcels. */
export function toggledTool(current: MapTool, pressed: OpenTool): MapTool {
  return current === pressed ? 'none' : pressed;
}

/** A tool that closes late must not close the one opened after it. */
export function closedTool(current: MapTool, closing: OpenTool): MapTool {
  return current === closing ? 'none' : current;
}
