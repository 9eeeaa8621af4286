// The door to the dialog of the map sheet, for every feature that has land to put on paper.
import { type SheetSubject, useMapStore } from './map-store.ts';

export function openMapSheet(mapSheet: SheetSubject): void {
  useMapStore.setState({ mapSheet });
}

export function closeMapSheet(): void {
  useMapStore.setState({ mapSheet: undefined });
}
