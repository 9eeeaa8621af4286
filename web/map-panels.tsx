// What opens over the map: the details of a parcel, the saved ones, the menu, the overlays.
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { type ComponentProps, useState } from 'react';
import { SideMenu } from './menu/side-menu.tsx';
import { OverlaysPanel } from './overlays/overlays-panel.tsx';
import { ParcelPanel } from './parcel/parcel-panel.tsx';
import { CallFailure } from './saved/call-signed-in.ts';
import { SavedParcels, SavedParcelsSheet } from './saved/saved-parcels.tsx';
import { useSaveDoor } from './saved/use-save-door.ts';

type MapPanelsProps = ComponentProps<typeof SideMenu> & {
  /** Before it the map cannot be asked about layers. */
  hasStyle: boolean;
  /** Called when the server does not take somebody for signed in. */
  onRefused: () => void;
};

export function MapPanels({ hasStyle, onRefused, ...menu }: MapPanelsProps) {
  // As old as the page: what one person saved must not be in the cache of the next.
  const [queries] = useState(() => newQueryClient(onRefused));
  return (
    <QueryClientProvider client={queries}>
      {menu.map && hasStyle && <ParcelPanels map={menu.map} />}
      <SavedParcelsSheet map={menu.map} />
      <SideMenu {...menu} />
      <OverlaysPanel />
    </QueryClientProvider>
  );
}

function newQueryClient(onRefused: () => void): QueryClient {
  const onError = (error: Error) => {
    if (error instanceof CallFailure && error.status === 401) onRefused();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
  });
}

function ParcelPanels({ map }: { map: MapLibreMap }) {
  const saving = useSaveDoor();
  return (
    <>
      <ParcelPanel map={map} saving={saving} />
      <SavedParcels map={map} />
    </>
  );
}
