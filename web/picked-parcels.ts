// Which parcels are picked, as a pure reducer. web/pick-parcels.ts is the mode around it.

/** By their PINs on the map, in the order in which they were picked. */
export type Picked = readonly string[];

export type PickEvent =
  /** With the parcels that are there from the start: the selected one, and the one that was clicked. */
  { type: 'started'; pins: readonly string[] } | { type: 'toggled'; pin: string } | { type: 'cleared' };

/** Picked by hand. Beyond it their filter does not fit into what servers take, and a drawn shape is the better way. */
export const PICKED_MAX = 1000;

/** The same list where nothing changes. */
export function nextPicked(picked: Picked, event: PickEvent): Picked {
  switch (event.type) {
    case 'started':
      return withPins(picked, event.pins);
    case 'toggled':
      return picked.includes(event.pin)
        ? picked.filter((pin) => pin !== event.pin)
        : withPins(picked, [event.pin]);
    case 'cleared':
      return picked.length === 0 ? picked : [];
  }
}

function withPins(picked: Picked, pins: readonly string[]): Picked {
  const added = [...new Set(pins)].filter((pin) => !picked.includes(pin));
  return added.length === 0 || picked.length >= PICKED_MAX
    ? picked
    : [...picked, ...added].slice(0, PICKED_MAX);
}

export const pickedInWords = ({ length }: Pick<Picked, 'length'>) =>
  length === 1 ? '1 picked parcel' : `${length.toLocaleString('en-US')} picked parcels`;
