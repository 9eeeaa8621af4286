// Which parcel is selected, and how far its details have come: a machine without a map, a server or a screen.
import type { Parcel } from '../../contract/parcel.ts';
import type { AreaGeometry } from '../../geo/geometry.ts';

export type Selection =
  | { status: 'none' }
  | { status: 'loading'; pin: string }
  /** The geometry is the whole parcel's and follows when it has arrived; the details never wait for it. */
  | { status: 'loaded'; pin: string; parcel: Parcel; geometry: AreaGeometry | null }
  | { status: 'error'; pin: string; message: string };

export type SelectionEvent =
  | { type: 'parcel-clicked'; pin: string }
  | { type: 'background-clicked' }
  /** By its button, by Escape or by hand. */
  | { type: 'panel-closed' }
  | { type: 'details-arrived'; parcel: Parcel }
  | { type: 'geometry-arrived'; pin: string; geometry: AreaGeometry }
  | { type: 'details-failed'; pin: string; message: string };

const NOTHING: Selection = { status: 'none' };

export function nextSelection(selection: Selection, event: SelectionEvent): Selection {
  switch (event.type) {
    case 'parcel-clicked':
      if (selection.status === 'none') return { status: 'loading', pin: event.pin };
      return afterClickElsewhere(selection);
    case 'background-clicked':
      return afterClickElsewhere(selection);
    case 'panel-closed':
      return NOTHING;
    case 'details-arrived': {
      const { parcel } = event;
      if (!isWaitingFor(selection, parcel.pin)) return selection;
      return { status: 'loaded', pin: parcel.pin, parcel, geometry: null };
    }
    case 'details-failed':
      if (!isWaitingFor(selection, event.pin)) return selection;
      return { status: 'error', pin: event.pin, message: event.message };
    case 'geometry-arrived':
      if (selection.status !== 'loaded' || selection.pin !== event.pin) return selection;
      return { ...selection, geometry: event.geometry };
  }
}

/** Any click deselects and none switches; while details are on their way it does nothing. */
function afterClickElsewhere(selection: Selection): Selection {
  return selection.status === 'loading' ? selection : NOTHING;
}

/** An answer may come after its panel was closed and another parcel chosen. */
function isWaitingFor(selection: Selection, pin: string): boolean {
  return selection.status === 'loading' && selection.pin === pin;
}

export function selectedPin(selection: Selection): string | undefined {
  return selection.status === 'none' ? undefined : selection.pin;
}
