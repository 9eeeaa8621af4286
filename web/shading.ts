// By which field somebody has the parcels shaded. Kept between visits, and in links.
import { useMapStore } from './map-store.ts';
import { isShading, type Shading } from './shading-classes.ts';

const STORAGE_KEY = 'shading';

/** By somebody, in the panel. */
export function chooseShading(shading: Shading | undefined): void {
  showShading(shading);
  try {
    if (shading === undefined) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, shading);
  } catch {
    // Storage is blocked or full: the choice counts until the page is closed.
  }
}

export function showShading(shading: Shading | undefined): void {
  useMapStore.setState(({ zoningValues }) => ({
    shading,
    // Choosing it once more tries again.
    zoningValues: zoningValues === 'failed' ? undefined : zoningValues,
  }));
}

/** When the page is opened: as the link says, else as on the last visit. */
export function openShading(linked: Shading | undefined): void {
  showShading(linked ?? keptShading());
}

function keptShading(): Shading | undefined {
  try {
    const kept = localStorage.getItem(STORAGE_KEY) ?? '';
    return isShading(kept) ? kept : undefined;
  } catch {
    // Blocked.
    return undefined;
  }
}
