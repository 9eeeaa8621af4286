// The panels over the map: parcel details, saved parcels, menu, overlays.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { type ComponentProps, useState } from 'react';
import { SideMenu } from './menu/side-menu.tsx';
import { OverlaysPanel } from './overlays/overlays-panel.tsx';
import { ParcelPanel } from './parcel/parcel-panel.tsx';
import { openUnlessTool } from './parcel/select-parcel.ts';
import { useParcelSaving } from './saved/save-parcel.ts';
import { SavedParcels, SavedParcelsSheet } from './saved/saved-parcels.tsx';

type MapPanelsProps = ComponentProps<typeof SideMenu> & {
  /** Layers can be added to the map only after its first style has loaded. */
  hasStyle: boolean;
};

export function MapPanels({ hasStyle, ...menu }: MapPanelsProps) {
  // A new cache for each mount of the page: the next user must not see what the last one saved.
  const [queries] = useState(() => new QueryClient());
  return (
    <QueryClientProvider client={queries}>
      {menu.map && hasStyle && <ParcelPanels map={menu.map} />}
      <SavedParcelsSheet map={menu.map} onOpen={openUnlessTool} />
      <SideMenu {...menu} />
      <OverlaysPanel />
    </QueryClientProvider>
  );
}

function ParcelPanels({ map }: { map: MapLibreMap }) {
  const saving = useParcelSaving();
  return (
    <>
      <ParcelPanel map={map} saving={saving} />
      <SavedParcels map={map} />
    </>
  );
}
