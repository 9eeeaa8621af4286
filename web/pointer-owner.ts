// Who owns the pointer on the map: one at a time, so that measuring, drawing and parcels never fight over a click.
import type { MapTool } from './map-store.ts';

export type OpenTool = Exclude<MapTool, 'none'>;
export type PointerUser = OpenTool | 'parcels';

export function ownsPointer(user: PointerUser, tool: MapTool): boolean {
  return user === (tool === 'none' ? 'parcels' : tool);
}

/** What a tool's button does: it takes the pointer from whoever has it, or gives it back to the parcels. */
export function toggledTool(current: MapTool, pressed: OpenTool): MapTool {
  return current === pressed ? 'none' : pressed;
}

/** A tool that closes late takes nothing from the one that has followed it. */
export function closedTool(current: MapTool, closing: OpenTool): MapTool {
  return current === closing ? 'none' : current;
}
