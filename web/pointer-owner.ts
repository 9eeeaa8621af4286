// Mutual exclusion for clicks on the map: selecting a parcel, picking several, measuring and drawing never handle the same click.
import type { MapTool } from './map-store.ts';

export type OpenTool = Exclude<MapTool, 'none'>;
export type PointerUser = OpenTool | 'parcels';

export function ownsPointer(user: PointerUser, tool: MapTool): boolean {
  // Whose land somebody is on is about parcels, too.
  return user === (tool === 'none' || tool === 'whose-land' ? 'parcels' : tool);
}

/** Whether a click is about the parcel under it, which is then selected or picked. */
export function pointsAtParcels(tool: MapTool): boolean {
  return ownsPointer('parcels', tool) || ownsPointer('pick', tool);
}

/** A tool's button opens the tool in place of the open one, or closes it, which gives clicks back to the parcels. */
export function toggledTool(current: MapTool, pressed: OpenTool): MapTool {
  return current === pressed ? 'none' : pressed;
}

/** A tool that closes late must not close the one opened after it. */
export function closedTool(current: MapTool, closing: OpenTool): MapTool {
  return current === closing ? 'none' : current;
}
