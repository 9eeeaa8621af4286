// Whether maps or places are still to be made for the loaded parcels, apart from the code that makes them: most starts find
// both, and need not load it.
import { areMapsDrawn } from '../basemap/drawn-maps.ts';
import { damagedMaps } from '../server/maps/open-maps.ts';
import type { ParcelSet } from '../store/parcel-store.ts';
import type { PlaceStore } from '../store/place-store.ts';
import { setFileAside } from '../store/sqlite/damaged-file.ts';
import { refuseFolder, removeLeftovers } from './maps-folder.ts';
import { onWarning } from './open-parts.ts';

export async function missingMaps({
  folder,
  set,
  places,
}: {
  folder: string;
  set: ParcelSet;
  places: Pick<PlaceStore, 'current'>;
}): Promise<{ maps: boolean; places: boolean }> {
  // At every start: leftovers are too young to be removed right after the interruption.
  await removeLeftovers(folder);
  await setDamagedAside(folder);
  return {
    maps: !(await areMapsDrawn(folder, set.kind === 'demo' ? 'county and world' : 'world')),
    places: places.current()?.parcelVersion !== set.version,
  };
}

/** They can always be drawn again, so a damaged one is only kept to be looked at. */
async function setDamagedAside(folder: string): Promise<void> {
  for (const { path, problem } of await damagedMaps(folder)) {
    await setFileAside(path).catch((error) => refuseFolder(folder, error));
    onWarning(`${path} ${problem}. It was set aside, and is drawn again.`);
  }
}
