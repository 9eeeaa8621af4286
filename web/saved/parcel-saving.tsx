// What the detail panel knows about saving: whether its parcel is saved, how to save it, and its entry in the list.
import { useEffect, useMemo } from 'react';
import { NotSignedIn } from '../call-server.ts';
import { useMapStore } from '../map-store.ts';
import { storedUserId } from '../session/stored-session.ts';
import { rememberList } from './remembered-list.ts';
import { dispatchSave, useIsSaving } from './save-parcel.ts';
import { type SavedList, useSavedList } from './saved-list.ts';
import { SavedNote } from './saved-note.tsx';

/** Unknown: the list has not come yet, and what this browser remembers of it does not hold the parcel. */
export type SavedState = 'unknown' | 'saved' | 'not saved';

type KnownList = Pick<SavedList, 'list' | 'isWhole' | 'failure'>;

export function savedStateOf(pin: string, { list, isWhole, failure }: KnownList): SavedState {
  if (list?.some((saved) => saved.pin === pin)) return 'saved';
  // Who is not signed in has no list. Saving says so.
  return isWhole || failure instanceof NotSignedIn ? 'not saved' : 'unknown';
}

export function useParcelSaving() {
  const { list, isWhole, failure } = useSavedList();
  const isSaving = useIsSaving();
  useEffect(() => {
    if (list && isWhole) rememberList(storedUserId(), list);
  }, [list, isWhole]);
  return useMemo(() => {
    const savedBy = (pin: string) => list?.find((saved) => saved.pin === pin);
    return {
      stateOf: (pin: string) => savedStateOf(pin, { list, isWhole, failure }),
      isSaving,
      openSaveModal,
      openSheet,
      renderSaved: (pin: string) => {
        const saved = savedBy(pin);
        return saved && <SavedNote key={saved.id} saved={saved} />;
      },
    };
  }, [list, isWhole, failure, isSaving]);
}

function openSaveModal(): void {
  const { selection } = useMapStore.getState();
  if (selection.status === 'loaded') dispatchSave({ type: 'opened', parcel: selection.parcel });
}

function openSheet(): void {
  useMapStore.setState({ panel: 'saved-parcels' });
}
