// Picking several parcels: a mode of its own, in which a click adds a parcel or takes it away. Done makes a set of them.
import { type MapState, type OpenedSet, useMapStore } from './map-store.ts';
import { dispatchSelection } from './parcel/select-parcel.ts';
import { drawnPin } from './parcel/selection.ts';
import { nextPicked, type PickEvent, type Picked, pickedInWords } from './picked-parcels.ts';
import { closedTool } from './pointer-owner.ts';
import { filterOfPins } from './set-filters.ts';

function dispatch(event: PickEvent): void {
  useMapStore.setState(({ picked }) => ({ picked: nextPicked(picked, event) }));
}

/** With the selected parcel, if there is one, and this one. Details and results make room: they are about something else. */
export function startPicking(pin?: string): void {
  const pins = [drawnPin(useMapStore.getState().selection), pin].filter((one) => one !== undefined);
  useMapStore.setState({ tool: 'pick' });
  dispatch({ type: 'started', pins });
  dispatchSelection({ type: 'panel-closed' });
  useMapStore.setState({ set: undefined });
}

export const togglePicked = (pin: string) => dispatch({ type: 'toggled', pin });

export const clearPicked = () => dispatch({ type: 'cleared' });

/** Nothing that was picked is lost: it is the set in the results panel. */
export function finishPicking(): void {
  useMapStore.setState(({ picked, tool, set }) => ({
    tool: closedTool(tool, 'pick'),
    set: picked.length === 0 ? set : setOf(picked),
  }));
}

/** They are in sight already, or were picked in several places on purpose. */
const setOf = (picked: Picked): OpenedSet => ({
  filter: filterOfPins(picked),
  title: pickedInWords(picked),
  keepsView: true,
});

/**
 * Picked parcels are forgotten when neither the mode nor their set is open any more. As long as the set is, the mode goes on with
 * them. Until the returned function is called.
 */
export function followPicking(): () => void {
  return useMapStore.subscribe(({ picked, tool, set }: MapState) => {
    if (picked.length === 0 || tool === 'pick' || set?.filter === filterOfPins(picked)) return;
    clearPicked();
  });
}
