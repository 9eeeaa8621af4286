// What signed-in people see. The screen itself comes later than the rest, and only to those who will see it.
import { lazy, Suspense } from 'react';
import type { ClientConfig } from '../contract/client-config.ts';
import { importMap } from './map/import-map.ts';
import { wasSignedIn } from './session/stored-session.ts';
import { Notice } from './ui/notice.tsx';
import { OverlayRoot } from './ui/overlay-root.tsx';

const importScreen = () => import('./map-screen.tsx');
const MapScreen = lazy(async () => ({ default: (await importScreen()).MapScreen }));

// Asked for at once where they will be needed, so that both travel while the session is looked into. What fails here is
// asked for again, and said, by those who need it.
if (wasSignedIn() || location.pathname === '/authenticate') {
  importScreen().catch(() => {});
  importMap().catch(() => {});
}

type MapPageProps = { config: ClientConfig; reloadConfig: () => void };

export function MapPage({ config, reloadConfig }: MapPageProps) {
  return (
    <>
      <main className="relative h-dvh overflow-hidden bg-map-paper">
        <Suspense fallback={<Notice title="Opening the map…" />}>
          <MapScreen config={config} reloadConfig={reloadConfig} />
        </Suspense>
      </main>
      <OverlayRoot />
    </>
  );
}
