// For tests of the detail panel that are not about saving: no parcel is saved.
import type { ParcelSaving } from '../../web/parcel/parcel-details.tsx';

export const noSaving: ParcelSaving = {
  stateOf: () => 'not saved',
  isSaving: false,
  openSaveModal: () => {},
  openSheet: () => {},
  renderSaved: () => null,
};
