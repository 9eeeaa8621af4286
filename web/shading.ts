// By which field somebody has the parcels shaded. Kept between visits, and in links.
import { keepOfPerson, keptOfPerson } from './kept-of-person.ts';
import { useMapStore } from './map-store.ts';
import { isShading, type Shading } from './shading-classes.ts';

/** By somebody, in the panel. */
export function chooseShading(shading: Shading | undefined): void {
  showShading(shading);
  keepOfPerson('shading', shading);
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
  const kept = keptOfPerson('shading');
  showShading(linked ?? (typeof kept === 'string' && isShading(kept) ? kept : undefined));
}
