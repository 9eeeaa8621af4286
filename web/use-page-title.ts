// The title of the page: names the open parcel, for bookmarks, the browser's history and its tabs.
import { useEffect } from 'react';
import { pinLabel } from '../contract/parcel-pin.ts';
import { type MapState, useMapStore } from './map-store.ts';

export function usePageTitle(productName: string): void {
  const name = useMapStore(parcelName);
  useEffect(() => {
    document.title = name === undefined ? productName : `${name} · ${productName}`;
    return () => {
      document.title = productName;
    };
  }, [name, productName]);
}

/** Where it is, not who owns it: titles are kept by the browser, and shown to anyone who looks at the screen. */
function parcelName({ selection }: MapState): string | undefined {
  if (selection.status !== 'loaded') return undefined;
  return selection.parcel.site_address || `PIN ${pinLabel(selection.pin)}`;
}
