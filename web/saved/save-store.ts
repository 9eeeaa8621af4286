// The one save modal of the page: opened from the details, shown by the saved parcels.
import { create } from 'zustand';
import { CLOSED, nextSaveState, type SaveEvent, type SaveState } from './save-machine.ts';

export const useSaveStore = create<SaveState>()(() => CLOSED);

export function tellSave(event: SaveEvent): void {
  useSaveStore.setState((state) => nextSaveState(state, event), true);
}
