// What the details of a parcel need of the saved ones; the page hands it in.

export type SaveDoor = {
  isSaved(pin: string): boolean;
  isSaving: boolean;
  openSaveModal(): void;
  openSheet(): void;
};
